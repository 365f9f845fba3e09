package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.Dropbehind;
import dev.dropbehind.engine.cache.FolioBatch;
import dev.dropbehind.engine.call.Errno;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.ActionSpec;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.testing.Bench;
import dev.dropbehind.testing.CheckedMachine;
import dev.dropbehind.testing.Specs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MappedFilesTest {

    private static final long SECOND = 1_000_000_000;
    private static final long BYTES = 512 << 10;
    private static final int PAGES = (int) (BYTES / Pages.SIZE);
    private static final Durability AT_END = new Durability(Durability.Sync.NONE, 0, 0, true);

    @ParameterizedTest
    @EnumSource(FileSystemSpec.Type.class)
    void eachPageFaultsOnceWhenItIsStoredToAndIsWrittenByTheSync(FileSystemSpec.Type type) {
        Machine machine = ran(on(type).job(Specs.writer(IoMode.MMAP, 65_536, BYTES, true, AT_END)));

        assertThat(count(machine, Counter.WRITTEN_BYTES)).isEqualTo(BYTES);
        assertThat(count(machine, Counter.MMAP_FAULTS)).isEqualTo(PAGES);
        assertThat(count(machine, Counter.DEVICE_READ_BYTES)).isEqualTo(BYTES);
        assertThat(count(machine, Counter.NR_WRITTEN)).isEqualTo(PAGES);
        assertThat(count(machine, Counter.NR_FILE_DIRTY)).isZero();
        holdsOnTheDevice(machine);
    }

    @ParameterizedTest
    @EnumSource(FileSystemSpec.Type.class)
    void aLoadMapsWhatIsCachedAroundItAlong(FileSystemSpec.Type type) {
        Machine machine = ran(on(type).job(Specs.reader(IoMode.MMAP, 65_536, BYTES)));

        assertThat(count(machine, Counter.READ_BYTES)).isEqualTo(BYTES);
        assertThat(count(machine, Counter.MMAP_FAULTS)).isBetween(PAGES / 16L, PAGES / 4L);
        assertThat(count(machine, Counter.DEVICE_READ_BYTES)).isEqualTo(BYTES);
    }

    @ParameterizedTest
    @EnumSource(
            value = FileSystemSpec.Type.class,
            names = {"XFS", "EXT4", "BTRFS"})
    void aPageFaultsAgainAtTheFirstStoreAfterItsWritebackHasStarted(FileSystemSpec.Type type) {
        JobSpec job = Specs.writer(IoMode.MMAP, 65_536, BYTES, true, new Durability(Durability.Sync.NONE, 8, 0, true))
                .with(JobSpec.Rw.WRITE, new JobSpec.Pattern(0, false, 0, 2 * BYTES));
        Machine machine = ran(on(type).job(job));

        assertThat(count(machine, Counter.MMAP_FAULTS)).isEqualTo(2L * PAGES);
        assertThat(count(machine, Counter.NR_WRITTEN)).isEqualTo(2L * PAGES);
        holdsOnTheDevice(machine);
    }

    @Test
    void storesToHolesGetBlocks() {
        Machine machine = ran(on(FileSystemSpec.Type.XFS)
                .job(Specs.reader(IoMode.DIRECT, 65_536, BYTES))
                .action(new ActionSpec.Truncate(SECOND / 10, "data", 0))
                .action(new ActionSpec.Truncate(SECOND / 9, "data", BYTES))
                .action(new ActionSpec.MmapStore(SECOND / 8, "data", 5 * Pages.SIZE + 7, 3 * Pages.SIZE))
                .action(new ActionSpec.Sync(SECOND / 2)));

        assertThat(count(machine, Counter.EXTENTS_ALLOCATED)).isPositive();
        assertThat(count(machine, Counter.DEVICE_READ_BYTES)).isEqualTo(BYTES);
        holdsOnTheDevice(machine);
    }

    @Test
    void aStoreBehindTheEndOfTheFileIsKilled() {
        Machine machine = ran(on(FileSystemSpec.Type.XFS)
                .job(Specs.loop("mapper", IoMode.MMAP, 65_536, "data", BYTES))
                .action(new ActionSpec.Truncate(SECOND / 2, "data", BYTES / 2)));

        assertThat(machine.workload().failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.error()).isEqualTo(Errno.EFAULT));
    }

    @Test
    void writersByCallsByMappingAndPastTheCacheOfOneFileAgreeInTheEnd() {
        Specs specs = on(FileSystemSpec.Type.XFS).duration(SECOND / 20);
        for (IoMode mode : new IoMode[] {IoMode.CACHED, IoMode.DONTCACHE, IoMode.MMAP}) {
            specs.job(Specs.writer(mode, 16_384, BYTES, true, new Durability(Durability.Sync.NONE, 16, 0, false)));
        }
        specs.job(Specs.readers("direct", IoMode.DIRECT, 16_384, 2, JobSpec.Layout.SHARED, "data", BYTES));
        Machine machine = ran(specs.action(new ActionSpec.Sync(SECOND / 25)));

        assertThat(count(machine, Counter.NR_FILE_DIRTY)).isZero();
        assertThat(count(machine, Counter.WB_DONTCACHE_DIRTY)).isZero();
        holdsOnTheDevice(machine);
    }

    @Test
    void storesThatRaceWithDirectWritesLeaveTheMachineSound() {
        Machine machine = ran(on(FileSystemSpec.Type.XFS)
                .duration(SECOND / 20)
                .job(Specs.writer(IoMode.MMAP, 4096, BYTES, true))
                .job(Specs.writer(IoMode.DIRECT, 16_384, BYTES, true))
                .job(Specs.writer(IoMode.MMAP, 8192, BYTES, true)));

        assertThat(count(machine, Counter.WRITTEN_BYTES)).isEqualTo(3 * BYTES);
    }

    @Test
    void aDropOfMappedPagesPaysForTheirUnmapping() {
        CostModel costs = CostModel.priors();
        Bench bench = Bench.empty();
        bench.readIn(0, 8, true);
        bench.cache().mapAround(bench.file(), 2, 5);
        assertThat(bench.file().mappedIn(0, 8)).isEqualTo(3);
        FolioBatch batch = bench.lookUp(0, 8);
        Dropbehind dropbehind = new Dropbehind(
                bench.cache(), bench.machine().counters(), bench.machine().till(), false, null);

        long nanos = dropbehind.afterRead(batch, Pages.bytes(8), 0, Context.TASK);

        assertThat(nanos)
                .isEqualTo(8 * (costs.of(Cost.DROP_FOLIO) + costs.of(Cost.DROP_PAGE)) + 3 * costs.of(Cost.UNMAP_PAGE));
        assertThat(bench.file().mappedIn(0, 8)).isZero();
        bench.release(batch);
        bench.check();
    }

    private static Specs on(FileSystemSpec.Type type) {
        return Specs.small()
                .epoch(Epoch.E1)
                .device(Specs.nvme(1280, 32))
                .fileSystem(type)
                .duration(SECOND);
    }

    private static Machine ran(Specs specs) {
        Machine machine = CheckedMachine.ran(specs.spec(), 32);
        assertThat(machine.cache().contents().dataVerified()).isTrue();
        return machine;
    }

    private static void holdsOnTheDevice(Machine machine) {
        machine.cache().contents().verifyDevice();
        assertThat(machine.cache().contents().mismatches()).isZero();
    }

    private static long count(Machine machine, Counter counter) {
        return machine.counters().get(counter);
    }
}
