package dev.dropbehind.engine.writeback;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The estimate of the bandwidth, worked out by hand at HZ 250: the mean is over 1024 ticks (kernel-model §4.5). */
class BandwidthEstimateTest {

    private static final long FIRST = 25_600;

    private final BandwidthEstimate estimate = new BandwidthEstimate(250);

    @Test
    void itBeginsAt100MegabytesASecond() {
        assertThat(estimate.average()).isEqualTo(FIRST);
    }

    @Test
    void itIsDueAfterMoreThan200Milliseconds() {
        assertThat(estimate.isDue(50)).isFalse();
        assertThat(estimate.isDue(51)).isTrue();
        estimate.update(51, 0);
        assertThat(estimate.isDue(101)).isFalse();
    }

    @Test
    void theSmoothedValueFollowsAnEighthOfTheWayOnceTwoMeansAgree() {
        // (10000 * 250 + 25600 * 974) / 1024 = 26791: nothing to agree with yet.
        estimate.update(50, 10_000);
        assertThat(estimate.average()).isEqualTo(FIRST);

        // The next mean, 27924, is above 26791 too: up by (26791 - 25600) / 8.
        estimate.update(100, 20_000);
        assertThat(estimate.average()).isEqualTo(25_748);
    }

    @Test
    void aSingleSpikeMovesNothing() {
        estimate.update(50, 10_000);
        estimate.update(100, 10_000);

        assertThat(estimate.average()).isEqualTo(FIRST);
    }

    @Test
    void afterMoreThanThePeriodTheMeasuredValueHoldsAtOnce() {
        estimate.update(1024, 1_000);
        assertThat(estimate.average()).isEqualTo(FIRST);

        estimate.update(1024 + 1025, 1_000 + 41_000);
        assertThat(estimate.average()).isEqualTo(10_000);
    }

    @Test
    void itIsNeverZero() {
        estimate.update(2000, 0);
        assertThat(estimate.average()).isEqualTo(1);
    }

    @Test
    void timeBeforeARestartDoesNotCount() {
        estimate.restart(5000, 70_000);
        assertThat(estimate.elapsed(5000)).isEqualTo(1);

        estimate.update(5050, 80_000);
        estimate.update(5100, 90_000);
        assertThat(estimate.average()).isEqualTo(25_748);
    }
}
