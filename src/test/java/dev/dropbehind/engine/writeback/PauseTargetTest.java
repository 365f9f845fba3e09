package dev.dropbehind.engine.writeback;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How long and how often to pause, worked out by hand at HZ 250, where a tick is 4 ms (kernel-model §4.4, step 8). */
class PauseTargetTest {

    private static final long BANDWIDTH = 25_600;

    private final PauseTarget target = new PauseTarget(250);

    @Test
    void oneWriterPausesAboutTenMillisecondsAtATime() {
        target.aim(15_000, BANDWIDTH, BANDWIDTH, BANDWIDTH);

        assertThat(target.longest()).isEqualTo(1 + 15_000 / 801);
        assertThat(target.pages()).isEqualTo(25_600 * 2 / 256);
        assertThat(target.least()).isEqualTo(2);
    }

    @Test
    void fourWritersPauseTwentyMillisecondsLonger() {
        target.aim(15_000, BANDWIDTH, BANDWIDTH / 4, BANDWIDTH / 4);

        assertThat(target.pages()).isEqualTo(6_400 * 6 / 256);
        assertThat(target.least()).isEqualTo(4);
    }

    @Test
    void aSlowWriterPausesAsLongAsItMayAndForFewerPages() {
        target.aim(15_000, BANDWIDTH, 100, 100);

        assertThat(target.pages()).isEqualTo(100 * 19 / 256);
        assertThat(target.least()).isEqualTo(19);
    }

    @Test
    void aPauseForFewerThan32PagesWaitsForThem() {
        // 2 ticks would be 15 pages; 19 are 148, so 32 pages, which take 4 ticks.
        target.aim(15_000, 2_000, 2_000, 2_000);

        assertThat(target.longest()).isEqualTo(50);
        assertThat(target.pages()).isEqualTo(32);
        assertThat(target.least()).isEqualTo(1 + 4 / 2);
    }

    @Test
    void whereTheTaskIsMuchSlowerThanTheBaseRateThePagesAreCut() {
        // 200 pages would take 250 * 200 / 1001 = 49 ticks, more than 19.
        target.aim(15_000, BANDWIDTH, BANDWIDTH, 1_000);

        assertThat(target.pages()).isEqualTo(1_000 * 19 / 256);
        assertThat(target.least()).isEqualTo(1 + 19 / 2);
    }

    @Test
    void noPauseIsLongerThan200Milliseconds() {
        target.aim(1L << 30, BANDWIDTH, BANDWIDTH, 0);
        assertThat(target.longest()).isEqualTo(50);

        PauseTarget fine = new PauseTarget(1000);
        fine.aim(1L << 30, BANDWIDTH, BANDWIDTH, 0);
        assertThat(fine.longest()).isEqualTo(200);
    }

    @Test
    void whereLittleIsDirtyThePauseIsShortSoThatTheDeviceDoesNotRunDry() {
        target.aim(0, BANDWIDTH, BANDWIDTH, BANDWIDTH);

        assertThat(target.longest()).isEqualTo(1);
    }
}
