package dev.dropbehind.engine.machine;

import static dev.dropbehind.engine.spec.FileSystemSpec.Type.F2FS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.call.Errno;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Mark;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.workload.JobFailure;
import dev.dropbehind.testing.CheckedMachine;
import dev.dropbehind.testing.Specs;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads that meet a limit: of a group or of the machine (real-kernel.md, memory pressure; kernel-model §11.2, 41). */
class MemoryPressureTest {

    private static final long LIMIT = 512;
    private static final long FILE = 16 * LIMIT;
    private static final int CPUS = 2;
    private static final int STOCK = 64;

    @ParameterizedTest
    @CsvSource({"F2FS, 1, 0", "F2FS, 2, 0", "F2FS, 1, 100", "XFS, 1, 0"})
    void aNormalReadUnderALimitScansAndStealsAllButTheLimit(
            FileSystemSpec.Type fileSystem, int version, long reserved) {
        Machine machine = read(fileSystem, IoMode.CACHED, version, LIMIT, null, reserved);

        long left = count(machine, Counter.CGROUP_FILE_PAGES);
        assertThat(count(machine, Counter.READ_BYTES)).isEqualTo(Pages.bytes(FILE));
        assertThat(count(machine, Counter.PGSTEAL_FILE)).isEqualTo(FILE - left);
        assertThat(count(machine, Counter.PGSCAN_FILE)).isEqualTo(count(machine, Counter.PGSTEAL_FILE));
        assertThat(left).isBetween(LIMIT - reserved - CPUS * STOCK - 2 * STOCK, LIMIT - reserved);
        assertThat(count(machine, Counter.CGROUP_USAGE_PAGES)).isLessThanOrEqualTo(LIMIT);
        assertThat(machine.workload().failures()).isEmpty();
    }

    @Test
    void thereKswapdIsIdleAndTheMachineHasPlentyFree() {
        Machine machine = read(F2FS, IoMode.CACHED, 1, LIMIT, null, 0);

        assertThat(count(machine, Counter.KSWAPD_CPU_NANOS)).isZero();
        assertThat(count(machine, Counter.ALLOCSTALL)).isZero();
        assertThat(count(machine, Counter.PGSCAN_DIRECT)).isZero();
        assertThat(count(machine, Counter.CGROUP_PGSCAN_DIRECT)).isEqualTo(count(machine, Counter.PGSCAN_FILE));
        assertThat(count(machine, Counter.DIRECT_RECLAIM_CPU_NANOS)).isPositive();
        assertThat(machine.zone().freePages()).isGreaterThan(3000);
        assertThat(machine.marks().all()).extracting(Mark::kind).containsExactly(Mark.Kind.CGROUP_FULL);
    }

    @Test
    void aDontcacheReadUnderALimitScansNothingAndLeavesNothing() {
        Machine machine = read(F2FS, IoMode.DONTCACHE, 1, LIMIT, null, 0);

        assertThat(count(machine, Counter.READ_BYTES)).isEqualTo(Pages.bytes(FILE));
        assertThat(count(machine, Counter.PGSCAN_FILE)).isZero();
        assertThat(count(machine, Counter.CGROUP_FILE_PAGES)).isZero();
        assertThat(count(machine, Counter.CGROUP_EVENTS_MAX)).isZero();
        assertThat(count(machine, Counter.CGROUP_USAGE_PAGES))
                .isEqualTo(machine.cgroup().stockedPages());
    }

    @ParameterizedTest
    @EnumSource(
            value = IoMode.class,
            names = {"CACHED", "DONTCACHE"})
    void highIsPassedByNoMoreThanAWindowAndHoldsNobodyWhoseCacheCanGo(IoMode mode) {
        Machine machine = read(F2FS, mode, 2, null, LIMIT, 0);

        assertThat(count(machine, Counter.READ_BYTES)).isEqualTo(Pages.bytes(FILE));
        assertThat(count(machine, Counter.CGROUP_EVENTS_MAX)).isZero();
        assertThat(count(machine, Counter.CGROUP_EVENTS_HIGH) > 0)
                .isEqualTo(mode == IoMode.CACHED || mode == IoMode.MMAP);
        assertThat(count(machine, Counter.CGROUP_USAGE_PAGES)).isLessThanOrEqualTo(LIMIT + 2 * STOCK);
        assertThat(count(machine, Counter.KSWAPD_CPU_NANOS)).isZero();
    }

    @Test
    void aGroupThatIsFullOfOtherThingsFailsTheCall() {
        Machine machine = read(F2FS, IoMode.CACHED, 2, 100L, null, 100);

        assertThat(machine.workload().failures())
                .singleElement()
                .extracting(JobFailure::error)
                .isEqualTo(Errno.ENOMEM);
        assertThat(count(machine, Counter.CGROUP_EVENTS_OOM)).isEqualTo(1);
        assertThat(machine.marks().all())
                .extracting(Mark::kind)
                .containsExactly(Mark.Kind.CGROUP_FULL, Mark.Kind.OUT_OF_MEMORY);
    }

