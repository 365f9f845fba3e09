package dev.dropbehind.engine.writeback;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The position ratio, worked out by hand; 1024 is 1 (kernel-model §4.4). */
class PositionRatioTest {

    private static final long THRESHOLD = 20_000;
    private static final long FREERUN = 15_000;

    /** So large that the line of the device is flat: what is left is the cubic. */
    private static final long FLAT = 1L << 32;

    @ParameterizedTest
    @CsvSource({"15000, 2045", "16000, 1244", "16250, 1151", "17500, 1023", "18750, 895", "19500, 501", "19999, 1"})
    void theCubicGoesFromTwoAtFreerunOverOneAtTheSetpointToZeroAtTheLimit(long dirty, long ratio) {
        assertThat(ratio(dirty, THRESHOLD, dirty, FLAT)).isEqualTo(ratio);
    }

    @ParameterizedTest
    @CsvSource({"20000", "20001", "1000000"})
    void atTheLimitItIsZero(long dirty) {
        assertThat(ratio(dirty, THRESHOLD, dirty, FLAT)).isZero();
    }

    @Test
    void theLineOfTheDeviceIsOneAtItsSetpointAndFallsByWhatItWritesInEightSeconds() {
        // Setpoint 17498, span 8 * 1000: 2000 pages above it are a quarter of the way down.
        assertThat(ratio(17_500, THRESHOLD, 17_498, 1_000)).isEqualTo(1024);
        assertThat(ratio(17_500, THRESHOLD, 19_498, 1_000)).isEqualTo(767);
    }

    @Test
    void theLineNeverFallsBelowAQuarter() {
        assertThat(ratio(17_500, THRESHOLD, 24_000, 1_000)).isEqualTo(256);
        assertThat(ratio(17_500, THRESHOLD, 90_000, 1_000)).isEqualTo(256);
    }

    @Test
    void aDeviceThatMightRunDryGoesUpToEightTimesAsFast() {
        // Below half of its threshold, 10000: by how much it is below, and 8 at an eighth of it.
        long line = 1024 * 2;
        assertThat(ratio(17_500, THRESHOLD, 5_000, FLAT)).isEqualTo(line);
        assertThat(ratio(17_500, THRESHOLD, 1_250, FLAT)).isEqualTo(1024 * 8);
        assertThat(ratio(17_500, THRESHOLD, 0, FLAT)).isEqualTo(1024 * 8);
    }

    @Test
    void aDeviceThatHasWrittenNothingGetsAnEighthOfWhatIsLeft() {
        long left = (THRESHOLD - 17_500) / 8;
        assertThat(ratio(17_500, 0, 100, FLAT)).isEqualTo(ratio(17_500, left, 100, FLAT));
        assertThat(ratio(17_500, 0, 100, FLAT)).isNotEqualTo(ratio(17_500, left + 100, 100, FLAT));
    }

    private static long ratio(long dirty, long deviceThreshold, long deviceDirty, long bandwidth) {
        return PositionRatio.of(THRESHOLD, FREERUN, THRESHOLD, dirty, deviceThreshold, deviceDirty, bandwidth);
    }
}
