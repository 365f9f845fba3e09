package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.cache.CacheSaboteur;
import dev.dropbehind.engine.cache.Dropbehind;
import dev.dropbehind.engine.cache.FolioBatch;
import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.Completion;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.FileSpec;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.FileSystemSpec.BufferedPath;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.JobSpec.Rw;
import dev.dropbehind.engine.spec.MemorySpec;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.testing.Bench;
import dev.dropbehind.testing.CheckedMachine;
import dev.dropbehind.testing.Specs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a simple simulator of reads gets wrong (kernel-model §11.2; the number of its row before each test). */
class SubtleReadsTest {

    private static final long FILE = 1 << 20;
    private static final int FILE_PAGES = 256;
    private static final int CALL = 32 << 10;
    private static final long DEVICE_BYTES_PER_SECOND = 7_000_000_000L;

    private final Bench bench = Bench.empty();
    private final CacheSaboteur hand = new CacheSaboteur(bench.cache());
    private final Dropbehind dropbehind = new Dropbehind(
            bench.cache(), bench.machine().counters(), bench.machine().till(), false, null);

    // 6
    @ParameterizedTest
    @EnumSource(names = {"XFS", "F2FS"})
    void aDontcacheReadMarksOnlyWhatItBringsItself(FileSystemSpec.Type type) {
        JobSpec normal = part("normal", IoMode.CACHED, 0, FILE / 2);
        JobSpec dontcache = part("dontcache", IoMode.DONTCACHE, 0, FILE).with(afterTheOthers());

        Machine before = ran(Specs.small().fileSystem(type).job(normal));
        Machine after = ran(Specs.small().fileSystem(type).job(normal).job(dontcache));

        assertThat(file(before)).isBetween(FILE_PAGES / 2L, FILE_PAGES - 1L);
        assertThat(file(after)).isEqualTo(file(before));
        assertThat(count(after, Counter.READ_BYTES)).isEqualTo(FILE / 2 + FILE);
    }

    // 7
    @ParameterizedTest
    @EnumSource(names = {"XFS", "F2FS"})
    void aNormalReadDropsWhatWasReadAheadForADontcacheReader(FileSystemSpec.Type type) {
        Machine machine = ran(Specs.small()
                .fileSystem(type)
                .job(part("dontcache", IoMode.DONTCACHE, 0, CALL))
                .job(part("normal", IoMode.CACHED, CALL, CALL).with(afterTheOthers())));

        assertThat(count(machine, Counter.READ_BYTES)).isEqualTo(2 * CALL);
        assertThat(count(machine, Counter.DROPBEHIND_DROPPED)).isEqualTo(2L * Pages.of(CALL));
        assertThat(machine.files().getFirst().mapping().nextPresent(0, 2 * Pages.of(CALL)))
                .isEqualTo(2 * Pages.of(CALL));
    }

    // 9
    @Test
    void aDontcacheReaderMissesWhatAnotherHasDropped() {
        Machine machine = ran(Specs.small()
                .job(part("first", IoMode.DONTCACHE, 0, FILE))
                .job(part("second", IoMode.DONTCACHE, 0, FILE).with(afterTheOthers())));

        assertThat(count(machine, Counter.DEVICE_READ_BYTES)).isEqualTo(2 * FILE);
        assertThat(file(machine)).isZero();
    }

    // 9
    @ParameterizedTest
    @CsvSource({"0, 16", "2, 16", "4, 16"})
    void twoReadersOfOneFolioBothCopyItAndTheLastFreesIt(int order, int pages) {
        readInMarked(order, pages);
        long free = bench.count(Counter.PGFREE);
        FolioBatch one = bench.lookUp(0, pages);
        FolioBatch other = bench.lookUp(0, pages);

        drop(one, pages);
        bench.release(one);
        assertThat(bench.file().cachedPages()).isZero();
        assertThat(bench.count(Counter.PGFREE)).isEqualTo(free);

        drop(other, pages);
        bench.release(other);
        assertThat(bench.count(Counter.PGFREE)).isEqualTo(free + pages);
        assertThat(bench.count(Counter.DROPBEHIND_DROPPED)).isEqualTo(pages);
        bench.check();
    }

    // 10
    @ParameterizedTest
    @CsvSource({"0, 16", "3, 16"})
    void aReaderCopiesOnFromAFolioThatIsReadAnewBesideIt(int order, int pages) {
        readInMarked(order, pages);
        FolioBatch slow = bench.lookUp(0, pages);
        FolioBatch fast = bench.lookUp(0, pages);
        drop(fast, pages);
        bench.release(fast);

        readInMarked(order, pages);
        drop(slow, pages);
        bench.release(slow);

        assertThat(bench.file().cachedPages()).isEqualTo(pages);
        assertThat(bench.cache().detachedPages()).isZero();
        bench.check();
    }

