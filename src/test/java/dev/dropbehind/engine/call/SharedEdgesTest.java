package dev.dropbehind.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.machine.Machine;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.ActionSpec;
import dev.dropbehind.engine.spec.BadSector;
import dev.dropbehind.engine.spec.Completion;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.FileSystemSpec.BufferedPath;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.JobSpec.Rw;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.testing.Bench;
import dev.dropbehind.testing.CheckedMachine;
import dev.dropbehind.testing.Specs;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Edges that two uncached writes share, on small machines whose invariants are checked after every event (kernel-model
 * §8.7, §8.8, §11.2). The first write has the bytes 0 to 6000, the second 6000 to 12000: they share page 1, and the
 * second has page 2 in part, which nobody else wants.
 */
class SharedEdgesTest {

    private static final int RECORD = 6000;
    private static final int SHARED_PAGE = 1;
    private static final int LAST_PAGE = 2;
    private static final int EDGE_SECTORS = 8;
    private static final long FILE = 1 << 20;
    private static final long MILLI = 1_000_000;
    private static final SharedEdges.Rules KEEPS = new SharedEdges.Rules(true, false, false, true, true, false);
    private static final Durability SYNC_AT_END = new Durability(Durability.Sync.NONE, 0, 0, true);
    private static final Durability DSYNC = new Durability(Durability.Sync.DSYNC, 0, 0, false);

    private final Bench bench = Bench.empty();

    @Test
    void withoutThePatchTheSecondWriterReadsBackWhatTheFirstHasDropped() {
        Machine machine = ran(specs(Epoch.E3).job(first(SYNC_AT_END)).job(second(SYNC_AT_END)));

        assertThat(count(machine, Counter.EDGE_READ_SECTORS)).isEqualTo(EDGE_SECTORS);
        assertThat(file(machine).cachedPages()).isZero();
    }

    @Test
    void theFirstWriterLeavesAnEdgeUnmarkedAndCachedWhileItsWholePagesGo() {
        Machine machine = ran(specs(Epoch.E4).job(first(SYNC_AT_END)));

        assertThat(cachedPages(machine)).containsExactly(SHARED_PAGE);
        assertThat(flags(machine, SHARED_PAGE)).doesNotContain("dropbehind", "dirty");
    }

    @ParameterizedTest
    @EnumSource(Durability.Sync.class)
    void theSecondWriterFindsTheEdgeAndItIsDropped(Durability.Sync sync) {
        Durability each = new Durability(sync, 0, 0, true);
        Machine machine = ran(specs(Epoch.E4).job(first(each)).job(second(each)));

        assertThat(count(machine, Counter.EDGE_READ_SECTORS)).isZero();
        assertThat(cachedPages(machine)).containsExactly(LAST_PAGE);
    }

    @Test
    void anEdgeIsCountedOnceItIsFoundAndNotWhenItIsMade() {
        SharedEdges edges = edges(KEEPS);
        edges.begin(false);
        edges.beginRange(0, RECORD, true);
        makeDirty(SHARED_PAGE);
        edges.made(Pages.SIZE);
        edges.written(Pages.SIZE, RECORD);
        assertThat(bench.count(Counter.WB_DONTCACHE_DIRTY)).isZero();

        edges.begin(false);
        edges.beginRange(RECORD, 2 * RECORD, true);
        edges.written(RECORD, 2 * Pages.SIZE);
        assertThat(bench.count(Counter.WB_DONTCACHE_DIRTY)).isEqualTo(1);
        edges.written(RECORD, 2 * Pages.SIZE);
        assertThat(bench.count(Counter.WB_DONTCACHE_DIRTY)).isEqualTo(1);
        bench.check();
    }

    @Test
    void whatAWriterThatSyncsHasFoundIsMarkedOnlyIfItIsDirtyAgainOrOnItsWay() {
        SharedEdges edges = edges(KEEPS);
        claim(edges);
        assertThat(bench.count(Counter.WB_DONTCACHE_DIRTY)).isZero();

        assertThat(edges.complete()).isEqualTo(Progress.ON);
        assertThat(bench.count(Counter.WB_DONTCACHE_DIRTY)).isEqualTo(1);

        int folio = bench.file().folioAt(SHARED_PAGE);
        bench.machine().dirty().startWriteback(bench.file(), folio, 0);
        assertThat(edges.complete()).isEqualTo(Progress.ON);
        assertThat(bench.file().folioAt(SHARED_PAGE)).isEqualTo(folio);
    }

