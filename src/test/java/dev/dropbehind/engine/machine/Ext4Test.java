package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.ActionSpec;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSpec;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.FileSystemSpec.BufferedPath;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.MountOptions;
import dev.dropbehind.engine.spec.MountOptions.Data;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.testing.CheckedMachine;
import dev.dropbehind.testing.Specs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** ext4: what a commit waits for, where blocks come from, and what its iomap series changes (kernel-model §10.1). */
class Ext4Test {

    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;
    private static final long BYTES = 1 << 20;
    private static final int PAGES = Pages.of(BYTES);
    private static final Durability DSYNC = new Durability(Durability.Sync.DSYNC, 0, 0, false);
    private static final Durability AT_END = new Durability(Durability.Sync.NONE, 0, 0, true);

    @ParameterizedTest
    @CsvSource({
        "ORDERED, false, false, true",
        "ORDERED, true, false, false",
        "ORDERED, false, true, false",
        "WRITEBACK, false, false, false"
    })
    void aCommitWaitsForOtherFilesDataOnlyWhereItsBlocksWouldShowWithoutIt(
            Data data, boolean dioreadNolock, boolean isIomap, boolean waits) {
        Specs specs = on(new MountOptions(data, dioreadNolock, false))
                .job(appender("big", 64 << 10, 16 * BYTES).with(AT_END))
                .job(appender("small", 4096, 32 * 4096).with(DSYNC));
        Machine machine = ran(isIomap ? patched(specs, Toggle.EXT4_IOMAP_WRITEBACK) : specs);

        assertThat(count(machine, Counter.ORDERED_DATA_WAITS) > 0).isEqualTo(waits);
    }

    @ParameterizedTest
    @CsvSource({"true, false, 1", "false, false, 0", "false, true, 1"})
    void blocksAreEnteredByAWorkerWhereTheyWereAllocatedUnwritten(
            boolean dioreadNolock, boolean isIomap, int conversions) {
        Specs specs = on(new MountOptions(Data.ORDERED, dioreadNolock, false))
                .epoch(Epoch.E1)
                .job(Specs.writer(IoMode.DONTCACHE, 64 << 10, BYTES, false, AT_END));
        Machine machine = ran(isIomap ? patched(specs, Toggle.EXT4_IOMAP_WRITE) : specs);

        assertThat(count(machine, Counter.EXTENT_CONVERSIONS) > 0).isEqualTo(conversions > 0);
        assertThat(count(machine, Counter.NR_FILE_PAGES)).isEqualTo(conversions > 0 ? 0 : PAGES);
    }

    @Test
    void anOverwriterThatSyncsWaitsForNoCommitOfOthers() {
        Machine machine = ran(on(MountOptions.DEFAULT)
                .job(appender("new", 4096, 64 * 4096).with(DSYNC))
                .job(Specs.writer(IoMode.CACHED, 4096, 64 * 4096, true, DSYNC)));

        assertThat(count(machine, Counter.JOURNAL_COMMITS)).isEqualTo(64);
        assertThat(count(machine, Counter.DEVICE_FLUSH_REQUESTS)).isEqualTo(3L * 64 + 64);
    }

    @Test
    void journalledDataIsWrittenTwiceAndByTheJournalFirst() {
        Machine machine = ran(on(journal()).job(Specs.writer(IoMode.CACHED, 64 << 10, BYTES, false, AT_END)));

        assertThat(count(machine, Counter.JOURNALLED_DATA_SECTORS)).isEqualTo(BYTES / Pages.SECTOR_SIZE);
        assertThat(count(machine, Counter.JOURNAL_COMMITS)).isEqualTo(1);
        assertThat(count(machine, Counter.DEVICE_WRITE_BYTES)).isEqualTo(2 * BYTES + Pages.bytes(4));
        assertThat(count(machine, Counter.EXTENT_CONVERSIONS)).isZero();
        holdsOnTheDevice(machine);
    }