    // 11
    @Test
    void smallDontcacheReadsOfLargeFoliosReadOverAndOver() {
        Machine large = smallReads(new FileSystemSpec(FileSystemSpec.Type.XFS, 4096), false);
        Machine single =
                smallReads(new FileSystemSpec(FileSystemSpec.Type.XFS, 4096, false, BufferedPath.IOMAP), false);
        Machine whole = smallReads(new FileSystemSpec(FileSystemSpec.Type.XFS, 4096), true);

        assertThat(count(large, Counter.DEVICE_READ_BYTES)).isGreaterThan(3 * FILE / 2);
        assertThat(count(single, Counter.DEVICE_READ_BYTES)).isEqualTo(FILE);
        assertThat(count(whole, Counter.DEVICE_READ_BYTES)).isEqualTo(FILE);
    }

    // 12
    @Test
    void whatCouldNotBeLockedStaysMarkedForTheNextReader() {
        readInMarked(0, 8);
        hand.set(bench.file(), 0, FolioFlags.LOCKED);
        read(8);
        hand.clear(bench.file(), 0, FolioFlags.LOCKED);

        assertThat(bench.file().cachedPages()).isEqualTo(8);
        assertThat(bench.count(Counter.DROPBEHIND_SKIPPED)).isEqualTo(8);
        read(8);
        assertThat(bench.file().cachedPages()).isZero();
        assertThat(bench.file().shadowPages()).isZero();
    }

    // 12
    @Test
    void whatCouldNotBeLockedMayGoByReclaimWithAShadow() {
        readInMarked(0, 8);
        hand.set(bench.file(), 0, FolioFlags.LOCKED);
        read(8);
        hand.clear(bench.file(), 0, FolioFlags.LOCKED);
        bench.readIn(8, 48, false);

        bench.cache().drainAllBatches();
        bench.relief().reclaim(32);

        assertThat(bench.file().nextPresent(0, 8)).isEqualTo(8);
        assertThat(bench.file().nextShadow(0, 8)).isZero();
        assertThat(bench.count(Counter.DROPBEHIND_DROPPED)).isZero();
        bench.check();
    }

    // 41
    @Test
    void atItsLimitATaskReclaimsForItselfWhileTheMachineHasPlenty() {
        Machine machine = ran(
                Specs.small().cgroup(2, (long) FILE_PAGES / 2, null, 0).job(part("reader", IoMode.CACHED, 0, FILE)));

        assertThat(count(machine, Counter.DIRECT_RECLAIM_CPU_NANOS)).isPositive();
        assertThat(count(machine, Counter.KSWAPD_CPU_NANOS)).isZero();
        assertThat(machine.zone().freePages()).isGreaterThan(2048);
        assertThat(count(machine, Counter.CGROUP_FILE_PAGES)).isBetween(1L, (long) FILE_PAGES / 2);
    }

    // 43
    @Test
    void aNormalReaderIsSlowerOnceMemoryIsFullAndNotBeforeADontcacheReaderNever() {
        Machine normal = MachineBuilder.build(saturated(IoMode.CACHED, 0).spec());
        Machine dontcache = MachineBuilder.build(saturated(IoMode.DONTCACHE, 0).spec());

        assertThat(share(normal, 20, 60)).isCloseTo(1, within(0.01));
        assertThat(share(dontcache, 20, 60)).isCloseTo(1, within(0.01));
        assertThat(share(normal, 200, 300)).isLessThan(0.95);
        assertThat(share(dontcache, 200, 300)).isCloseTo(1, within(0.01));
        assertThat(count(dontcache, Counter.KSWAPD_CPU_NANOS)).isZero();
    }

    // 44
    @Test
    void whereMemoryIsFullAtTheStartANormalReaderIsSlowFromTheStart() {
        Machine normal =
                MachineBuilder.build(saturated(IoMode.CACHED, 896L << 20).spec());
        Machine dontcache =
                MachineBuilder.build(saturated(IoMode.DONTCACHE, 896L << 20).spec());

        assertThat(share(normal, 20, 60)).isLessThan(0.95);
        assertThat(share(dontcache, 20, 60)).isCloseTo(1, within(0.01));
    }

    // 45
    @Test
    void pagesOfABlockDeviceAreBuffersAndNotCached() {
        Simulation simulation = new Simulation(Specs.small()
                .pages(4096, 0, 100)
                .fileSystem(FileSystemSpec.Type.BDEV)
                .job(part("reader", IoMode.CACHED, 0, FILE))
                .spec());
        Sample last = simulation.advanceTo(Long.MAX_VALUE).getLast();

        assertThat(last.value(Metric.BUFFERS)).isEqualTo(FILE / 1024.0);
        assertThat(last.value(Metric.CACHED)).isEqualTo(Pages.bytes(100) / 1024.0);
    }

