package dev.dropbehind.engine.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dropbehind.engine.spec.Completion;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.DeviceSpec.HddTiming;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Seeds;
import dev.dropbehind.engine.time.Timeline;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** What a head over turning platters takes, and in which order it serves (kernel-model §9.3). */
class HddTest {

    private static final long MS = 1_000_000;
    private static final long SECTORS = 1 << 30;
    private static final long CAPACITY = SECTORS * 512;
    private static final int TURN_7200 = 8_333_333;

    private final Timeline timeline = new Timeline();
    private final Random64 places = new Seeds(5).of("places");
    private final List<Integer> order = new ArrayList<>();

    @Test
    void aRequestThatBeginsWhereTheLastEndedPaysForItsTransferAlone() {
        Hdd hdd = hdd(9 * MS, 7200, 32);
        serve(hdd, 5000, 4096);

        assertThat(serve(hdd, 5008, 65_536)).isEqualTo(65_536 * 5);
        assertThat(serve(hdd, 5008 + 128, 4096)).isEqualTo(4096 * 5);
    }

    @Test
    void aRequestAnywhereElsePaysForASeekAndUpToATurnToo() {
        Hdd hdd = hdd(9 * MS, 7200, 32);
        for (int i = 0; i < 100; i++) {
            long nanos = serve(hdd, 1 + anySector(), 4096);

            assertThat(nanos).isBetween(MS / 2 + 4096 * 5, 9 * MS + TURN_7200 + 4096 * 5);
        }
    }

    @Test
    void aloneARandomReadTakesAnAverageSeekAndHalfATurn() {
        Hdd hdd = hdd(9 * MS, 7200, 32);
        int reads = 4000;
        for (int i = 0; i < reads; i++) {
            serve(hdd, anySector(), 4096);
        }

        // The mean of the square root of the distance of two random places is 8/15.
        double expected = 0.5 * MS + 8.5 * MS * 8 / 15 + TURN_7200 / 2.0 + 4096 * 5;
        assertThat((double) timeline.now() / reads).isCloseTo(expected, Percentage.withPercentage(2));
    }

    @Test
    void aFartherSeekTakesLongerUpToTheWholeWay() {
        assertThat(meanSeek(1)).isCloseTo(0.5 * MS, within(0.01 * MS));
        assertThat(meanSeek(SECTORS / 4)).isCloseTo(0.5 * MS + 8.5 * MS / 2, within(0.01 * MS));
        assertThat(meanSeek(SECTORS)).isCloseTo(9.0 * MS, within(0.01 * MS));
    }

    @Test
    void theNearestOfItsRequestsIsNext() {
        Hdd hdd = hdd(9 * MS, HddTiming.MAX_RPM, 32);
        read(hdd, 0, SECTORS / 2);
        read(hdd, 1, SECTORS);
        read(hdd, 2, SECTORS / 2 + 8000);
        read(hdd, 3, SECTORS / 2 + 8);
        finish();

        assertThat(order).containsExactly(0, 3, 2, 1);
    }

    @Test
    void ofTwoThatAreEquallyNearTheOlderIsNext() {
        Hdd hdd = hdd(9 * MS, 7200, 32);
        read(hdd, 0, 5000);
        read(hdd, 9, 5008);
        read(hdd, 4, 5008);
        finish();

        assertThat(order).containsExactly(0, 9, 4);
    }

    @Test
    void aFarRequestIsNotPassedOverForEver() {
        int depth = 4;
        Hdd hdd = hdd(9 * MS, 7200, depth);
        read(hdd, 0, 0);
        read(hdd, 1, SECTORS - 8);
        long taken = timeline.now();
        read(hdd, 2, 8);
        for (int near = 3; !order.contains(1); near++) {
            read(hdd, near, 8L * (near - 1));
            timeline.runNext();
        }

        long patience = depth * (9 * MS + TURN_7200);
        assertThat(timeline.now() - taken).isBetween(patience, patience + 9 * MS + TURN_7200 + MS);
        assertThat(order.size()).isGreaterThan(1000);
    }

