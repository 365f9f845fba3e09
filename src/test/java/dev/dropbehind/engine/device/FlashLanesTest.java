package dev.dropbehind.engine.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dropbehind.engine.device.FlashLanes.Duplex;
import dev.dropbehind.engine.spec.DeviceSpec.FlashTiming;
import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Seeds;
import dev.dropbehind.engine.time.Timeline;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What bounds flash: its link, its latency, its lanes (kernel-model §9.3). */
class FlashLanesTest {

    private static final long GB = 1_000_000_000;

    @Test
    void aSingleCommandTakesLatencyAndTransfer() {
        FlashLanes lanes = lanes(GB, 50_000, 0, 32);

        assertThat(lanes.serve(Op.READ, 4096, 1000)).isEqualTo(1000 + 50_000 + 4096);
    }

    @Test
    void oneCommandAtATimeIsBoundByTheLatency() {
        FlashLanes lanes = lanes(GB, 50_000, 0, 32);
        long now = 0;
        for (int i = 0; i < 100; i++) {
            now = lanes.serve(Op.READ, 4096, now);
        }

        assertThat(now).isEqualTo(100 * (50_000 + 4096));
    }

    @Test
    void commandsThatWouldTakeCenturiesAreDoneLaterThanAnyRunEnds() {
        FlashLanes lanes = lanes(1, 0, 0, 32);
        long done = 0;
        for (int i = 0; i < 100; i++) {
            assertThat(lanes.serve(Op.READ, 1 << 30, 0)).isGreaterThanOrEqualTo(done);
            done = lanes.serve(Op.READ, 1 << 30, 0);
        }

        assertThat(done).isEqualTo(Long.MAX_VALUE / 2);
    }

    @Test
    void aDeepQueueIsBoundByTheLink() {
        FlashLanes lanes = lanes(GB, 50_000, 0, 32);
        long done = 0;
        for (int i = 0; i < 1000; i++) {
            done = lanes.serve(Op.READ, 131_072, 0);
        }

        double bytesPerSecond = 1000.0 * 131_072 * GB / done;
        assertThat(bytesPerSecond).isCloseTo(GB, within(0.01 * GB));
    }

    @Test
    void noMoreCommandsAreWorkedOnAtATimeThanThereAreLanes() {
        FlashLanes lanes = lanes(1000 * GB, 50_000, 0, 4);
        long done = 0;
        for (int i = 0; i < 400; i++) {
            done = lanes.serve(Op.READ, 4096, 0);
        }

        assertThat((double) done).isCloseTo(100 * 50_000.0, within(30_000.0));
    }

    @Test
    void commandsAreDoneInTheOrderInWhichTheyCameHoweverLatencyStrays() {
        FlashLanes lanes = lanes(GB, 50_000, 100, 8);
        long last = 0;
        for (int i = 0; i < 1000; i++) {
            long done = lanes.serve(Op.READ, 4096, 10L * i);
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
            long done = lanes.serve(Op.READ, 1000, now);
            least = Math.min(least, done - now);
            most = Math.max(most, done - now);
            now = done;
        }

        assertThat(least).isBetween(90_000L, 92_000L);
        assertThat(most).isBetween(108_000L, 110_001L);
    }

    @Test
    void aWriteHasALatencyAndABandwidthOfItsOwn() {
        FlashLanes lanes = lanes(unlike(0, 32), Duplex.FULL);

        assertThat(lanes.serve(Op.WRITE, 4096, 1000)).isEqualTo(1000 + 20_000 + 2 * 4096);
        assertThat(lanes.serve(Op.READ, 4096, 900_000)).isEqualTo(900_000 + 80_000 + 4096);
    }

    @Test
    void writesAreBoundByTheirOwnPaceOfTheLink() {
        FlashLanes lanes = lanes(unlike(0, 32), Duplex.FULL);
        long done = 0;
        for (int i = 0; i < 1000; i++) {
            done = lanes.serve(Op.WRITE, 131_072, 0);
        }

        assertThat((double) done).isCloseTo(2.0 * 1000 * 131_072, within(21_000.0));
    }

    @Test
    void overAFullDuplexLinkAReadDoesNotWaitForTheBytesOfWrites() {
        FlashLanes full = lanes(unlike(0, 32), Duplex.FULL);
        FlashLanes half = lanes(unlike(0, 32), Duplex.HALF);
        for (FlashLanes lanes : List.of(full, half)) {
            lanes.serve(Op.WRITE, 1 << 20, 0);
        }

        long written = 20_000 + (2 << 20);
        assertThat(full.serve(Op.READ, 4096, 0)).isEqualTo(80_000 + 4096);
        assertThat(half.serve(Op.READ, 4096, 0)).isEqualTo(written + 4096);
    }

