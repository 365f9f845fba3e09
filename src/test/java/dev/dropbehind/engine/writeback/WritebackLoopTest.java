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
    }

    /**
     * The base rate finds the number of writers by itself. Pauses are whole ticks, rounded down, so writers get a
     * little more than their rate, and the base rate settles as much lower; with a tick of a millisecond that is
     * little.
     */
    @Test
    void theBaseRateSettlesNearTheBandwidthDividedByTheNumberOfWriters() {
        long bandwidth = 102_400;
        WritebackRig one = WritebackRig.fine(DIRTYABLE, bandwidth);
        one.startWriter(FOLIO, FOLIO_NANOS);
        WritebackRig two = WritebackRig.fine(DIRTYABLE, bandwidth);
        two.startWriter(FOLIO, FOLIO_NANOS);
        two.startWriter(FOLIO, FOLIO_NANOS);

        one.runUntil(30 * SECOND);
        two.runUntil(30 * SECOND);

        assertThat(one.count(Counter.WB_DIRTY_RATELIMIT)).isBetween(bandwidth * 4 / 5, bandwidth);
        assertThat(two.count(Counter.WB_DIRTY_RATELIMIT)).isBetween(bandwidth * 4 / 10, bandwidth / 2);
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
        WritebackRig rig = WritebackRig.of(DIRTYABLE, 102_400);
        Writer writer = rig.startWriter(FOLIO, FOLIO_NANOS);
        while (writer.pauses == 0) {
            rig.timeline.runNext();
        }
        long held = rig.timeline.now();

        // The device writes 400 MB/s, but a pause of two ticks is for 200 pages: 100 MB/s.
        assertThat(rig.count(Counter.WB_DIRTY_RATELIMIT)).isEqualTo(BandwidthEstimate.FIRST_PAGES_PER_SECOND);
        assertThat(writer.dirty.nextPauseAfter).isEqualTo(200);

        List<Long> changes = changes(rig, Counter.WB_WRITE_BANDWIDTH, held, held + 4 * SECOND);
        assertThat(changes).hasSizeGreaterThan(10);
        for (int i = 1; i < changes.size(); i++) {
            assertThat(changes.get(i) - changes.get(i - 1)).isBetween(199 * MILLI, 450 * MILLI);
        }
        rig.runUntil(30 * SECOND);
        assertThat(writer.dirty.pauseAfter).isGreaterThan(500);
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
    void noMoreIsDirtyThanTheLimitAndWhatWritersAddBetweenTwoLooks() {
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
     * kernel-model §6.8: 244 MiB, of which 48 MiB may be dirty, on a device that writes 8 GB/s. In a tick the writer
     * fills what it may have freely; the pause that follows, at the rate of 100 MB/s, is longer than the device needs.
     */
    @Test
    void aWriterInASmallGroupStallsAndBursts() {
        WritebackRig rig = WritebackRig.withCgroup(4_000_000, 62_464, 2_000_000);
        Writer writer = rig.startWriter(FOLIO, FOLIO_NANOS);
        long background = VmSpec.DEFAULT.backgroundPages(62_464, 4_000_000);
        long freerun = (VmSpec.DEFAULT.thresholdPages(62_464, 4_000_000) + background) / 2;

        int stalls = 0;
        int bursts = 0;
        long before = 0;
        for (int tick = 1; tick <= 250; tick++) {
            rig.runUntil(4L * tick * MILLI);
            stalls += writer.written == before ? 1 : 0;
            bursts += writer.written - before >= freerun ? 1 : 0;
            before = writer.written;
        }

        assertThat(stalls).isBetween(60, 180);
        assertThat(bursts).isBetween(60, 180);
        assertThat(rig.told(Kind.THROTTLED_BY_MACHINE)).isEmpty();
        assertThat(rig.told(Kind.THROTTLED_BY_CGROUP))
                .isNotEmpty()
                .allSatisfy(one -> assertThat(one.pages()).isGreaterThan(freerun));
    }

    @Test
    void aWriterThatKeepsBelowTheFreerunCeilingOfItsGroupDoesNotStall() {
        WritebackRig rig = WritebackRig.withCgroup(4_000_000, 62_464, 2_000_000);
        Writer writer = rig.startWriter(FOLIO, FOLIO * SECOND / 500_000);

        rig.runUntil(2 * SECOND);

        assertThat(writer.pauses).isZero();
        assertThat(writer.written).isGreaterThan(950_000);
    }

    /**
     * What a group has dirty is known every two seconds only. Until then the writer dirties as fast as it can; then it
     * is stopped, and stays so for two seconds although the device has long written all.
     */
    @Test
    void aWriterInAGroupSeenLateStallsAndBurstsForSeconds() {
        WritebackRig rig = WritebackRig.withCgroupSeenLate(8_000_000, 62_464, 2_000_000);
        Writer writer = rig.startWriter(FOLIO, FOLIO_NANOS);
        List<Long> tenths = new ArrayList<>();
        long before = 0;
        for (int tenth = 1; tenth <= 200; tenth++) {
            rig.runUntil(100L * tenth * MILLI);
            tenths.add(writer.written - before);
            before = writer.written;
        }

        long fastest = tenths.stream().mapToLong(Long::longValue).max().orElseThrow();
        assertThat(fastest).isGreaterThan(200_000);
        assertThat(tenths.stream().filter(pages -> pages < fastest / 100).count())
                .isBetween(60L, 120L);
        assertThat(tenths.stream().filter(pages -> pages > fastest / 2).count()).isBetween(60L, 120L);
        assertThat(rig.told(Kind.THROTTLED_AT_CGROUP_LIMIT)).isNotEmpty();
        assertThat(rig.told(Kind.THROTTLED_BY_MACHINE)).isEmpty();
        assertThat(writer.longestPause).isLessThanOrEqualTo(200 * MILLI);
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

    /** An eighth of the 99853 pages at which the flusher begins, less an eighth of what is dirty already. */
    @Test
    void aDeviceThatHasWrittenNothingMayHaveAnEighthOfTheBackgroundThresholdDirty() {
        WritebackRig little = WritebackRig.of(DIRTYABLE, 102_400);
        little.device.dirty(little.newFile(), BACKGROUND / 9 - 1);
        WritebackRig more = WritebackRig.of(DIRTYABLE, 102_400);
        more.device.dirty(more.newFile(), BACKGROUND / 9 + 1);

        little.runUntil(6 * SECOND);
        more.runUntil(6 * SECOND);

        assertThat(little.told(Kind.FLUSHER_BACKGROUND)).isEmpty();
        assertThat(more.told(Kind.FLUSHER_BACKGROUND)).hasSize(1);
        assertThat(more.count(Counter.WB_WRITTEN)).isPositive();
    }

    @Test
    void withoutPeriodicWritebackOldDataStaysDirty() {
        WritebackRig rig = WritebackRig.of(DIRTYABLE, new VmSpec(20, 10, 0, 0, 3000, 0), 102_400);
        rig.device.dirty(rig.newFile(), 500);

        rig.runUntil(100 * SECOND);

        assertThat(rig.count(Counter.WB_WRITTEN)).isZero();
    }
}
