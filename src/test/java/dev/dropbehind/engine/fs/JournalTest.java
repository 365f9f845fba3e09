package dev.dropbehind.engine.fs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.machine.Machine;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.testing.CheckedMachine;
import dev.dropbehind.testing.Specs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who commits what (kernel-model §3.8). */
class JournalTest {

    private static final int RECORDS = 64;
    private static final Durability DSYNC = new Durability(Durability.Sync.DSYNC, 0, 0, false);

    @ParameterizedTest
    @CsvSource({"XFS, 1, 2", "EXT4, 2, 3"})
    void aSynchronousAppendOfOneTaskIsACommitWithItsWritesAndFlushes(
            FileSystemSpec.Type type, int writes, int flushes) {
        Machine machine = ran(type, 1, false);

        assertThat(count(machine, Counter.JOURNAL_COMMITS)).isEqualTo(RECORDS);
        assertThat(count(machine, Counter.DEVICE_WRITE_REQUESTS)).isEqualTo((1L + writes) * RECORDS);
        assertThat(count(machine, Counter.DEVICE_FLUSH_REQUESTS)).isEqualTo((long) flushes * RECORDS);
    }

    @ParameterizedTest
    @CsvSource({"XFS", "EXT4"})
    void anOverwriteOfWrittenBlocksNeedsNoCommitButAFlush(FileSystemSpec.Type type) {
        Machine machine = ran(type, 1, true);

        assertThat(count(machine, Counter.JOURNAL_COMMITS)).isZero();
        assertThat(count(machine, Counter.DEVICE_WRITE_REQUESTS)).isEqualTo(RECORDS);
        assertThat(count(machine, Counter.DEVICE_FLUSH_REQUESTS)).isEqualTo(RECORDS);
    }

    @ParameterizedTest
    @CsvSource({"XFS", "EXT4"})
    void tasksThatWaitTogetherShareACommit(FileSystemSpec.Type type) {
        Machine machine = ran(type, 16, false);

        assertThat(count(machine, Counter.WRITE_CALLS)).isEqualTo(RECORDS);
        assertThat(count(machine, Counter.JOURNAL_COMMITS)).isBetween(RECORDS / 16L, RECORDS / 2L);
    }

    @Test
    void aBlockDeviceHasNone() {
        Machine machine = ran(FileSystemSpec.Type.BDEV, 1, true);

        assertThat(count(machine, Counter.JOURNAL_COMMITS)).isZero();
        assertThat(count(machine, Counter.DEVICE_FLUSH_REQUESTS)).isEqualTo(RECORDS);
    }

    private static Machine ran(FileSystemSpec.Type type, int tasks, boolean existing) {
        long size = RECORDS * 4096L;
        JobSpec job = new JobSpec(
                        "w",
                        JobSpec.Rw.WRITE,
                        4096,
                        tasks,
                        Layout.INTERLEAVED,
                        "data",
                        size,
                        size,
                        IoMode.CACHED,
                        null,
                        false)
                .with(DSYNC)
                .withExisting(existing);
        return CheckedMachine.ran(
                Specs.small()
                        .fileSystem(type)
                        .device(Specs.ufs(128, 32))
                        .job(job)
                        .duration(1_000_000_000)
                        .spec(),
                FolioTable.MAX_SIBLINGS);
    }

    private static long count(Machine machine, Counter counter) {
        return machine.counters().get(counter);
    }
}
