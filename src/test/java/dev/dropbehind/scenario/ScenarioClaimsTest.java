package dev.dropbehind.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dropbehind.engine.JobError;
import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.measure.Mark;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.SimulationSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the stories of the scenarios say is what happens. */
class ScenarioClaimsTest {

    private static final ScenarioCatalogue CATALOGUE = ScenarioLoader.load();
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final double MIB = 1024;

    /** A variant that was run for some seconds. */
    record Ran(Simulation simulation, List<Sample> samples) {

        double at(int second, Metric metric) {
            return samples.get(second - 1).value(metric);
        }

        double sum(Metric metric) {
            return samples.stream().mapToDouble(sample -> sample.value(metric)).sum();
        }

        double mean(Metric metric) {
            return sum(metric) / samples.size();
        }

        /** Bytes the device read for each byte that calls returned. */
        double readFactor() {
            return sum(Metric.DEVICE_READ_MIBPS) / sum(Metric.READ_MIBPS);
        }
    }

    @Test
    void theNormalReadOfABlockDeviceIsSlowThoughMemoryIsNotFullAndDontcacheIsNot() {
        Ran normal = ran("block-dontcache-read", "normal", 14);
        Ran dontcache = ran("block-dontcache-read", "dontcache", 4);

        assertThat(normal.simulation().result().marks()).isEmpty();
        assertThat(normal.sum(Metric.KSWAPD_CPU)).isZero();
        assertThat(normal.at(1, Metric.READ_MIBPS)).isCloseTo(normal.at(14, Metric.READ_MIBPS), within(5.0));
        assertThat(dontcache.mean(Metric.READ_MIBPS) / normal.mean(Metric.READ_MIBPS))
                .isBetween(1.35, 1.75);
        assertThat(dontcache.readFactor()).isCloseTo(7.0 / 6, within(0.001));
    }

    @Test
    void theCountOfDontcachePagesComesBackToZeroWithThePatchesAndNotWithoutThem() {
        assertThat(ran("shared-pages-mixed", "with-patches", 2).at(2, Metric.BDI_DONTCACHE_DIRTY))
                .isZero();
        assertThat(ran("shared-pages-mixed", "v7-marking", 2).at(2, Metric.BDI_DONTCACHE_DIRTY))
                .isPositive();
    }

    @Test
    void aThreadReadsItsOwnEdgesBackOnlyWhereItSyncsAndThreadsThatDriftReadThoseOfOthers() {
        assertThat(readsPerWrite("shared-pages-threads", "threads-1")).isZero();
        assertThat(readsPerWrite("shared-pages-threads", "threads-1-dsync")).isCloseTo(127.0 / 128, within(0.001));
        assertThat(readsPerWrite("shared-pages-threads", "threads-4"))
                .isLessThan(readsPerWrite("shared-pages-threads", "threads-8"));
        assertThat(readsPerWrite("shared-pages-threads", "threads-8"))
                .isLessThan(readsPerWrite("shared-pages-threads", "threads-32"));
        assertThat(readsPerWrite("shared-pages-threads", "threads-32")).isBetween(0.92, 127.0 / 128);
    }

    @Test
    void recordsOverAFileThatIsThereReadEachSharedPageTwiceAndWithTheSeriesOnce() {
        assertThat(readsPerWrite("shared-pages-overwrite", "existing-before")).isBetween(1.9, 2 * 127.0 / 128);
        assertThat(readsPerWrite("shared-pages-overwrite", "existing-after")).isCloseTo(127.0 / 128, within(0.001));
        assertThat(readsPerWrite("shared-pages-overwrite", "new-after")).isZero();
    }

    @Test
    void anNfsServerThatCutsAtBlocksReadsNothingBackAndKeepsNothing() {
        Ran buffered = ran("nfsd-direct-misaligned", "buffered", 1);
        Ran atPages = ran("nfsd-direct-misaligned", "direct-cut-at-pages", 1);
        Ran atBlocks = ran("nfsd-direct-misaligned", "direct", 1);

        assertThat(atPages.at(1, Metric.DEVICE_READS_4K_PER_WRITE)).isBetween(3.0, 4.0);
        assertThat(atBlocks.at(1, Metric.DEVICE_READS_4K_PER_WRITE)).isZero();
        assertThat(atBlocks.at(1, Metric.CACHED)).isLessThanOrEqualTo(16);
        assertThat(buffered.at(1, Metric.CACHED)).isCloseTo(256 * MIB, within(MIB));
    }