    @Test
    void aDeepQueueOfRandomReadsIsServedFasterThanOneAtATime() {
        Hdd alone = hdd(9 * MS, 7200, 32);
        for (int i = 0; i < 1000; i++) {
            serve(alone, anySector(), 4096);
        }
        long oneByOne = timeline.now();
        Hdd deep = hdd(9 * MS, 7200, 32);
        for (int i = 0; i < 32; i++) {
            read(deep, i, anySector());
        }
        for (int i = 32; i < 1032; i++) {
            timeline.runNext();
            read(deep, i, anySector());
        }
        long together = timeline.now() - oneByOne;

        assertThat((double) oneByOne / together).isBetween(1.8, 5.0);
    }

    @Test
    void aWriteIsPositionedAsAReadAndHasABandwidthOfItsOwn() {
        Hdd hdd = hdd(9 * MS, 7200, 32);
        write(hdd, 5000, 4096);

        assertThat(write(hdd, 5008, 65_536)).isEqualTo(65_536 * 10);
        assertThat(serve(hdd, 5008 + 128, 4096)).isEqualTo(4096 * 5);
        assertThat(write(hdd, 1, 4096)).isBetween(MS / 2 + 4096 * 10, 9 * MS + TURN_7200 + 4096 * 10);
    }

    @Test
    void aFlushTakesATurnBesideWhatTheHeadDoes() {
        Hdd hdd = hdd(9 * MS, 7200, 32);
        serve(hdd, 0, 4096);
        long from = timeline.now();
        order.clear();
        for (int i = 0; i < 4; i++) {
            hdd.serve(i, Op.WRITE, 8 + 4000L * i, 2_000_000, 1);
        }
        hdd.serve(9, Op.FLUSH, 0, 0, 0);
        while (!order.contains(9)) {
            timeline.runNext();
        }

        assertThat(hdd.hasVolatileCache()).isTrue();
        assertThat(timeline.now() - from).isEqualTo(TURN_7200);
        assertThat(order).doesNotContain(3);
        finish();
        assertThat(order).containsExactlyInAnyOrder(0, 1, 2, 3, 9);
    }

    private double meanSeek(long distance) {
        Hdd hdd = hdd(9 * MS, HddTiming.MAX_RPM, 1);
        double least = Double.MAX_VALUE;
        for (int i = 0; i < 1000; i++) {
            long home = serve(hdd, 0, 512);
            least = Math.min(least, serve(hdd, 1 + distance, 512) - 512 * 5.0);
            assertThat(home).isPositive();
        }
        return least;
    }

    private long anySector() {
        return places.between(0, SECTORS / 8 - 1) * 8;
    }

    private void read(Hdd hdd, int request, long sector) {
        hdd.serve(request, Op.READ, sector, 4096, 1);
    }

    /** Reads one request, and nothing else, to its end; returns how long that took. */
    private long serve(Hdd hdd, long sector, long bytes) {
        return serve(hdd, Op.READ, sector, bytes);
    }

    private long write(Hdd hdd, long sector, long bytes) {
        return serve(hdd, Op.WRITE, sector, bytes);
    }

    private long serve(Hdd hdd, Op op, long sector, long bytes) {
        long from = timeline.now();
        hdd.serve(0, op, sector, bytes, 1);
        finish();
        return timeline.now() - from;
    }

    private void finish() {
        while (timeline.runNext()) {}
    }

    private Hdd hdd(long seekNanos, int rpm, int depth) {
        QueueSpec queue = new QueueSpec(4096, 128, 1280, depth, Completion.SOFTIRQ);
        HddTiming timing = new HddTiming(200_000_000, 100_000_000, seekNanos, MS / 2, rpm, CAPACITY);
        return new Hdd(
                new DeviceSpec.Hdd(queue, timing),
                new Seeds(1).of("hdd"),
                timeline,
                (request, _) -> order.add(request));
    }
}
