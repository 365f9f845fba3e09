package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.dropbehind.engine.cache.DirtyFolios;
import dev.dropbehind.engine.cache.Dropbehind;
import dev.dropbehind.engine.cache.FolioBatch;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.call.Errno;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.measure.Trace;
import dev.dropbehind.engine.spec.BadSector;
import dev.dropbehind.engine.spec.Completion;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.JobSpec.Rw;
import dev.dropbehind.engine.spec.MachineSpec;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.Preemption;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.engine.workload.JobFailure;
import dev.dropbehind.testing.Bench;
import dev.dropbehind.testing.CheckedMachine;
import dev.dropbehind.testing.Specs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a simple simulator of writes gets wrong (kernel-model §11.2; the number of its row before each test). */
class SubtleWritesTest {

    private static final int CALL = 64 << 10;
    private static final int FILE = 1 << 20;
    private static final int FILE_PAGES = FILE / Pages.SIZE;
    private static final long MILLI = 1_000_000;
    private static final long TICK_NANOS = 4_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final Durability SYNC_AT_END = new Durability(Durability.Sync.NONE, 0, 0, true);
    private static final Durability DSYNC = new Durability(Durability.Sync.DSYNC, 0, 0, false);

    private final Bench bench = Bench.empty();
    private final DirtyFolios dirty = bench.machine().dirty();

    // 1
    @ParameterizedTest
    @EnumSource(names = {"XFS", "EXT4", "BTRFS"})
    void aDontcacheWriteOverCachedDataLeavesItCached(FileSystemSpec.Type type) {
        Machine machine = ran(specs(type)
                .job(part("reader", Rw.READ, IoMode.CACHED, 0, FILE))
                .job(afterTheOthers(part("writer", Rw.WRITE, IoMode.DONTCACHE, 0, FILE))));

        assertThat(file(machine)).isEqualTo(FILE_PAGES);
        assertThat(count(machine, Counter.NR_FILE_DIRTY)).isZero();
        assertThat(count(machine, Counter.DEVICE_WRITE_BYTES)).isBetween((long) FILE, FILE + 16L * Pages.SIZE);
        assertThat(count(machine, Counter.DROPBEHIND_DROPPED)).isZero();
    }

    // 2
    @Test
    void aNormalWriteToWhatWillBeDroppedKeepsIt() {
        makeDirty(0, 8, true);

        dirty.clearDropbehind(dirty.find(bench.file(), 0, 4));
        assertThat(bench.count(Counter.WB_DONTCACHE_DIRTY)).isEqualTo(4);
        assertThat(bench.count(Counter.NR_FILE_DIRTY)).isEqualTo(8);

        bench.machine().runUntil(60 * SECOND);
        assertThat(bench.count(Counter.NR_FILE_DIRTY)).isZero();
        assertThat(bench.file().nextMissing(0, 8)).isEqualTo(4);
        assertThat(bench.file().cachedPages()).isEqualTo(4);
        bench.check();
    }

    // 3
    @ParameterizedTest
    @EnumSource(names = {"XFS", "EXT4", "BTRFS"})
    void aDontcacheWriteAfterANormalOneDoesNotMarkWhatItFinds(FileSystemSpec.Type type) {
        Machine machine = ran(specs(type)
                .job(part("normal", Rw.WRITE, IoMode.CACHED, 0, FILE).with(Durability.NONE))
                .job(afterTheOthers(part("dontcache", Rw.WRITE, IoMode.DONTCACHE, 0, FILE))));

        assertThat(file(machine)).isEqualTo(FILE_PAGES);
        assertThat(count(machine, Counter.NR_WRITTEN)).isEqualTo(FILE_PAGES);
    }

    // 4
    @Test
    void whatIsDirtyAgainWhenItsWritebackEndsIsDroppedByTheNext() {
        makeDirty(0, 8, true);
        int folio = dirty.find(bench.file(), 0, 8);
        dirty.startWriteback(bench.file(), folio, 0);
        dirty.takeDirtySectors(bench.file(), folio, 64);
        dirty.markDirty(bench.file(), 0, 8);

        dirty.endWriteback(bench.file(), 0, 64, 0, Context.KWORKER);
        assertThat(bench.file().cachedPages()).isEqualTo(1);
        assertThat(bench.count(Counter.NR_FILE_DIRTY)).isEqualTo(1);
        assertThat(bench.count(Counter.WB_DONTCACHE_DIRTY)).isEqualTo(1);

        bench.machine().runUntil(60 * SECOND);
        assertThat(bench.file().cachedPages()).isZero();
        bench.check();
    }