    // 46
    @ParameterizedTest
    @EnumSource(names = {"XFS", "F2FS"})
    void dropsFreePagesAndAreNoReclaim(FileSystemSpec.Type type) {
        Machine machine = ran(Specs.small().fileSystem(type).job(part("reader", IoMode.DONTCACHE, 0, FILE)));

        assertThat(count(machine, Counter.PGFREE)).isEqualTo(count(machine, Counter.DROPBEHIND_DROPPED));
        assertThat(count(machine, Counter.PGFREE)).isEqualTo(count(machine, Counter.PGALLOC));
        assertThat(count(machine, Counter.PGSCAN_FILE)).isZero();
        assertThat(count(machine, Counter.PGSTEAL_FILE)).isZero();
        assertThat(machine.files().getFirst().mapping().shadowPages()).isZero();
    }

    // 47
    @ParameterizedTest
    @CsvSource({"XFS, CACHED", "XFS, DONTCACHE", "EXT4, CACHED", "EXT4, DONTCACHE", "F2FS, CACHED", "F2FS, DONTCACHE"})
    void aHoleIsFilledWithZeroesWithoutABioAndCachedLikeAnythingElse(FileSystemSpec.Type type, IoMode mode) {
        FileSpec.Extent hole = new FileSpec.Extent(0, FILE, FileSpec.State.HOLE);
        Machine machine = ran(Specs.small()
                .fileSystem(type)
                .file(new FileSpec("data", FILE, List.of(hole), 0))
                .job(part("reader", mode, 0, FILE)));

        assertThat(count(machine, Counter.READ_BYTES)).isEqualTo(FILE);
        assertThat(count(machine, Counter.BIOS_SUBMITTED)).isZero();
        assertThat(count(machine, Counter.ZERO_FILLED_SECTORS)).isEqualTo(8 * count(machine, Counter.READAHEAD_PAGES));
        assertThat(file(machine)).isEqualTo(mode == IoMode.CACHED ? FILE_PAGES : 0);
    }

    /** Two readers with a processor each and a device that both together can keep busy. */
    private static Specs saturated(IoMode mode, long cachedBytes) {
        return Specs.small()
                .memory(new MemorySpec(
                        1L << 30, 128 << 20, cachedBytes, null, MemorySpec.DEFAULT_WATERMARK_SCALE_FACTOR))
                .device(new DeviceSpec.Nvme(
                        new QueueSpec(4096, 512, 1280, 256, Completion.HARDIRQ),
                        new DeviceSpec.FlashTiming(DEVICE_BYTES_PER_SECOND, 80_000, 0, 64)))
                .job(Specs.readers("pair", mode, 64 << 10, 2, Layout.SEQUENTIAL, "data", 8L << 30));
    }

    /** Returns what share of the device's bandwidth readers get from one millisecond to another. */
    private static double share(Machine machine, int fromMillis, int toMillis) {
        machine.runUntil(fromMillis * 1_000_000L);
        long before = count(machine, Counter.READ_BYTES);
        machine.runUntil(toMillis * 1_000_000L);
        long bytes = count(machine, Counter.READ_BYTES) - before;
        return bytes * 1000.0 / (toMillis - fromMillis) / DEVICE_BYTES_PER_SECOND;
    }

    private static Machine smallReads(FileSystemSpec kind, boolean dropsOnlyWholeFolios) {
        Specs specs =
                Specs.small().fileSystem(kind).duration(100_000_000).job(Specs.reader(IoMode.DONTCACHE, 4096, FILE));
        return ran(dropsOnlyWholeFolios ? specs.patch(Toggle.MM_DROP_ONLY_WHOLE_FOLIOS) : specs);
    }

    private void readInMarked(int order, int pages) {
        int folios = pages >> order;
        assertThat(bench.memory().take(folios, order, true)).isEqualTo(folios);
        bench.cache()
                .insertForRead(bench.file(), 0, pages, order, true, bench.task().cpu());
        bench.machine().counters().add(Counter.READAHEAD_PAGES, pages);
        bench.endRead(0, pages);
    }

    private void read(int pages) {
        FolioBatch batch = bench.lookUp(0, pages);
        drop(batch, pages);
        bench.release(batch);
    }

    private void drop(FolioBatch batch, int pages) {
        dropbehind.afterRead(batch, Pages.bytes(pages), bench.task().cpu(), Context.TASK);
    }

    private static JobSpec.Start afterTheOthers() {
        return new JobSpec.Start(0, true);
    }

    private static JobSpec part(String name, IoMode mode, long from, long size) {
        return new JobSpec(name, Rw.READ, CALL, 1, Layout.SHARED, "data", size, FILE, mode, null, false)
                .with(Rw.READ, new JobSpec.Pattern(0, false, from, null));
    }

    private static long file(Machine machine) {
        return machine.files().getFirst().mapping().cachedPages();
    }

    private static long count(Machine machine, Counter counter) {
        return machine.counters().get(counter);
    }

    private static Machine ran(Specs specs) {
        return CheckedMachine.ran(specs.spec(), FolioTable.MAX_SIBLINGS);
    }
}
