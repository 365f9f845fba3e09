package dev.dropbehind.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fitted numbers come from the calibration program and from nowhere else. */
@TestInstance(Lifecycle.PER_CLASS)
class CalibrationTest {

    /** A profile as the program fits it, and the fitted numbers that fidelity.md allows it. */
    record Fitted(Calibration calibration, int budget) {

        @Override
        public String toString() {
            return calibration.profile().id();
        }
    }

    private final Fitted phone = new Fitted(Calibration.phone(), 6);
    private final Fitted virtualMachine = new Fitted(Calibration.virtualMachine(), 8);
    private final TableCalibration xeon = TableCalibration.xeon();

    Stream<Fitted> profiles() {
        return Stream.of(phone, virtualMachine);
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void constantsOfAProfileAreThoseFoundWithinOnePercent(Fitted profile) {
        assertThat(profile.calibration().isInProfile())
                .as(profile.calibration().report())
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void aProfileStaysWithinItsBudgetOfFittedNumbers(Fitted profile) {
        assertThat(profile.calibration().profile().fits())
                .hasSize(profile.calibration().size())
                .hasSizeLessThanOrEqualTo(profile.budget());
    }

    @Test
    void constantsOfTheMachineOfATableAreThoseFoundWithinOnePercent() {
        assertThat(xeon.isInProfile()).as(xeon.report()).isTrue();
    }

    @Test
    void theMachineOfATableStaysWithinItsBudgetOfFittedNumbers() {
        assertThat(xeon.profile().fits()).hasSize(xeon.size()).hasSizeLessThanOrEqualTo(16);
    }
}