    // 5
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aDontcacheReadOfDirtyPagesLeavesThemAsTheyAre(boolean marked) {
        makeDirty(0, 8, marked);
        FolioBatch batch = bench.lookUp(0, 8);
        new Dropbehind(
                        bench.cache(),
                        bench.machine().counters(),
                        bench.machine().till(),
                        false,
                        null)
                .afterRead(batch, Pages.bytes(8), 0, Context.TASK);
        bench.release(batch);

        assertThat(bench.file().cachedPages()).isEqualTo(8);
        assertThat(bench.count(Counter.NR_FILE_DIRTY)).isEqualTo(8);
        assertThat(bench.count(Counter.WB_DONTCACHE_DIRTY)).isEqualTo(marked ? 8 : 0);
        assertThat(bench.count(Counter.DROPBEHIND_DROPPED)).isZero();
        bench.check();
    }

    // 13
    @ParameterizedTest
    @EnumSource(names = {"EXT4", "F2FS", "BDEV"})
    void whatEndsInAnInterruptStaysMarkedUntilAPlainReadDropsIt(FileSystemSpec.Type type) {
        Specs writer =
                specs(type).patch(Toggle.BDEV_FOP_DONTCACHE).job(part("writer", Rw.WRITE, IoMode.DONTCACHE, 0, FILE));
        Machine written = ran(writer);
        assertThat(file(written)).isEqualTo(FILE_PAGES);
        assertThat(count(written, Counter.DROPBEHIND_IN_ATOMIC)).isEqualTo(FILE_PAGES);
        assertThat(count(written, Counter.NR_FILE_DIRTY)).isZero();

        Machine read = ran(writer.job(afterTheOthers(part("reader", Rw.READ, IoMode.CACHED, 0, FILE))));
        assertThat(file(read)).isZero();
        assertThat(count(read, Counter.DEVICE_READ_BYTES)).isZero();
        assertThat(count(read, Counter.DROPBEHIND_DROPPED)).isEqualTo(FILE_PAGES);
    }

    // 14, 15
    @ParameterizedTest
    @CsvSource({"DYNAMIC, false", "FULL, false", "NONE, true", "VOLUNTARY, true"})
    void aRamdiskEndsBiosInTheirSubmitterUnlessTheKernelCannotTell(Preemption preemption, boolean isDeferred) {
        Machine machine = ran(with(
                preemption,
                specs(FileSystemSpec.Type.XFS)
                        .epoch(Epoch.E3)
                        .device(Specs.ramDisk())
                        .job(part("writer", Rw.WRITE, IoMode.DONTCACHE, 0, FILE))
                        .spec()));

        assertThat(count(machine, Counter.BIOS_DEFERRED) > 0).isEqualTo(isDeferred);
        assertThat(file(machine)).isZero();
    }

    // 16
    @Test
    void aBioWithAMarkedFolioIsDeferredAsAWholeAndOnlyThatFolioIsDropped() {
        Machine machine = ran(specs(FileSystemSpec.Type.XFS)
                .epoch(Epoch.E3)
                .job(part("normal", Rw.WRITE, IoMode.CACHED, 0, CALL).with(Durability.NONE))
                .job(afterTheOthers(part("dontcache", Rw.WRITE, IoMode.DONTCACHE, CALL, CALL))));

        assertThat(count(machine, Counter.WB_WRITTEN)).isEqualTo(2L * Pages.of(CALL));
        assertThat(count(machine, Counter.BIOS_DEFERRED)).isEqualTo(1);
        // The log's.
        assertThat(count(machine, Counter.WRITE_BIOS_ENDED_IN_INTERRUPT))
                .isEqualTo(count(machine, Counter.JOURNAL_COMMITS));
        assertThat(count(machine, Counter.DROPBEHIND_DROPPED)).isEqualTo(Pages.of(CALL));
        assertThat(file(machine)).isEqualTo(Pages.of(CALL));
    }