    @Test
    void whatIsCleanAfterTheSyncIsDroppedAtOnceAndWaitedForWhereItIsLocked() {
        SharedEdges edges = edges(KEEPS);
        claim(edges);
        clean();
        bench.bill().settle();
        bench.machine().dirty().lock(bench.file(), SHARED_PAGE);
        assertThat(edges.complete()).isEqualTo(Progress.PARKED);

        bench.machine().dirty().unlock(bench.file(), SHARED_PAGE);
        assertThat(edges.complete()).isEqualTo(Progress.ON);
        assertThat(bench.file().cachedPages()).isZero();
        bench.check();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsUnlockedBeforeItIsDroppedStaysIfSomebodyIsQuicker(boolean isQuicker) {
        SharedEdges edges = edges(new SharedEdges.Rules(true, false, false, true, true, true));
        claim(edges);
        clean();
        assertThat(edges.complete()).isEqualTo(Progress.PAY);
        if (isQuicker) {
            dirty(SHARED_PAGE);
        }

        assertThat(edges.complete()).isEqualTo(Progress.ON);
        assertThat(bench.file().cachedPages()).isEqualTo(isQuicker ? 1 : 0);
        assertThat(bench.count(Counter.DROPBEHIND_SKIPPED)).isEqualTo(isQuicker ? 1 : 0);
        assertThat(bench.count(Counter.WB_DONTCACHE_DIRTY)).isEqualTo(isQuicker ? 1 : 0);
    }

    @Test
    void ofTwoRangesEachClaimsItsOwnEdgesAndTheCallCompletesThemAll() {
        SharedEdges edges = edges(KEEPS);
        for (int page = 0; page < 4; page++) {
            makeDirty(page);
        }
        edges.begin(true);
        edges.beginRange(100, 5000, true);
        edges.written(100, Pages.SIZE);
        edges.written(Pages.SIZE, 5000);
        edges.beginRange(9000, 13_000, true);
        edges.written(9000, 3 * Pages.SIZE);
        edges.written(3 * Pages.SIZE, 13_000);
        clean();

        assertThat(edges.complete()).isEqualTo(Progress.ON);
        assertThat(bench.file().cachedPages()).isZero();
    }

    @Test
    void aWriterThatSyncsDropsWhatItHasCompletedWithoutEverMarkingIt() {
        Machine machine = ran(specs(Epoch.E4).job(first(DSYNC)).job(second(DSYNC)));
        Machine marking = ran(specs(Epoch.E4)
                .without(Toggle.MM_SELF_COMPLETE_EDGES)
                .job(first(DSYNC))
                .job(second(DSYNC)));

        assertThat(cachedPages(machine)).containsExactly(LAST_PAGE);
        assertThat(cachedPages(marking)).containsExactly(LAST_PAGE);
        assertThat(count(machine, Counter.DROPBEHIND_DROPPED)).isEqualTo(2);
        assertThat(count(marking, Counter.DROPBEHIND_DROPPED)).isEqualTo(2);
    }

    @Test
    void aWriterWhoseSyncHasFailedLeavesTheEdge() {
        QueueSpec queue = new QueueSpec(
                4096, 128, 1280, 128, 32, Completion.HARDIRQ, List.of(new BadSector(5 * MILLI, EDGE_SECTORS)));
        DeviceSpec device =
                new DeviceSpec.Nvme(queue, new DeviceSpec.FlashTiming(4L << 30, 80_000, 2L << 30, 15_000, 0, 20, 16));
        Machine machine = ran(specs(Epoch.E4)
                .device(device)
                .job(first(DSYNC))
                .job(at(10 * MILLI, record("second", IoMode.DONTCACHE, RECORD).with(DSYNC))));

        assertThat(machine.workload().failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.error()).isEqualTo(Errno.EIO));
        assertThat(cachedPages(machine)).contains(SHARED_PAGE);
    }

    @ParameterizedTest
    @CsvSource({"false, 32", "true, 0"})
    void aLargerFolioFoundAtAnEdgeStaysWholeUnlessItIsMarkedWhole(boolean marksLarger, int left) {
        Specs specs = specs(Epoch.E4)
                .job(record("normal", Rw.WRITE, IoMode.CACHED, 0, 32 * 4096).with(SYNC_AT_END))
                .job(second(SYNC_AT_END));
        Machine machine = ran(marksLarger ? specs.patch(Toggle.MM_MARK_LARGER_FOUND) : specs);

        assertThat(file(machine).cachedPages()).isEqualTo(left);
    }

