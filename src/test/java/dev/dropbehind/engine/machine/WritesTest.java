package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.testing.CheckedMachine;
import dev.dropbehind.testing.Specs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WritesTest {

    private static final long SECOND = 1_000_000_000;
    private static final long BYTES = 1 << 20;

    @ParameterizedTest
    @CsvSource({
        "XFS, true, CACHED, 256", "XFS, false, CACHED, 256", "EXT4, true, CACHED, 256", "EXT4, false, DONTCACHE, 0",
        "BTRFS, false, DONTCACHE, 0", "F2FS, false, DONTCACHE, 256", "XFS, false, DONTCACHE, 0",
                "XFS, true, DONTCACHE, 0"
    })
    void aFileThatWasWrittenAndSyncedIsOnTheDeviceOnceAndStaysUnlessItsDropRunsInATask(
            FileSystemSpec.Type type, boolean existing, IoMode mode, int left) {
        Machine machine = ran(type, Specs.nvme(1280, 32), existing, mode);
        assertThat(machine.counters().get(Counter.WRITTEN_BYTES)).isEqualTo(BYTES);
        assertThat(machine.counters().get(Counter.NR_FILE_DIRTY)).isZero();
        assertThat(machine.counters().get(Counter.NR_WRITEBACK)).isZero();
        assertThat(machine.counters().get(Counter.NR_WRITTEN)).isEqualTo(BYTES / 4096);
        assertThat(machine.cache().mappings().get(1).cachedPages()).isEqualTo(left);
    }

    @ParameterizedTest
    @CsvSource({"XFS, 1, 0, 1, 2", "EXT4, 1, 0, 1, 2", "XFS, 0, 1, 0, 0", "EXT4, 0, 1, 0, 0"})
    // Each call takes some microseconds, a tick 4 ms: 1 MiB is written over within a tick or two.
    void fsyncCommitsATimeOfModificationThatIsNewAndFdatasyncNone(
            FileSystemSpec.Type type, int fsync, int fdatasync, long least, long most) {
        Machine machine = CheckedMachine.ran(
                Specs.small()
                        .fileSystem(type)
                        .device(Specs.ramDisk())
                        .job(Specs.writer(
                                IoMode.CACHED,
                                65_536,
                                BYTES,
                                true,
                                new Durability(Durability.Sync.NONE, fsync, fdatasync, false)))
                        .duration(SECOND)
                        .spec(),
                32);
        assertThat(machine.counters().get(Counter.JOURNAL_COMMITS)).isBetween(least, most);
    }

    private static Machine ran(FileSystemSpec.Type type, DeviceSpec device, boolean existing, IoMode mode) {
        return CheckedMachine.ran(
                Specs.small()
                        .epoch(Epoch.E1)
                        .fileSystem(type)
                        .device(device)
                        .job(Specs.writer(
                                mode, 65_536, BYTES, existing, new Durability(Durability.Sync.NONE, 0, 0, true)))
                        .duration(SECOND)
                        .spec(),
                32);
    }
}