    // 17
    @Test
    void aBioThatIsSplitIsDeferredOnce() {
        Machine machine = ran(specs(FileSystemSpec.Type.XFS)
                .epoch(Epoch.E3)
                .device(Specs.nvme(128, 32))
                .job(calls("writer", IoMode.DONTCACHE, FILE, FILE).with(DSYNC)));

        assertThat(count(machine, Counter.BIO_SPLITS)).isEqualTo(7);
        assertThat(count(machine, Counter.BIOS_DEFERRED)).isEqualTo(1);
        assertThat(file(machine)).isZero();
    }

    // 18, 19
    @Test
    void aSyncWaitsForTheWorkerAndWithADelayedOneForTheSecondTick() {
        long atOnce = nanosOfSyncedWrites("v7");
        long withoutDeferral = nanosOfSyncedWrites("v1");
        long laterTick = nanosOfSyncedWrites("v6");

        assertThat(atOnce).isGreaterThan(withoutDeferral).isLessThan(withoutDeferral + 20 * MILLI);
        assertThat(laterTick).isBetween(50 * TICK_NANOS, 50 * 2 * TICK_NANOS + MILLI);
    }

    private static long nanosOfSyncedWrites(String variant) {
        Machine machine = MachineBuilder.build(specs(FileSystemSpec.Type.XFS)
                .epoch(Epoch.E3)
                .set(Toggle.BLOCK_DEFER_VARIANT, variant)
                .job(calls("writer", IoMode.DONTCACHE, 4096, 50 * 4096).with(DSYNC))
                .spec());
        while (!machine.workload().isOver()) {
            machine.timeline().runNext();
        }
        return machine.timeline().now();
    }

    // 21, 22
    @Test
    void smallDontcacheWritesAreABioEachUntilTheFlusherDoesThem() {
        Machine normal =
                ran(specs(FileSystemSpec.Type.XFS).epoch(Epoch.E1).job(calls("writer", IoMode.CACHED, 8192, FILE)));
        Machine inline =
                ran(specs(FileSystemSpec.Type.XFS).epoch(Epoch.E1).job(calls("writer", IoMode.DONTCACHE, 8192, FILE)));
        Machine flusher =
                ran(specs(FileSystemSpec.Type.XFS).epoch(Epoch.E2).job(calls("writer", IoMode.DONTCACHE, 8192, FILE)));

        assertThat(count(inline, Counter.DEVICE_WRITE_REQUESTS)).isGreaterThanOrEqualTo(FILE / 8192);
        assertThat(count(inline, Counter.DONTCACHE_KICKS)).isZero();
        assertThat(count(flusher, Counter.DEVICE_WRITE_REQUESTS)).isLessThan(FILE / 8192 / 2);
        assertThat(count(flusher, Counter.DONTCACHE_KICKS)).isPositive();
        assertThat(count(flusher, Counter.APPLICATION_CPU_NANOS))
                .isLessThan(count(inline, Counter.APPLICATION_CPU_NANOS));
        assertThat(count(inline, Counter.APPLICATION_CPU_NANOS))
                .isGreaterThan(count(normal, Counter.APPLICATION_CPU_NANOS));
        assertThat(file(inline)).isZero();
        assertThat(file(flusher)).isZero();
    }

    // 23
    @Test
    void theFlusherWritesAnOlderFileBeforeThePagesItWasWokenFor() {
        List<Integer> written = new ArrayList<>();
        Specs specs = specs(FileSystemSpec.Type.XFS)
                .epoch(Epoch.E2)
                .job(new JobSpec(
                                "normal",
                                Rw.WRITE,
                                CALL,
                                1,
                                Layout.SHARED,
                                "old",
                                FILE,
                                FILE,
                                IoMode.CACHED,
                                null,
                                false)
                        .withExisting(true))
                .job(afterTheOthers(
                        part("dontcache", Rw.WRITE, IoMode.DONTCACHE, 0, CALL).with(Durability.NONE)));
        Machine machine = MachineBuilder.build(specs.spec(), new FilesWritten(written));
        machine.runUntil(SECOND);

        assertThat(count(machine, Counter.WB_WRITTEN)).isGreaterThanOrEqualTo(Pages.of(CALL));
        assertThat(written.getFirst()).isEqualTo(1);
        assertThat(count(machine, Counter.WB_DONTCACHE_DIRTY)).isEqualTo(Pages.of(CALL));
        machine.runUntil(60 * SECOND);
        assertThat(count(machine, Counter.WB_DONTCACHE_DIRTY)).isZero();
    }