    @Test
    void withJournalledDataADontcacheWriterLeavesEverythingDirtyUntilTheJournalThreadComes() {
        CheckedMachine checked = new CheckedMachine(
                on(journal())
                        .epoch(Epoch.E1)
                        .job(Specs.writer(IoMode.DONTCACHE, 64 << 10, BYTES, false))
                        .spec(),
                FolioTable.MAX_SIBLINGS);
        Machine machine = checked.machine();
        machine.runUntil(4 * SECOND);
        assertThat(count(machine, Counter.NR_FILE_DIRTY)).isEqualTo(PAGES);
        assertThat(count(machine, Counter.DEVICE_WRITE_REQUESTS)).isZero();

        machine.runUntil(6 * SECOND);
        assertThat(count(machine, Counter.JOURNAL_COMMITS)).isEqualTo(1);
        assertThat(count(machine, Counter.NR_FILE_DIRTY)).isEqualTo(PAGES);

        machine.runUntil(40 * SECOND);
        assertThat(count(machine, Counter.NR_FILE_DIRTY)).isZero();
        assertThat(count(machine, Counter.NR_FILE_PAGES)).isEqualTo(PAGES);
    }

    @Test
    void aDirectWriterOfJournalledDataFallsBackToTheCache() {
        Machine machine = ran(on(journal()).job(Specs.writer(IoMode.DIRECT, 64 << 10, BYTES, true, AT_END)));

        assertThat(count(machine, Counter.DIRECT_FALLBACKS)).isEqualTo(BYTES / (64 << 10));
        assertThat(count(machine, Counter.JOURNALLED_DATA_SECTORS)).isEqualTo(BYTES / Pages.SECTOR_SIZE);
        holdsOnTheDevice(machine);
    }

    @Test
    void writebackThroughIomapAllocatesADelayedExtentAtOnceAndBufferHeadsWhatTheyAreAboutToWrite() {
        assertThat(count(ran(halfSynced(on(MountOptions.DEFAULT))), Counter.EXTENTS_ALLOCATED))
                .isEqualTo(2);
        assertThat(count(
                        ran(halfSynced(patched(on(MountOptions.DEFAULT), Toggle.EXT4_IOMAP_WRITEBACK))),
                        Counter.EXTENTS_ALLOCATED))
                .isEqualTo(1);
    }

    @Test
    void withoutLargeFoliosIomapSavesTheBuffersAndLargeFoliosSaveMore() {
        FileSystemSpec single = new FileSystemSpec(FileSystemSpec.Type.EXT4, 4096, false, BufferedPath.IOMAP);
        FileSystemSpec large = new FileSystemSpec(FileSystemSpec.Type.EXT4, 4096, true, BufferedPath.IOMAP);

        FileSystemSpec buffers = new FileSystemSpec(FileSystemSpec.Type.EXT4, 4096, false, BufferedPath.BUFFER_HEADS);

        assertThat(writerNanos(single)).isLessThan(writerNanos(buffers));
        assertThat(writerNanos(large)).isLessThan(writerNanos(single));
    }

