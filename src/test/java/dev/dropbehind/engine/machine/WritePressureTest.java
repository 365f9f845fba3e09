package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Mark;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.testing.CheckedMachine;
import dev.dropbehind.testing.Specs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Writes that meet a limit of memory, of a group or of the machine (kernel-model §6.7, §11.2 rows 39 to 41). */
class WritePressureTest {

    private static final long LIMIT = 512;
    private static final long FILE = 4 * LIMIT;
    private static final long SECOND = 1_000_000_000;

    @ParameterizedTest
    @CsvSource({
        "XFS, 1, true",
        "XFS, 2, true",
        "EXT4, 1, false",
        "EXT4, 2, false",
        "F2FS, 1, true",
        "BTRFS, 2, true",
        "BDEV, 1, true",
        "BDEV, 2, true"
    })
    void aNormalWriterGoesThroughTheLimitOfItsGroup(FileSystemSpec.Type type, int version, boolean existing) {
        for (DeviceSpec device : new DeviceSpec[] {Specs.nvme(1280, 32), Specs.hdd(32)}) {
            Machine machine = write(type, device, IoMode.CACHED, version, existing);

            assertThat(machine.workload().failures()).isEmpty();
            assertThat(count(machine, Counter.WRITTEN_BYTES)).isEqualTo(Pages.bytes(FILE));
            assertThat(count(machine, Counter.PGSTEAL_FILE)).isGreaterThanOrEqualTo(FILE - LIMIT);
            assertThat(count(machine, Counter.CGROUP_EVENTS_OOM)).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Release.class)
    void thereTheTaskItselfReclaimsWhileKswapdIsIdle(Release version) {
        Machine machine = write(FileSystemSpec.Type.XFS, Specs.hdd(32), IoMode.CACHED, version.number, true);

        assertThat(count(machine, Counter.CGROUP_PGSCAN_DIRECT)).isEqualTo(count(machine, Counter.PGSCAN_FILE));
        assertThat(count(machine, Counter.DIRECT_RECLAIM_CPU_NANOS)).isPositive();
        assertThat(count(machine, Counter.KSWAPD_CPU_NANOS)).isZero();
        assertThat(machine.zone().freePages()).isGreaterThan(3000);
        assertThat(machine.marks().all()).extracting(Mark::kind).containsExactly(Mark.Kind.CGROUP_FULL);
    }

    /** The versions of cgroups. */
    enum Release {
        V1(1),
        V2(2);

        private final int number;

        Release(int number) {
            this.number = number;
        }
    }

    @Test
    void onlyInVersion1ItWaitsForTheFlusherAndForFolios() {
        Machine legacy = write(FileSystemSpec.Type.XFS, Specs.hdd(32), IoMode.CACHED, 1, true);
        Machine unified = write(FileSystemSpec.Type.XFS, Specs.hdd(32), IoMode.CACHED, 2, true);

        assertThat(count(legacy, Counter.NR_THROTTLED_WRITTEN)).isPositive();
        assertThat(count(unified, Counter.NR_THROTTLED_WRITTEN)).isZero();
    }

    @Test
    void reclaimWantsWhatItMeetsBeforeItIsWrittenAndGetsItAfterwards() {
        Machine machine = write(FileSystemSpec.Type.XFS, Specs.hdd(32), IoMode.CACHED, 2, true);

        assertThat(count(machine, Counter.NR_VMSCAN_IMMEDIATE_RECLAIM)).isPositive();
        assertThat(count(machine, Counter.PGROTATED)).isPositive();
        assertThat(count(machine, Counter.PGSTEAL_FILE)).isLessThan(count(machine, Counter.PGSCAN_FILE));
    }

    @Test
    void aDontcacheWriterThatWritesBackWhatItWroteNeverReclaimsWhereANormalOneDoes() {
        Machine dontcache = write(Epoch.E1, FileSystemSpec.Type.XFS, Specs.ramDisk(), IoMode.DONTCACHE, 2, true);
        Machine normal = write(Epoch.E1, FileSystemSpec.Type.XFS, Specs.ramDisk(), IoMode.CACHED, 2, true);

        assertThat(count(dontcache, Counter.CGROUP_EVENTS_MAX)).isZero();
        assertThat(count(dontcache, Counter.PGSCAN_FILE)).isZero();
        assertThat(count(normal, Counter.CGROUP_EVENTS_MAX)).isPositive();
        assertThat(count(normal, Counter.CGROUP_PGSTEAL_DIRECT)).isPositive();
    }

    @ParameterizedTest
    @EnumSource(FileSystemSpec.Type.class)
    void aFileLargerThanMemoryIsWrittenToItsEnd(FileSystemSpec.Type type) {
        Machine machine = CheckedMachine.ran(
                specs(type, Specs.nvme(1280, 32))
                        .pages(LIMIT, 0, 0)
                        .job(Specs.writer(IoMode.CACHED, 64 << 10, Pages.bytes(FILE), true))
                        .spec(),
                FolioTable.MAX_SIBLINGS);

        assertThat(machine.workload().failures()).isEmpty();
        assertThat(count(machine, Counter.WRITTEN_BYTES)).isEqualTo(Pages.bytes(FILE));
        assertThat(count(machine, Counter.PGSTEAL_FILE)).isGreaterThan(FILE - LIMIT);
    }

    private static Machine write(
            FileSystemSpec.Type type, DeviceSpec device, IoMode mode, int version, boolean existing) {
        return write(Epoch.E4, type, device, mode, version, existing);
    }

    private static Machine write(
            Epoch epoch, FileSystemSpec.Type type, DeviceSpec device, IoMode mode, int version, boolean existing) {
        return CheckedMachine.ran(
                specs(type, device)
                        .epoch(epoch)
                        .pages(4096, 0, 0)
                        .cgroup(version, LIMIT, null, 0)
                        .job(Specs.writer(mode, 64 << 10, Pages.bytes(FILE), existing))
                        .spec(),
                FolioTable.MAX_SIBLINGS);
    }

    private static Specs specs(FileSystemSpec.Type type, DeviceSpec device) {
        return Specs.small()
                .epoch(Epoch.E4)
                .patch(Toggle.BDEV_FOP_DONTCACHE)
                .fileSystem(type)
                .device(device)
                .duration(SECOND);
    }

    private static long count(Machine machine, Counter counter) {
        return machine.counters().get(counter);
    }
}
