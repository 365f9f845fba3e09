package dev.dropbehind.engine.writeback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Fact.Kind;
import dev.dropbehind.engine.spec.VmSpec;
import dev.dropbehind.engine.writeback.WritebackRig.Told;
import dev.dropbehind.engine.writeback.WritebackRig.Writer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Writers, the throttle, the flusher and a device of constant bandwidth together (kernel-model §4). */
class WritebackLoopTest {

    private static final long SECOND = WritebackRig.SECOND;
    private static final long MILLI = 1_000_000;

    /** 3.8 GiB, of which 781 MiB may be dirty, 390 MiB before the flusher begins. */
    private static final long DIRTYABLE = 1_000_000;

    private static final long THRESHOLD = VmSpec.DEFAULT.thresholdPages(DIRTYABLE);
    private static final long BACKGROUND = VmSpec.DEFAULT.backgroundPages(DIRTYABLE);
    private static final long FREERUN = (THRESHOLD + BACKGROUND) / 2;
    private static final long SETPOINT = (FREERUN + THRESHOLD) / 2;

    /** A writer that fills 16 pages in 6.4 µs: 10 GB/s. */
    private static final int FOLIO = 16;

    private static final long FOLIO_NANOS = 6_400;

    @Test
    void oneWriterSettlesAtTheBandwidthOfTheDevice() {
        long bandwidth = 102_400;
        WritebackRig rig = WritebackRig.of(DIRTYABLE, bandwidth);
        Writer writer = rig.startWriter(FOLIO, FOLIO_NANOS);

        rig.runUntil(20 * SECOND);
        long before = writer.written;
        rig.runUntil(30 * SECOND);

        assertThat((writer.written - before) / 10).isCloseTo(bandwidth, withinPercentage(1));
        assertThat(rig.count(Counter.WB_WRITE_BANDWIDTH)).isCloseTo(bandwidth, withinPercentage(2));
        assertThat(rig.count(Counter.WB_DIRTY_RATELIMIT)).isCloseTo(bandwidth, withinPercentage(10));
    }

    @Test
    void twoWritersShareTheDevice() {
        long bandwidth = 102_400;
        WritebackRig rig = WritebackRig.of(DIRTYABLE, bandwidth);
        Writer first = rig.startWriter(FOLIO, FOLIO_NANOS);
        Writer second = rig.startWriter(FOLIO, FOLIO_NANOS);

        rig.runUntil(20 * SECOND);
        long before = first.written;
        long beforeSecond = second.written;
        rig.runUntil(40 * SECOND);

        long share = bandwidth / 2;
        assertThat((first.written - before) / 20).isCloseTo(share, withinPercentage(3));
        assertThat((second.written - beforeSecond) / 20).isCloseTo(share, withinPercentage(3));
        assertThat(rig.count(Counter.WB_DIRTY_RATELIMIT)).isCloseTo(share, withinPercentage(15));
    }

    @Test
    void whatIsDirtyStaysNearTheSetpoint() {
        WritebackRig rig = WritebackRig.of(DIRTYABLE, 102_400);
        rig.startWriter(FOLIO, FOLIO_NANOS);
        rig.runUntil(20 * SECOND);

        List<Long> dirty = new ArrayList<>();
        for (long at = 20 * SECOND; at <= 30 * SECOND; at += 50 * MILLI) {
            rig.runUntil(at);
            dirty.add(rig.count(Counter.NR_FILE_DIRTY) + rig.count(Counter.NR_WRITEBACK));
        }
        assertThat(dirty).allSatisfy(pages -> assertThat(pages).isBetween(FREERUN, THRESHOLD));
        long mean = dirty.stream().mapToLong(Long::longValue).sum() / dirty.size();
        assertThat(mean).isCloseTo(SETPOINT, withinPercentage(5));
    }

    @Test
    void theFirstEstimateHoldsTheWriterUntilItIsCorrectedEvery200Milliseconds() {
        long bandwidth = 1_024_000;
        WritebackRig rig = WritebackRig.of(DIRTYABLE, bandwidth);
        Writer writer = rig.startWriter(FOLIO, FOLIO_NANOS);
        while (writer.pauses == 0) {
            rig.timeline.runNext();
        }
        long held = rig.timeline.now();
        long before = writer.written;

        // The device writes 4 GB/s, but the writer is held at twice 100 MB/s at most, and at eight times where it runs
        // dry.
        rig.runUntil(held + 200 * MILLI);
        assertThat((writer.written - before) * 5).isLessThan(16 * BandwidthEstimate.FIRST_PAGES_PER_SECOND);

        List<Long> changes = changes(rig, Counter.WB_WRITE_BANDWIDTH, held, held + 4 * SECOND);
        assertThat(changes).hasSizeGreaterThan(3);
        for (int i = 1; i < changes.size(); i++) {
            assertThat(changes.get(i) - changes.get(i - 1)).isGreaterThan(199 * MILLI);
        }
    }

    private static List<Long> changes(WritebackRig rig, Counter counter, long from, long until) {
        List<Long> changes = new ArrayList<>();
        long last = rig.count(counter);
        for (long at = from; at < until; at += MILLI) {
            rig.runUntil(at);
            if (rig.count(counter) != last) {
                last = rig.count(counter);
                changes.add(at);
            }
        }
        return changes;
    }

    @Test
    void aWriterUnderTheFreerunCeilingIsNeverHeld() {
        // Slower than the device, so that the flusher keeps what is dirty at the background threshold.
        WritebackRig rig = WritebackRig.of(DIRTYABLE, 102_400);
        Writer writer = rig.startWriter(FOLIO, FOLIO * SECOND / 80_000);

        rig.runUntil(20 * SECOND);

        assertThat(writer.pauses).isZero();
        assertThat(rig.count(Counter.THROTTLED_NANOS)).isZero();
        assertThat(writer.written).isGreaterThan(1_500_000);
    }