    @Test
    void overAHalfDuplexLinkBothWaysTogetherAreNoFasterThanTheLink() {
        FlashLanes lanes = lanes(unlike(0, 32), Duplex.HALF);
        long done = 0;
        for (int i = 0; i < 500; i++) {
            lanes.serve(Op.READ, 131_072, 0);
            done = lanes.serve(Op.WRITE, 131_072, 0);
        }

        assertThat((double) done).isCloseTo(500.0 * (131_072 + 2 * 131_072), within(81_000.0));
    }

    @Test
    void readsAndWritesHaveTheLanesInCommonAndTheOneThatIsFreeFirstIsTaken() {
        FlashLanes lanes = lanes(unlike(0, 2), Duplex.FULL);
        long read = lanes.serve(Op.READ, 4096, 0);
        long write = lanes.serve(Op.WRITE, 4096, 0);
        assertThat(write).isLessThan(read);

        long second = lanes.serve(Op.WRITE, 4096, 0);
        assertThat(second).isEqualTo(write + 20_000 + 2 * 4096);
        assertThat(lanes.serve(Op.READ, 4096, 0)).isEqualTo(second + 80_000 + 4096);
    }

    @Test
    void ofManyLanesTheOneThatIsFreeFirstIsAlwaysTaken() {
        int parallelism = 13;
        FlashLanes lanes =
                lanes(new FlashTiming(1000 * GB, 80_000, 1000 * GB, 20_000, 0, 50, parallelism), Duplex.FULL);
        Random64 random = new Seeds(2).of("ops");
        long[] freeAt = new long[parallelism];
        for (int i = 0; i < 2000; i++) {
            Op op = random.between(0, 1) == 0 ? Op.READ : Op.WRITE;
            long done = lanes.serve(op, 1, 0);
            assertThat(done).isGreaterThan(freeAt[0] + (op == Op.READ ? 40_000 : 10_000));
            freeAt[0] = done;
            Arrays.sort(freeAt);
        }

        assertThat(freeAt[0]).isPositive();
    }

    @Test
    void aFlushTakesItsTimeAndHoldsUpNobody() {
        FlashLanes lanes = lanes(unlike(300_000, 1), Duplex.HALF);
        assertThat(lanes.hasVolatileCache()).isTrue();

        assertThat(lanes.serve(Op.FLUSH, 0, 1000)).isEqualTo(301_000);
        assertThat(lanes.serve(Op.FLUSH, 0, 2000)).isEqualTo(302_000);
        assertThat(lanes.serve(Op.WRITE, 4096, 2000)).isEqualTo(2000 + 20_000 + 2 * 4096);
    }

    @Test
    void flashThatTakesNoTimeToFlushHasNoVolatileCache() {
        assertThat(lanes(unlike(0, 1), Duplex.FULL).hasVolatileCache()).isFalse();
    }

    @Test
    void theLatencyOfWritesAndFlushesStraysToo() {
        FlashLanes lanes = lanes(new FlashTiming(GB, 80_000, GB, 20_000, 300_000, 10, 1), Duplex.FULL);
        Set<Long> writes = new TreeSet<>();
        Set<Long> flushes = new TreeSet<>();
        for (int i = 0; i < 200; i++) {
            long now = 1_000_000L * i;
            writes.add(lanes.serve(Op.WRITE, 1000, now) - now - 1000);
            flushes.add(lanes.serve(Op.FLUSH, 0, now) - now);
        }

        assertThat(writes).hasSizeGreaterThan(50).allMatch(nanos -> nanos >= 18_000 && nanos <= 22_000);
        assertThat(flushes).hasSizeGreaterThan(50).allMatch(nanos -> nanos >= 270_000 && nanos <= 330_000);
    }

    /** Flash that reads a byte a nanosecond after 80 us, and writes half as fast after 20 us. */
    private static FlashTiming unlike(long flushNanos, int parallelism) {
        return new FlashTiming(GB, 80_000, GB / 2, 20_000, flushNanos, 0, parallelism);
    }

    private static FlashLanes lanes(long bandwidth, long latency, int jitter, int parallelism) {
        return lanes(new FlashTiming(bandwidth, latency, jitter, parallelism), Duplex.FULL);
    }

    private static FlashLanes lanes(FlashTiming timing, Duplex duplex) {
        return new FlashLanes(timing, duplex, new Seeds(1).of("flash"), new Timeline(), (_, _) -> {});
    }
}
