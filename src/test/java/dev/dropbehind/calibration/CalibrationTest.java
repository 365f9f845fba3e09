package dev.dropbehind.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.spec.Profile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Fitted numbers come from the calibration program and from nowhere else. */
class CalibrationTest {

    /** Fitted numbers that fidelity.md allows the phone. */
    private static final int PHONE_BUDGET = 6;

    private static Calibration phone;

    @BeforeAll
    static void fit() {
        phone = Calibration.phone();
    }

    @Test
    void constantsOfThePhoneAreThoseFoundWithinOnePercent() {
        assertThat(phone.isInProfile()).as(phone.report()).isTrue();
    }

    @Test
    void thePhoneStaysWithinItsBudgetOfFittedNumbers() {
        int costs = Profile.PHONE_UFS.machine().costs().fittedCosts().size();

        assertThat(costs + 1)
                .as("fitted costs and the bandwidth")
                .isEqualTo(phone.size())
                .isLessThanOrEqualTo(PHONE_BUDGET);
    }
}