    @Test
    void noPauseIsLongerThan200MillisecondsAndAllAreCounted() {
        // A device of 4 MB/s with four writers.
        WritebackRig rig = WritebackRig.of(20_000, 1_024);
        List<Writer> writers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            writers.add(rig.startWriter(FOLIO, FOLIO_NANOS));
        }

        rig.runUntil(60 * SECOND);

        assertThat(writers).allSatisfy(writer -> {
            assertThat(writer.longestPause).isBetween(100 * MILLI, 200 * MILLI);
            assertThat(writer.pauses).isGreaterThan(100);
        });
        assertThat(rig.count(Counter.THROTTLE_PAUSES))
                .isEqualTo(writers.stream().mapToLong(writer -> writer.pauses).sum());
        assertThat(rig.count(Counter.THROTTLED_NANOS))
                .isEqualTo(
                        writers.stream().mapToLong(writer -> writer.pausedNanos).sum());
        assertThat(rig.told(Kind.THROTTLED_BY_MACHINE)).isNotEmpty();
        assertThat(rig.told(Kind.THROTTLED_BY_CGROUP)).isEmpty();
    }

    @Test
    void noMoreIsDirtyThanTheLimitAndWhatWriterAddBetweenTwoLooks() {
        WritebackRig rig = WritebackRig.of(20_000, 1_024);
        for (int i = 0; i < 8; i++) {
            rig.startWriter(FOLIO, FOLIO_NANOS);
        }
        long most = VmSpec.DEFAULT.thresholdPages(20_000) + 4 * rig.throttle.ratelimitPages() + 8L * FOLIO;
        for (long at = 0; at <= 30 * SECOND; at += 10 * MILLI) {
            rig.runUntil(at);
            assertThat(rig.count(Counter.NR_FILE_DIRTY) + rig.count(Counter.NR_WRITEBACK))
                    .isLessThanOrEqualTo(most);
        }
    }

    /**
     * kernel-model §6.8: 244 MiB, of which 48 MiB may be dirty, on a device that is far faster than first estimated.
     */
    @Test
    void aWriterInASmallGroupStallsAndBursts() {
        WritebackRig rig = WritebackRig.withCgroup(4_000_000, 62_464, 2_000_000);
        Writer writer = rig.startWriter(FOLIO, FOLIO_NANOS);

        List<Long> tenths = new ArrayList<>();
        long before = 0;
        for (int i = 1; i <= 50; i++) {
            rig.runUntil(100L * i * MILLI);
            tenths.add(writer.written - before);
            before = writer.written;
        }

        assertThat(rig.told(Kind.THROTTLED_BY_CGROUP)).isNotEmpty();
        assertThat(rig.told(Kind.THROTTLED_BY_MACHINE)).isEmpty();
        long fastest = tenths.stream().mapToLong(Long::longValue).max().orElseThrow();
        long slowest = tenths.stream().mapToLong(Long::longValue).min().orElseThrow();
        assertThat(fastest).isGreaterThan(4 * slowest);
        assertThat(rig.told(Kind.THROTTLED_BY_CGROUP))
                .allSatisfy(one -> assertThat(one.pages()).isGreaterThan(VmSpec.DEFAULT.backgroundPages(62_464)));
    }

    @Test
    void theFlusherBeginsAtTheBackgroundThresholdAndStopsBelow() {
        WritebackRig rig = WritebackRig.of(DIRTYABLE, 102_400);
        // The share of a device that has written nothing is nothing: it has written before.
        rig.writeback.writebackEnded(1_000_000, false);
        Writer writer = rig.startWriter(FOLIO, FOLIO * SECOND / 60_000);

        rig.runUntil(SECOND);
        assertThat(rig.count(Counter.WB_WRITTEN)).isZero();
        assertThat(rig.told(Kind.FLUSHER_BACKGROUND)).isEmpty();
        rig.runUntil(4 * SECOND);

        Told begins = rig.told(Kind.FLUSHER_BACKGROUND).getFirst();
        assertThat(begins.pages()).isBetween(BACKGROUND, BACKGROUND + 2 * writer.dirty.pauseAfterPages());
        assertThat(rig.count(Counter.WB_WRITTEN)).isPositive();
        assertThat(rig.count(Counter.NR_FILE_DIRTY)).isBetween(BACKGROUND - 51_200, BACKGROUND + 1_024);
    }

    @Test
    void oldDataIsWrittenAtTheFirstLookThatFindsItThirtySecondsOld() {
        WritebackRig rig = WritebackRig.of(DIRTYABLE, 102_400);
        rig.writeback.writebackEnded(1_000_000, false);
        rig.runUntil(0);
        rig.device.dirty(rig.newFile(), 500);

        rig.runUntil(29 * SECOND);
        assertThat(rig.count(Counter.WB_WRITTEN)).isZero();
        rig.runUntil(31 * SECOND);

        assertThat(rig.count(Counter.WB_WRITTEN)).isEqualTo(500);
        assertThat(rig.writeback.hasDirtyInodes()).isFalse();
        assertThat(rig.count(Counter.WB_INODES_DIRTY)).isZero();
    }

    @Test
    void withoutPeriodicWritebackOldDataStaysDirty() {
        WritebackRig rig = WritebackRig.of(DIRTYABLE, new VmSpec(20, 10, 0, 0, 3000, 0), 102_400);
        rig.device.dirty(rig.newFile(), 500);

        rig.runUntil(100 * SECOND);

        assertThat(rig.count(Counter.WB_WRITTEN)).isZero();
    }
}
