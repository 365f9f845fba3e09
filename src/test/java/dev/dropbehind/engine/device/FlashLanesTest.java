package dev.dropbehind.engine.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dropbehind.engine.spec.DeviceSpec.FlashTiming;
import dev.dropbehind.engine.time.Seeds;
import dev.dropbehind.engine.time.Timeline;
import org.junit.jupiter.api.Test;

/** What bounds flash: its link, its latency, its lanes (kernel-model §9.3). */
class FlashLanesTest {

    private static final long GB = 1_000_000_000;

    @Test
    void aSingleCommandTakesLatencyAndTransfer() {
        FlashLanes lanes = lanes(GB, 50_000, 0, 32);

        assertThat(lanes.serve(4096, 1000)).isEqualTo(1000 + 50_000 + 4096);
    }

    @Test
    void oneCommandAtATimeIsBoundByTheLatency() {
        FlashLanes lanes = lanes(GB, 50_000, 0, 32);
        long now = 0;
        for (int i = 0; i < 100; i++) {
            now = lanes.serve(4096, now);
        }

        assertThat(now).isEqualTo(100 * (50_000 + 4096));
    }

    @Test
    void commandsThatWouldTakeCenturiesAreDoneLaterThanAnyRunEnds() {
        FlashLanes lanes = lanes(1, 0, 0, 32);
        long done = 0;
        for (int i = 0; i < 100; i++) {
            assertThat(lanes.serve(1 << 30, 0)).isGreaterThanOrEqualTo(done);
            done = lanes.serve(1 << 30, 0);
        }

        assertThat(done).isEqualTo(Long.MAX_VALUE / 2);
    }

    @Test
    void aDeepQueueIsBoundByTheLink() {
        FlashLanes lanes = lanes(GB, 50_000, 0, 32);
        long done = 0;
        for (int i = 0; i < 1000; i++) {
            done = lanes.serve(131_072, 0);
        }

        double bytesPerSecond = 1000.0 * 131_072 * GB / done;
        assertThat(bytesPerSecond).isCloseTo(GB, within(0.01 * GB));
    }

    @Test
    void noMoreCommandsAreWorkedOnAtATimeThanThereAreLanes() {
        FlashLanes lanes = lanes(1000 * GB, 50_000, 0, 4);
        long done = 0;
        for (int i = 0; i < 400; i++) {
            done = lanes.serve(4096, 0);
        }

        assertThat((double) done).isCloseTo(100 * 50_000.0, within(30_000.0));
    }

    @Test
    void commandsAreDoneInTheOrderInWhichTheyCameHoweverLatencyStrays() {
        FlashLanes lanes = lanes(GB, 50_000, 100, 8);
        long last = 0;
        for (int i = 0; i < 1000; i++) {
            long done = lanes.serve(4096, 10L * i);
            assertThat(done).isGreaterThanOrEqualTo(last + 4096);
            last = done;
        }
    }

    @Test
    void jitterStraysEitherWayAndNoFurther() {
        FlashLanes lanes = lanes(1000 * GB, 100_000, 10, 1);
        long least = Long.MAX_VALUE;
        long most = 0;
        long now = 0;
        for (int i = 0; i < 1000; i++) {
            long done = lanes.serve(1000, now);
            least = Math.min(least, done - now);
            most = Math.max(most, done - now);
            now = done;
        }

        assertThat(least).isBetween(90_000L, 92_000L);
        assertThat(most).isBetween(108_000L, 110_001L);
    }

    private static FlashLanes lanes(long bandwidth, long latency, int jitter, int parallelism) {
        return new FlashLanes(
                new FlashTiming(bandwidth, latency, jitter, parallelism),
                new Seeds(1).of("flash"),
                new Timeline(),
                _ -> {});
    }
}