    @ParameterizedTest
    @CsvSource({"true, true", "false, false"})
    void whatIsDirtyOverUnwrittenBlocksIsZeroedOnlyIfItIsWrittenBefore(boolean flushes, boolean holds) {
        Specs specs = patched(on(MountOptions.DEFAULT), Toggle.EXT4_ZERO_FLUSH_FIRST)
                .set(Toggle.EXT4_ZERO_FLUSH_FIRST, Boolean.toString(flushes))
                .file(new FileSpec("data", BYTES, List.of(new FileSpec.Extent(0, BYTES, FileSpec.State.UNWRITTEN)), 0))
                .job(Specs.writer(IoMode.CACHED, 64 << 10, BYTES, true))
                .action(new ActionSpec.ZeroRange(500 * MILLI, "data", 100, 20_000));
        Machine machine = MachineBuilder.build(specs.spec());
        machine.runUntil(SECOND);
        machine.cache().contents().verifyReads();

        assertThat(machine.cache().contents().dataVerified()).isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource({"100, 20000, 3, 2", "4096, 8192, 2, 0", "5000, 100, 0, 1", "0, 1048576, 256, 0"})
    void aZeroedRangeLosesItsWholeBlocksAndHasItsEdgesZeroedInTheCache(long from, long length, int gone, int dirty) {
        Machine machine = ran(on(MountOptions.DEFAULT)
                .job(Specs.writer(IoMode.CACHED, 64 << 10, BYTES, true, AT_END))
                .action(new ActionSpec.ZeroRange(500 * MILLI, "data", from, length)));

        assertThat(count(machine, Counter.TRUNCATED_PAGES)).isEqualTo(gone);
        assertThat(count(machine, Counter.NR_FILE_DIRTY)).isEqualTo(dirty);
        machine.cache().contents().verifyReads();
        assertThat(machine.cache().contents().mismatches()).isZero();
    }

    @Test
    void aDefragDropsAFileThatGoesThroughIomapAndLeavesItSinglePagesOnBufferHeads() {
        Specs specs = patched(on(MountOptions.DEFAULT), Toggle.EXT4_DEFRAG_FALLBACK)
                .patch(Toggle.EXT4_IOMAP_WRITE)
                .patch(Toggle.EXT4_LARGE_FOLIO)
                .job(Specs.writer(IoMode.CACHED, 64 << 10, BYTES, true))
                .action(new ActionSpec.Defrag(500 * MILLI, "data"));
        Machine machine = ran(specs);
        Mapping mapping = machine.files().getFirst().mapping();

        assertThat(mapping.cachedPages()).isZero();
        assertThat(mapping.hasLargeFolios()).isFalse();
        assertThat(machine.files().getFirst().isDefragmented()).isTrue();
        assertThat(count(machine, Counter.FAILED_CALLS)).isZero();
        holdsOnTheDevice(machine);
    }

    @Test
    void withoutAFallbackADefragFailsForAFileThatGoesThroughIomapOnly() {
        Specs iomap = patched(on(MountOptions.DEFAULT), Toggle.EXT4_IOMAP_WRITE);
        Specs buffers = on(MountOptions.DEFAULT);

        assertThat(count(ran(iomap.job(job()).action(defrag())), Counter.FAILED_CALLS))
                .isEqualTo(1);
        assertThat(count(ran(buffers.job(job()).action(defrag())), Counter.FAILED_CALLS))
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({"false, false", "true, true"})
    void theMountOptionDecidesWhereTheKernelHasIt(boolean bufferedIomap, boolean isIomap) {
        Specs specs =
                patched(on(new MountOptions(Data.ORDERED, true, bufferedIomap)).job(job()), Toggle.EXT4_MOUNT_OPTION);
        Machine machine =
                MachineBuilder.build(specs.patch(Toggle.EXT4_MOUNT_OPTION).spec());

        assertThat(machine.fileSystem().routeOf(machine.files().getFirst()).writesByBlock())
                .isEqualTo(!isIomap);
    }

    private static JobSpec job() {
        return Specs.writer(IoMode.CACHED, 64 << 10, BYTES, true);
    }

    private static ActionSpec defrag() {
        return new ActionSpec.Defrag(500 * MILLI, "data");
    }

    /** All of a file is written, then the first half again and synced, later the rest. */
    private static Specs halfSynced(Specs specs) {
        JobSpec again = new JobSpec(
                "half",
                JobSpec.Rw.WRITE,
                BYTES / 2,
                1,
                Layout.SHARED,
                "data",
                BYTES / 2,
                BYTES,
                IoMode.CACHED,
                null,
                false);
        return specs.job(Specs.writer(IoMode.CACHED, 64 << 10, BYTES, false))
                .job(again.withExisting(false).with(DSYNC).with(new JobSpec.Start(0, true)))
                .action(new ActionSpec.FadviseDontneed(500 * MILLI, "data"));
    }

    private static JobSpec appender(String name, long call, long size) {
        return new JobSpec(name, JobSpec.Rw.WRITE, call, 1, Layout.SHARED, name, size, size, IoMode.CACHED, null, false)
                .withExisting(false);
    }

    private static long writerNanos(FileSystemSpec fileSystem) {
        return count(
                ran(on(MountOptions.DEFAULT)
                        .fileSystem(fileSystem)
                        .job(Specs.writer(IoMode.CACHED, 64 << 10, BYTES, false))),
                Counter.APPLICATION_CPU_NANOS);
    }

    private static MountOptions journal() {
        return new MountOptions(Data.JOURNAL, true, false);
    }

    private static Specs patched(Specs specs, Toggle toggle) {
        Ext4Machines.patchNeeds(specs, toggle);
        return specs.patch(toggle);
    }

    private static Specs on(MountOptions mount) {
        return Ext4Machines.machine(mount)
                .pages(8192, 0, 0)
                .device(Specs.ufs(128, 32))
                .duration(SECOND);
    }

    private static Machine ran(Specs specs) {
        return CheckedMachine.ran(specs.spec(), FolioTable.MAX_SIBLINGS);
    }

    private static void holdsOnTheDevice(Machine machine) {
        machine.cache().contents().verifyDevice();
        assertThat(machine.cache().contents().mismatches()).isZero();
    }

    private static long count(Machine machine, Counter counter) {
        return machine.counters().get(counter);
    }
}
