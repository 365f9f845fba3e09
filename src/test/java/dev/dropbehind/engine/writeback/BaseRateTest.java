package dev.dropbehind.engine.writeback;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The base rate, worked out by hand at HZ 250 (kernel-model §4.6). */
class BaseRateTest {

    private static final long FIRST = 25_600;
    private static final long THRESHOLD = 20_000;
    private static final long BACKGROUND = 10_000;
    private static final long SETPOINT = 17_500;

    private final BaseRate rate = new BaseRate(250);

    @Test
    void itBeginsAt100MegabytesASecond() {
        assertThat(rate.pagesPerSecond()).isEqualTo(FIRST);
    }

    @Test
    void itRisesByAnEighthOfTheWayOnceTwoTargetsAndThePositionAgree() {
        // At freerun the position is 2051/1024, so the task may dirty 51276 a second. Both targets are the bandwidth.
        DirtyDomain little = domain(15_000, 100_000);

        rate.update(little, 100_000, 5_000, 50);
        assertThat(rate.pagesPerSecond()).isEqualTo(FIRST);

        // (51276 - 25600) / 8, rounded up.
        rate.restart(5_000);
        rate.update(little, 100_000, 10_000, 50);
        assertThat(rate.pagesPerSecond()).isEqualTo(28_810);
    }

    @Test
    void itDoesNotRiseWhereTooMuchIsDirty() {
        DirtyDomain much = domain(SETPOINT + 1_000, 100_000);
        for (int i = 1; i <= 5; i++) {
            rate.update(much, 100_000, 1_000L * i, 50);
            rate.restart(1_000L * i);
        }
        assertThat(rate.pagesPerSecond()).isEqualTo(FIRST);
    }

    @Test
    void itFallsWhereTooMuchIsDirtyAndMoreIsDirtiedThanWritten() {
        // The position is 497/1024: the task may dirty 12426 a second, and 6361 would balance the 50000 that are
        // dirtied.
        DirtyDomain much = domain(19_500, 25_600);
        assertThat(much.positionRatio()).isEqualTo(497);

        rate.update(much, 25_600, 10_000, 50);
        assertThat(rate.pagesPerSecond()).isEqualTo(FIRST);

        // (25600 - 12426) / 8, rounded up.
        rate.restart(10_000);
        rate.update(much, 25_600, 20_000, 50);
        assertThat(rate.pagesPerSecond()).isEqualTo(FIRST - 1_647);
    }

    @Test
    void nearTheTargetTheStepIsHalvedForEachDoubledDistance() {
        // A little above the setpoint the position asks for 25576, 24 less: 25600 / 49 = 522 halvings leave nothing.
        DirtyDomain almost = domain(SETPOINT + 30, 25_600);
        for (int i = 1; i <= 3; i++) {
            rate.update(almost, 25_600, 6_000L * i, 50);
            rate.restart(6_000L * i);
        }
        assertThat(rate.pagesPerSecond()).isEqualTo(FIRST);
    }

    @Test
    void itIsNeverAboveTheBandwidthForLongNorBelowOne() {
        DirtyDomain full = domain(THRESHOLD, 1);
        for (int i = 1; i <= 200; i++) {
            rate.update(full, 1, 100_000L * i, 50);
            rate.restart(100_000L * i);
        }
        assertThat(rate.pagesPerSecond()).isEqualTo(1);
    }

    private static DirtyDomain domain(long dirty, long bandwidth) {
        DirtyDomain domain = new DirtyDomain(250);
        domain.measure(100_000, dirty, THRESHOLD, BACKGROUND);
        domain.judge(THRESHOLD, dirty, bandwidth);
        return domain;
    }
}