    // 24
    @Test
    void aSynchronousDontcacheWriteKicksNobodyAndIsDroppedWhenItIsWritten() {
        Machine machine = ran(specs(FileSystemSpec.Type.XFS)
                .epoch(Epoch.E2)
                .job(calls("writer", IoMode.DONTCACHE, CALL, FILE).with(DSYNC)));

        assertThat(count(machine, Counter.DONTCACHE_KICKS)).isZero();
        assertThat(file(machine)).isZero();
        assertThat(count(machine, Counter.DROPBEHIND_DROPPED)).isEqualTo(FILE_PAGES);
    }

    // 25, 26
    @ParameterizedTest
    @CsvSource({"true, 256", "false, 0"})
    void withoutItsDeferralXfsDropsOnlyWhatMakesUnwrittenBlocksWritten(boolean existing, long left) {
        Machine machine = ran(specs(FileSystemSpec.Type.XFS)
                .without(Toggle.XFS_DEFER_DONTCACHE_IOEND)
                .job(calls("writer", IoMode.DONTCACHE, CALL, FILE).withExisting(existing)));

        assertThat(file(machine)).isEqualTo(left);
        assertThat(count(machine, Counter.DROPBEHIND_IN_ATOMIC)).isEqualTo(left);
    }

    // 27
    @Test
    void aWriteBehindTheEndFillsTheOldLastPageAndKeepsIt() {
        JobSpec first = calls("first", IoMode.DONTCACHE, 5000, 5000).with(DSYNC).withExisting(false);
        JobSpec behind = new JobSpec(
                        "behind", Rw.WRITE, 4096, 1, Layout.SHARED, "data", 4096, FILE, IoMode.DONTCACHE, null, false)
                .with(Rw.WRITE, new JobSpec.Pattern(0, false, 40_960, null))
                .with(SYNC_AT_END);
        Machine machine = ran(specs(FileSystemSpec.Type.XFS).job(first).job(afterTheOthers(behind)));

        assertThat(count(machine, Counter.EDGE_READ_SECTORS)).isEqualTo(Pages.SECTORS);
        assertThat(file(machine)).isEqualTo(1);
        assertThat(machine.files().getFirst().mapping().nextPresent(0, 16)).isEqualTo(1);
    }

    // 38
    @Test
    void truncatedPagesAreNeitherWrittenNorDropped() {
        makeDirty(0, 8, true);
        int folio = dirty.find(bench.file(), 0, 8);
        dirty.cancelDirty(bench.file(), folio);
        bench.cache().remove(folio, 0);

        assertThat(bench.count(Counter.WB_DONTCACHE_DIRTY)).isZero();
        assertThat(bench.count(Counter.NR_FILE_DIRTY)).isZero();
        bench.machine().runUntil(60 * SECOND);
        assertThat(bench.count(Counter.DEVICE_WRITE_BYTES)).isZero();
        assertThat(bench.count(Counter.DROPBEHIND_DROPPED)).isZero();
        bench.check();
    }

    // 48
    @Test
    void ofALargeFolioOnlyTheBlockThatIsDirtyIsWritten() {
        Machine whole = ran(specs(FileSystemSpec.Type.XFS).job(calls("whole", IoMode.CACHED, FILE, FILE)));
        Machine block = ran(specs(FileSystemSpec.Type.XFS)
                .job(calls("whole", IoMode.CACHED, FILE, FILE))
                .job(afterTheOthers(part("block", Rw.WRITE, IoMode.CACHED, 40_960, 4096))));

        assertThat(count(block, Counter.NR_WRITTEN) - count(whole, Counter.NR_WRITTEN))
                .isEqualTo(FILE_PAGES);
        assertThat(count(block, Counter.DEVICE_WRITE_BYTES) - count(whole, Counter.DEVICE_WRITE_BYTES))
                .isEqualTo(4096);
    }

    // 49
    @ParameterizedTest
    @CsvSource({"BTRFS, true", "XFS, false"})
    void aWriteWaitsForWritebackWhereDataHasAChecksum(FileSystemSpec.Type type, boolean waits) {
        List<Integer> waited = new ArrayList<>();
        Specs specs = specs(type)
                .job(calls("writer", IoMode.DONTCACHE, 1000, 20_000)
                        .withExisting(false)
                        .with(Durability.NONE));
        Machine machine = MachineBuilder.build(specs.spec(), new FoliosWaitedFor(waited));
        machine.runUntil(SECOND / 100);

        assertThat(count(machine, Counter.WRITE_CALLS)).isEqualTo(20);
        assertThat(waited.isEmpty()).isEqualTo(!waits);
    }