    @Test
    void memoryFullAtTheStartDoesNotMakeTheReadOfABlockDeviceSlow() {
        Ran full = ran("block-dontcache-read", "normal-memory-full", 3);

        assertThat(full.simulation().result().marks())
                .extracting(Mark::kind)
                .contains(Mark.Kind.MEMORY_FULL, Mark.Kind.KSWAPD_WAKES);
        assertThat(full.at(3, Metric.KSWAPD_CPU)).isBetween(0.1, 10.0);
        assertThat(full.mean(Metric.READ_MIBPS)).isGreaterThan(2000);
    }

    @Test
    void readsOfABlockDeviceAreBuffersAndDontcacheLeavesNone() {
        Ran normal = ran("block-dontcache-read", "normal", 2);
        Ran dontcache = ran("block-dontcache-read", "dontcache", 2);

        assertThat(normal.at(2, Metric.BUFFERS) - normal.at(1, Metric.BUFFERS))
                .isCloseTo(normal.at(2, Metric.READ_MIBPS) * MIB, within(MIB));
        assertThat(normal.at(2, Metric.CACHED)).isEqualTo(normal.at(1, Metric.CACHED));
        assertThat(dontcache.at(2, Metric.BUFFERS)).isLessThan(MIB);
    }

    @Test
    void fiftyGigabytesPassThroughAFlatCacheAndTheNormalReadFillsMemory() {
        Ran dontcache = ran("f2fs-uncached-read-50g", "dontcache", 6);
        Ran cached = ran("f2fs-uncached-read-50g", "cached", 6);

        assertThat(dontcache.at(6, Metric.CACHED) - dontcache.at(1, Metric.CACHED))
                .isCloseTo(0, within(64 * MIB));
        assertThat(dontcache.sum(Metric.KSWAPD_CPU)).isZero();
        assertThat(cached.simulation().result().marks().getFirst().atNanos()).isBetween(3_000_000_000L, 4_000_000_000L);
        assertThat(cached.at(6, Metric.KSWAPD_CPU)).isGreaterThan(50);
    }

    @ParameterizedTest
    @CsvSource({
        "normal-128, 1",
        "normal-2560, 1",
        "dontcache-128, 1.167",
        "dontcache-512, 1.375",
        "dontcache-2560, 1.42",
        "whole-2560, 1"
    })
    void theLargerTheWindowsTheMoreADontcacheReaderReadsTwice(String variant, double factor) {
        assertThat(ran("read-ahead-study", variant, 2).readFactor()).isCloseTo(factor, within(factor / 100));
    }

    @Test
    void aReaderThatDropsOnlyWholeFoliosIsAsFastAsTheNormalOneAndLeavesNothing() {
        Ran normal = ran("read-ahead-study", "normal-2560", 2);
        Ran whole = ran("read-ahead-study", "whole-2560", 2);
        Ran dontcache = ran("read-ahead-study", "dontcache-2560", 2);

        assertThat(whole.mean(Metric.READ_MIBPS))
                .isCloseTo(normal.mean(Metric.READ_MIBPS), within(0.01 * normal.mean(Metric.READ_MIBPS)));
        assertThat(dontcache.mean(Metric.READ_MIBPS)).isLessThan(0.6 * normal.mean(Metric.READ_MIBPS));
        assertThat(whole.at(2, Metric.CACHED)).isLessThan(16 * MIB);
    }

    @ParameterizedTest
    @ValueSource(strings = {"e0", "e1", "e2"})
    void aBlockDeviceRefusesDontcacheOnEveryKernelBeforeTheBlockSeries(String variant) {
        Ran refused = ran("kernel-history-read", variant, 2);

        assertThat(refused.simulation().result().errors())
                .extracting(JobError::errno)
                .containsExactly("EOPNOTSUPP");
        assertThat(refused.simulation().result().bytesRead()).isZero();
        assertThat(refused.simulation().isOver()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"e3", "e4"})
    void fromTheBlockSeriesOnTheCacheOfABlockDeviceStaysFlat(String variant) {
        Ran flat = ran("kernel-history-read", variant, 2);
        Ran normal = ran("kernel-history-read", "normal", 2);

        assertThat(flat.simulation().result().errors()).isEmpty();
        assertThat(flat.at(2, Metric.BUFFERS)).isLessThan(MIB);
        assertThat(normal.at(2, Metric.BUFFERS)).isGreaterThan(1000 * MIB);
    }