    @ParameterizedTest
    @CsvSource({"true, false", "false, true"})
    void anEdgeThatANormalCallHasCachedGoesUnlessOnlyThoseOfUncachedWritesDo(boolean marks, boolean stays) {
        Specs specs = specs(Epoch.E4)
                .fileSystem(new FileSystemSpec(FileSystemSpec.Type.XFS, 4096, false, BufferedPath.IOMAP))
                .job(record("reader", Rw.READ, IoMode.CACHED, 0, 4096).withExisting(true))
                .job(behind(record("writer", Rw.WRITE, IoMode.DONTCACHE, 0, 1000)
                        .withExisting(true)
                        .with(SYNC_AT_END)));
        Machine machine = ran(marks ? specs : specs.without(Toggle.MM_MARK_FOUND_UNFLAGGED_EDGE));

        assertThat(cachedPages(machine).contains(0)).isEqualTo(stays);
    }

    @Test
    void withoutThatMarkWhatAnUncachedWriteHasKeptIsStillCompleted() {
        Machine machine = ran(specs(Epoch.E4)
                .without(Toggle.MM_MARK_FOUND_UNFLAGGED_EDGE)
                .job(first(SYNC_AT_END))
                .job(second(SYNC_AT_END)));

        assertThat(cachedPages(machine)).containsExactly(LAST_PAGE);
    }

    // 33
    @Test
    void aKeptEdgeThatANormalWriteCompletesStays() {
        Machine machine = ran(specs(Epoch.E4)
                .job(first(SYNC_AT_END))
                .job(behind(record("second", IoMode.CACHED, RECORD).with(SYNC_AT_END))));

        assertThat(count(machine, Counter.EDGE_READ_SECTORS)).isZero();
        assertThat(cachedPages(machine)).containsExactly(SHARED_PAGE, LAST_PAGE);
    }

    // 32
    @Test
    void aKeptEdgeThatReclaimHasTakenIsReadBackByTheSecondWriter() {
        Machine machine = ran(specs(Epoch.E4)
                .job(first(DSYNC))
                .action(new ActionSpec.DropCaches(10 * MILLI))
                .job(at(20 * MILLI, record("second", IoMode.DONTCACHE, RECORD).with(DSYNC))));

        assertThat(count(machine, Counter.EDGE_READ_SECTORS)).isEqualTo(EDGE_SECTORS);
    }

    // 31
    @Test
    void aKeptEdgeWhoseSecondWriterNeverComesIsInactiveAndNotToBeDropped() {
        Machine machine = ran(specs(Epoch.E4).job(first(SYNC_AT_END)));
        machine.cache().drainAllBatches();

        assertThat(count(machine, Counter.NR_INACTIVE_FILE)).isEqualTo(1);
        assertThat(count(machine, Counter.WB_DONTCACHE_DIRTY)).isZero();
    }

    // 28
    @ParameterizedTest
    @ValueSource(ints = {4096, 16_384})
    void recordsOfWholeBlocksHaveNoEdges(int block) {
        Machine machine = ran(specs(Epoch.E4)
                .fileSystem(new FileSystemSpec(FileSystemSpec.Type.XFS, block))
                .job(record("writer", Rw.WRITE, IoMode.DONTCACHE, 0, 49_152).with(SYNC_AT_END)));

        assertThat(file(machine).cachedPages()).isZero();
    }

    /** Blocks of 16 KiB: the record ends within a block, at the end of a page. */
    @ParameterizedTest
    @CsvSource({"false, 4", "true, 0"})
    void whereBlocksAreLargerThanPagesTheEdgeIsABlock(boolean isPage, int left) {
        Specs specs = specs(Epoch.E4)
                .fileSystem(new FileSystemSpec(FileSystemSpec.Type.XFS, 16_384))
                .job(record("writer", Rw.WRITE, IoMode.DONTCACHE, 0, 12_288).with(SYNC_AT_END));
        Machine machine = ran(isPage ? specs.patch(Toggle.MM_EDGE_IS_PAGE) : specs);

        assertThat(file(machine).cachedPages()).isEqualTo(left);
    }

    // 27
    @Test
    void theOldEndOfTheFileThatAGapZeroesIsNoEdge() {
        Machine machine = ran(specs(Epoch.E4)
                .job(first(DSYNC))
                .job(behind(record("second", Rw.WRITE, IoMode.DONTCACHE, 40_960, 4096)
                        .with(DSYNC))));

        assertThat(cachedPages(machine)).containsExactly(SHARED_PAGE);
        assertThat(flags(machine, SHARED_PAGE)).doesNotContain("dropbehind");
    }