    // 51
    @Test
    void anErrorOfWritebackIsReportedOnceToEachOpenFileAndTheFolioIsCleanAndDropped() {
        DeviceSpec.Nvme good = Specs.nvme(1280, 32);
        QueueSpec queue = new QueueSpec(4096, 128, 1280, 128, 32, Completion.HARDIRQ, List.of(new BadSector(0, 16)));
        Machine machine = ran(specs(FileSystemSpec.Type.XFS)
                .device(new DeviceSpec.Nvme(queue, good.timing()))
                .job(part("writer", Rw.WRITE, IoMode.DONTCACHE, 0, CALL))
                .job(afterTheOthers(part("other", Rw.WRITE, IoMode.DONTCACHE, CALL, CALL))));

        assertThat(machine.workload().failures())
                .extracting(JobFailure::job, JobFailure::error)
                .containsExactly(tuple("writer", Errno.EIO), tuple("other", Errno.EIO));
        assertThat(count(machine, Counter.NR_FILE_DIRTY)).isZero();
        assertThat(count(machine, Counter.NR_WRITEBACK)).isZero();
        assertThat(file(machine)).isZero();
    }

    private void makeDirty(int first, int count, boolean dropbehind) {
        assertThat(bench.memory().take(count, 0, true)).isEqualTo(count);
        bench.cache()
                .insertForWrite(
                        bench.file(), first, count, 0, dropbehind, bench.task().cpu());
        long from = (long) first * Pages.SECTORS;
        long to = (long) (first + count) * Pages.SECTORS;
        bench.cache().contents().written(bench.file(), Pages.bytes(first), Pages.bytes(first + count));
        dirty.markValid(bench.file(), from, to);
        dirty.markDirty(bench.file(), from, to);
    }

    /** Hears of which files folios go under writeback. */
    private record FilesWritten(List<Integer> files) implements Trace {

        @Override
        public void acts(String actor) {}

        @Override
        public void note(Fact.Kind kind, int file, long first, long count) {
            if (kind == Fact.Kind.WRITEBACK_STARTED) {
                files.add(file);
            }
        }
    }

    /** Hears of which pages writers wait for. */
    private record FoliosWaitedFor(List<Integer> pages) implements Trace {

        @Override
        public void acts(String actor) {}

        @Override
        public void note(Fact.Kind kind, int file, long first, long count) {
            if (kind == Fact.Kind.WAITS_FOR_FOLIO) {
                pages.add((int) first);
            }
        }
    }

    private static Specs specs(FileSystemSpec.Type type) {
        return Specs.small().fileSystem(type).device(Specs.nvme(1280, 32)).duration(SECOND);
    }

    private static SimulationSpec with(Preemption preemption, SimulationSpec spec) {
        MachineSpec machine = spec.machine();
        return spec.withMachine(
                new MachineSpec(machine.profile(), machine.cpus(), machine.hz(), preemption, machine.costs()));
    }

    private static JobSpec afterTheOthers(JobSpec job) {
        return job.with(new JobSpec.Start(0, true));
    }

    /** A task that writes or reads a part of a file by calls of 64 KiB; what it writes it syncs. */
    private static JobSpec part(String name, Rw rw, IoMode mode, long from, long size) {
        return new JobSpec(name, rw, Math.min(CALL, size), 1, Layout.SHARED, "data", size, FILE, mode, null, false)
                .with(rw, new JobSpec.Pattern(0, false, from, null))
                .with(rw.writes() ? SYNC_AT_END : Durability.NONE)
                .withExisting(true);
    }

    /** A task that writes the beginning of a file and syncs it. */
    private static JobSpec calls(String name, IoMode mode, int call, long size) {
        return new JobSpec(name, Rw.WRITE, call, 1, Layout.SHARED, "data", size, FILE, mode, null, false)
                .with(SYNC_AT_END)
                .withExisting(true);
    }

    private static long file(Machine machine) {
        return machine.files().getFirst().mapping().cachedPages();
    }

    private static long count(Machine machine, Counter counter) {
        return machine.counters().get(counter);
    }

    private static Machine ran(Specs specs) {
        return ran(specs.spec());
    }

    private static Machine ran(SimulationSpec spec) {
        return CheckedMachine.ran(spec, FolioTable.MAX_SIBLINGS);
    }
}