    /** Device bytes for each byte of the file, and the share of the file that stays. */
    @ParameterizedTest
    @CsvSource({
        "both-normal, 1, 1, 0.99, 1.01",
        "normal-and-dontcache, 1.3, 1.7, 0.7, 0.95",
        "both-dontcache, 2, 2.6, 0, 0.01"
    })
    void twoReadersShareTheWorkOrTakeItFromEachOther(
            String variant, double least, double most, double leastKept, double mostKept) {
        Ran two = ran("two-readers-one-file", variant, 3);
        double fileKib = two.sum(Metric.READ_MIBPS) / 2 * MIB;

        assertThat(two.readFactor() * 2).isBetween(least - 0.001, most + 0.001);
        assertThat(two.at(3, Metric.CACHED) / fileKib).isBetween(leastKept, mostKept);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dontcache", "fadvise", "normal-read-twice"})
    void dataIsStillCachedAfterABackupThatLeavesNothingOrWhereItWasReadTwice(String variant) {
        Ran spared = ran("hot-set-eviction", variant, 12);

        assertThat(spared.at(12, Metric.DEVICE_READ_MIBPS)).isLessThan(1);
        assertThat(spared.at(12, Metric.LATENCY_P50)).isLessThan(10);
        assertThat(spared.sum(Metric.WORKINGSET_REFAULT_FILE)).isZero();
    }

    @Test
    void aNormalBackupEvictsDataThatWasReadOnceAndItComesBackByRefaults() {
        Ran evicted = ran("hot-set-eviction", "normal", 12);

        assertThat(evicted.at(12, Metric.LATENCY_P50)).isGreaterThan(100);
        assertThat(evicted.at(12, Metric.WORKINGSET_REFAULT_FILE))
                .isCloseTo(evicted.at(12, Metric.DEVICE_READ_MIBPS) * 256, within(256.0));
    }

    /** The normal write meets its limits, the DONTCACHE write never fills the group, the caller's own never stalls. */
    @Test
    void aNormalWriteFillsItsGroupAndIsHeldAndADontcacheWriteLeavesRoom() {
        Ran normal = ran("block-dontcache-write", "normal", 4);
        Ran dontcache = ran("block-dontcache-write", "dontcache", 4);
        Ran inline = ran("block-dontcache-write", "dontcache-inline", 2);

        assertThat(normal.simulation().result().marks())
                .extracting(Mark::kind)
                .contains(Mark.Kind.CGROUP_FULL, Mark.Kind.THROTTLING);
        assertThat(normal.sum(Metric.DIRECT_RECLAIM_CPU)).isPositive();
        assertThat(normal.sum(Metric.THROTTLED_MILLIS)).isGreaterThan(1000);
        assertThat(dontcache.simulation().result().marks())
                .extracting(Mark::kind)
                .doesNotContain(Mark.Kind.CGROUP_FULL);
        assertThat(dontcache.sum(Metric.DIRECT_RECLAIM_CPU)).isZero();
        assertThat(dontcache.mean(Metric.WRITE_MIBPS)).isGreaterThan(1.5 * normal.mean(Metric.WRITE_MIBPS));
        assertThat(inline.sum(Metric.THROTTLED_MILLIS)).isZero();
    }

    @Test
    void pagesOfADontcacheWriteStayOnF2fsUnlessTheirBiosEndOnAWorkQueue() {
        Ran left = ran("f2fs-uncached-write", "dontcache", 3);
        Ran dropped = ran("f2fs-uncached-write", "workqueue", 3);
        Ran unsafe = ran("f2fs-uncached-write", "unsafe", 3);

        assertThat(left.at(3, Metric.CACHED) - left.at(1, Metric.CACHED))
                .isCloseTo((left.at(2, Metric.WRITE_MIBPS) + left.at(3, Metric.WRITE_MIBPS)) * MIB, within(MIB));
        assertThat(left.sum(Metric.DROPBEHIND_DROPPED)).isZero();
        assertThat(left.sum(Metric.DROPBEHIND_IN_ATOMIC)).isPositive();
        assertThat(left.sum(Metric.ATOMIC_SLEEP_SPLATS)).isZero();
        assertThat(dropped.at(3, Metric.CACHED)).isCloseTo(dropped.at(1, Metric.CACHED), within(MIB));
        assertThat(dropped.sum(Metric.ATOMIC_SLEEP_SPLATS)).isZero();
        assertThat(unsafe.at(3, Metric.CACHED)).isCloseTo(unsafe.at(1, Metric.CACHED), within(MIB));
        assertThat(unsafe.sum(Metric.ATOMIC_SLEEP_SPLATS)).isPositive();
    }

    /** What is cached in the end in KiB, of a partition of a million, and the median latency in microseconds. */
    @ParameterizedTest
    @CsvSource({
        "v1, 900000, 1048576, 0, 400",
        "v2, 500000, 600000, 0, 400",
        "v3, 500000, 600000, 0, 400",
        "v4, 0, 256, 0, 400",
        "v5, 0, 256, 4000, 8000",
        "v6, 0, 256, 4000, 8000",
        "v7, 0, 256, 0, 400"
    })
    void designsKeepMoreOrLessAndTwoOfThemWaitForTheClock(
            String variant, double leastKept, double mostKept, double leastMicros, double mostMicros) {
        Ran design = ran("completion-designs", variant, 2);

        assertThat(design.at(2, Metric.BUFFERS)).isBetween(leastKept, mostKept);
        assertThat(design.at(2, Metric.LATENCY_P50)).isBetween(leastMicros, mostMicros);
    }

    @ParameterizedTest
    @CsvSource({
        "ext4-overwrite, true",
        "ext4-append, false",
        "xfs-overwrite, false",
        "xfs-append, false",
        "btrfs-overwrite, false",
        "f2fs-overwrite, true",
        "f2fs-append, true"
    })
    void whereWritebackEndsDecidesWhetherAWrittenFileStays(String variant, boolean stays) {
        Ran written = ran("dontcache-overwrite-append", variant, 5);

        assertThat(written.simulation().isOver()).isTrue();
        assertThat(written.samples().getLast().value(Metric.CACHED))
                .isBetween(stays ? 2048 * MIB : 0, stays ? 2050 * MIB : 8 * MIB);
    }

    @Test
    void aDropInTheInterruptIsAsGoodAsOneInAWorkerButForTheWarnings() {
        Ran left = ran("drop-in-interrupt", "left", 3);
        Ran dropped = ran("drop-in-interrupt", "dropped", 3);
        Ran readers = ran("drop-in-interrupt", "readers", 3);
        Ran deferred = ran("drop-in-interrupt", "deferred", 3);

        assertThat(left.at(3, Metric.BUFFERS)).isGreaterThan(3 * dropped.at(3, Metric.BUFFERS));
        assertThat(dropped.at(3, Metric.BUFFERS)).isCloseTo(deferred.at(3, Metric.BUFFERS), within(64 * MIB));
        assertThat(dropped.at(3, Metric.ATOMIC_SLEEP_SPLATS)).isPositive();
        assertThat(dropped.sum(Metric.CPU_HANGS)).isZero();
        assertThat(readers.sum(Metric.CPU_HANGS)).isPositive();
        assertThat(left.sum(Metric.ATOMIC_SLEEP_SPLATS)).isZero();
        assertThat(deferred.sum(Metric.ATOMIC_SLEEP_SPLATS)).isZero();
        assertThat(deferred.at(3, Metric.INTERRUPT_CPU)).isLessThan(dropped.at(3, Metric.INTERRUPT_CPU) / 4);
    }

    /** Calls a second of the small writer: those of the bulk writer are one a MiB. */
    @ParameterizedTest
    @CsvSource({"alone, 30000, 45000", "normal, 5, 40", "dontcache, 5, 40", "short-queue, 100, 300"})
    void aSmallWriterWaitsBehindTheQueueOfTheDisk(String variant, double least, double most) {
        Ran both = ran("small-fsync-writer", variant, 5);
        double bulk = variant.equals("alone") ? 0 : both.at(5, Metric.WRITE_MIBPS);

        assertThat(both.at(5, Metric.IOPS) - bulk).isBetween(least, most);
    }

    @ParameterizedTest
    @CsvSource({"normal, 0.2, 0.6, true", "dontcache, 0.2, 0.6, true", "inline, 0.95, 1.1, false"})
    void aCopyHoldsADatabaseByTheDirtyLimitUnlessItWritesOutWhatItWrites(
            String variant, double least, double most, boolean isHeld) {
        Ran copied = ran("backup-beside-database", variant, 7);

        assertThat(copied.at(7, Metric.IOPS) / copied.at(4, Metric.IOPS)).isBetween(least, most);
        assertThat(copied.at(7, Metric.THROTTLED_MILLIS) > 0).isEqualTo(isHeld);
        assertThat(copied.at(7, Metric.MEM_FREE) < 64 * MIB).isEqualTo(variant.equals("normal"));
        assertThat(copied.sum(Metric.WORKINGSET_REFAULT_FILE)).isLessThan(1000);
    }

    @Test
    void theFlusherMakesOfADontcacheWriteFewLargeRequestsAndTheCallerManySmallOnes() {
        Ran inline = ran("kernel-history-write", "e1", 3);
        Ran flusher = ran("kernel-history-write", "e2", 3);
        Ran normal = ran("kernel-history-write", "normal", 3);

        assertThat(inline.at(3, Metric.DEVICE_WRITE_REQUESTS))
                .isGreaterThan(50 * flusher.at(3, Metric.DEVICE_WRITE_REQUESTS));
        assertThat(inline.at(3, Metric.CACHED)).isLessThan(MIB);
        assertThat(flusher.at(1, Metric.WRITE_MIBPS)).isGreaterThan(inline.at(1, Metric.WRITE_MIBPS));
        assertThat(flusher.at(3, Metric.CACHED))
                .isCloseTo(flusher.at(3, Metric.DIRTY) + flusher.at(3, Metric.WRITEBACK), within(8 * MIB));
        assertThat(normal.at(3, Metric.CACHED)).isGreaterThan(4 * flusher.at(3, Metric.CACHED));
        assertThat(ran("kernel-history-write", "e0", 1).simulation().result().errors())
                .extracting(JobError::errno)
                .containsExactly("EOPNOTSUPP");
    }

    @Test
    void biosOnTheListOfAProcessorThatComesBackAreEndedOnlyIfItIsLookedAt() {
        Ran requeued = ran("cpu-hotplug-completions", "requeue", 3);
        Ran stuck = ran("cpu-hotplug-completions", "stuck", 3);

        assertThat(requeued.simulation().result().marks())
                .extracting(Mark::kind)
                .containsSequence(Mark.Kind.CPU_OFFLINE, Mark.Kind.CPU_ONLINE);
        assertThat(requeued.at(2, Metric.WRITE_MIBPS)).isCloseTo(stuck.at(2, Metric.WRITE_MIBPS), within(1.0));
        assertThat(requeued.at(3, Metric.WRITE_MIBPS)).isGreaterThan(requeued.at(2, Metric.WRITE_MIBPS));
        assertThat(stuck.at(3, Metric.WRITE_MIBPS)).isLessThan(100);
        assertThat(stuck.at(3, Metric.BIOS_DEFERRED)).isGreaterThan(stuck.at(3, Metric.BIOS_ENDED_IN_TASK));
    }

    /** Of a run that is over within a second. */
    private static double readsPerWrite(String scenario, String variant) {
        return ran(scenario, variant, 1).at(1, Metric.DEVICE_READS_4K_PER_WRITE);
    }

    private static Ran ran(String scenario, String variant, int seconds) {
        SimulationSpec spec = CATALOGUE
                .find(scenario)
                .orElseThrow()
                .variant(variant)
                .orElseThrow()
                .spec();
        Simulation simulation = new Simulation(spec);
        List<Sample> samples = simulation.advanceTo(seconds * SECOND_NANOS);
        return new Ran(simulation, samples);
    }
}