    @ParameterizedTest
    @CsvSource({"EXT4, BUFFER_HEADS, false", "EXT4, IOMAP, true", "XFS, IOMAP, true", "F2FS, OWN, false"})
    void onlyWritesThroughIomapKnowEdges(FileSystemSpec.Type type, BufferedPath path, boolean keeps) {
        Machine machine = ran(specs(Epoch.E4)
                .patch(Toggle.F2FS_POST_WRITE_WORKQUEUE)
                .fileSystem(new FileSystemSpec(type, 4096, type.largeFolios(), path))
                .job(first(SYNC_AT_END)));

        assertThat(cachedPages(machine).equals(List.of(SHARED_PAGE))).isEqualTo(keeps);
    }

    private SharedEdges edges(SharedEdges.Rules rules) {
        return new SharedEdges(
                rules,
                bench.cache(),
                bench.machine().dirty(),
                bench.machine().counters(),
                bench.file(),
                bench.task(),
                bench.bill());
    }

    /** Writes the end of the second record to a page that the first has made, and will sync it. */
    private void claim(SharedEdges edges) {
        makeDirty(SHARED_PAGE);
        edges.begin(true);
        edges.beginRange(RECORD, 2 * RECORD, true);
        edges.written(RECORD, 2 * Pages.SIZE);
    }

    private void makeDirty(int page) {
        assertThat(bench.memory().take(1, 0, true)).isEqualTo(1);
        bench.cache().insertForWrite(bench.file(), page, 1, 0, false, 0);
        bench.cache().contents().written(bench.file(), Pages.bytes(page), Pages.bytes(page + 1));
        bench.machine().dirty().markValid(bench.file(), sector(page), sector(page + 1));
        dirty(page);
    }

    private void dirty(int page) {
        bench.machine().dirty().markDirty(bench.file(), sector(page), sector(page + 1));
    }

    /** Lets the flusher write what is dirty. */
    private void clean() {
        bench.machine().runUntil(60_000 * MILLI);
        assertThat(bench.count(Counter.NR_FILE_DIRTY)).isZero();
    }

    private static long sector(int page) {
        return (long) page * Pages.SECTORS;
    }

    private static JobSpec first(Durability durability) {
        return record("first", Rw.WRITE, IoMode.DONTCACHE, 0, RECORD).with(durability);
    }

    private static JobSpec second(Durability durability) {
        return behind(record("second", IoMode.DONTCACHE, RECORD).with(durability));
    }

    private static JobSpec behind(JobSpec job) {
        return job.with(new JobSpec.Start(0, true));
    }

    private static JobSpec at(long nanos, JobSpec job) {
        return job.with(new JobSpec.Start(nanos, false));
    }

    /** A job of one write that begins where as long a one would have ended. */
    private static JobSpec record(String name, IoMode mode, int length) {
        return record(name, Rw.WRITE, mode, RECORD, length);
    }

    private static JobSpec record(String name, Rw rw, IoMode mode, long from, int length) {
        return new JobSpec(name, rw, length, 1, Layout.SHARED, "data", length, FILE, mode, null, false)
                .with(rw, new JobSpec.Pattern(0, false, from, null))
                .withExisting(false);
    }

    private static Specs specs(Epoch epoch) {
        return Specs.small()
                .pages(1024, 0, 0)
                .fileSystem(FileSystemSpec.Type.XFS)
                .device(Specs.nvme(1280, 32))
                .epoch(epoch)
                .duration(50 * MILLI);
    }

    private static Machine ran(Specs specs) {
        return CheckedMachine.ran(specs.spec(), FolioTable.MAX_SIBLINGS);
    }

    private static Mapping file(Machine machine) {
        return machine.files().getFirst().mapping();
    }

    private static List<Integer> cachedPages(Machine machine) {
        return IntStream.range(0, 64)
                .filter(page -> file(machine).folioAt(page) != FolioTable.NONE)
                .boxed()
                .toList();
    }

    /** Returns the flags of the folio of a page, or nothing where it is not cached. */
    private static String flags(Machine machine, int page) {
        int folio = file(machine).folioAt(page);
        return folio == FolioTable.NONE
                ? ""
                : machine.cache().folios().view(folio).flags();
    }

    private static long count(Machine machine, Counter counter) {
        return machine.counters().get(counter);
    }
}