    @Test
    void aLimitOfAFewPagesMoreThanABatchIsSlowAndEnough() {
        Machine machine = readSmall(40);

        assertThat(count(machine, Counter.READ_BYTES)).isEqualTo(1 << 20);
        assertThat(machine.workload().failures()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 30})
    void whatWaitsInABatchCannotBeReclaimedSoALimitBelowThatIsTooLittle(long pages) {
        Machine machine = readSmall(pages);

        assertThat(count(machine, Counter.READ_BYTES)).isEqualTo(Pages.bytes(pages));
        assertThat(machine.workload().failures()).hasSize(1);
        assertThat(count(machine, Counter.CGROUP_EVENTS_OOM)).isPositive();
    }

    @Test
    void theMachinesOwnLimitIsKswapdsBusiness() {
        Machine normal = readWithout(IoMode.CACHED);
        Machine dontcache = readWithout(IoMode.DONTCACHE);

        assertThat(count(normal, Counter.PGSTEAL_KSWAPD)).isGreaterThan(FILE - 4096);
        assertThat(count(normal, Counter.PGSCAN_KSWAPD)).isEqualTo(count(normal, Counter.PGSTEAL_KSWAPD));
        assertThat(count(normal, Counter.CGROUP_FILE_PAGES)).isZero();
        assertThat(count(dontcache, Counter.PGSCAN_FILE)).isZero();
    }

    @Test
    void aHotSetThatAStreamPushesOutComesBackActiveAndStays() {
        Machine machine = CheckedMachine.ran(
                Specs.small()
                        .pages(2048, 0, 900)
                        .duration(60_000_000)
                        .job(Specs.loop("hot", IoMode.CACHED, 32 << 10, "hot", Pages.bytes(500)))
                        .job(Specs.readers("stream", IoMode.CACHED, 32 << 10, 1, Layout.SHARED, "data", 64L << 20))
                        .spec(),
                FolioTable.MAX_SIBLINGS);
        Mapping hot = machine.cache().mappings().get(1);

        assertThat(count(machine, Counter.WORKINGSET_REFAULT_FILE)).isPositive();
        assertThat(count(machine, Counter.WORKINGSET_ACTIVATE_FILE)).isPositive();
        assertThat(hot.cachedPages()).isEqualTo(500);
    }

    @Test
    void aLoopLongerThanMemoryRefaultsForeverAndIsNeverActive() {
        Machine machine = CheckedMachine.ran(
                Specs.small()
                        .pages(1024, 0, 0)
                        .duration(60_000_000)
                        .job(Specs.loop("loop", IoMode.CACHED, 32 << 10, "data", Pages.bytes(2048)))
                        .spec(),
                FolioTable.MAX_SIBLINGS);

        assertThat(count(machine, Counter.WORKINGSET_REFAULT_FILE)).isGreaterThan(4096);
        assertThat(count(machine, Counter.WORKINGSET_ACTIVATE_FILE)).isZero();
        assertThat(count(machine, Counter.NR_ACTIVE_FILE)).isZero();
    }

    private static Machine read(
            FileSystemSpec.Type fileSystem,
            IoMode mode,
            int version,
            @Nullable Long max,
            @Nullable Long high,
            long reserved) {
        return CheckedMachine.ran(
                Specs.small()
                        .cpus(CPUS)
                        .fileSystem(fileSystem)
                        .pages(4096, reserved, 0)
                        .cgroup(version, max, high, reserved)
                        .duration(100_000_000)
                        .job(Specs.reader(mode, 32 << 10, Pages.bytes(FILE)))
                        .spec(),
                FolioTable.MAX_SIBLINGS);
    }

    private static Machine readSmall(long limit) {
        return CheckedMachine.ran(
                Specs.small()
                        .pages(4096, 0, 0)
                        .cgroup(2, limit, null, 0)
                        .duration(100_000_000)
                        .job(Specs.reader(IoMode.CACHED, 32 << 10, 1 << 20))
                        .spec(),
                FolioTable.MAX_SIBLINGS);
    }

    private static Machine readWithout(IoMode mode) {
        return CheckedMachine.ran(
                Specs.small()
                        .pages(4096, 0, 0)
                        .duration(100_000_000)
                        .job(Specs.reader(mode, 32 << 10, Pages.bytes(FILE)))
                        .spec(),
                FolioTable.MAX_SIBLINGS);
    }

    private static long count(Machine machine, Counter counter) {
        return machine.counters().get(counter);
    }
}
