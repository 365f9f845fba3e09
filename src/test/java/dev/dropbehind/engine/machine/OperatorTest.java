package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Mark;
import dev.dropbehind.engine.spec.ActionSpec;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.VmSetting;
import dev.dropbehind.testing.CheckedMachine;
import dev.dropbehind.testing.Specs;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OperatorTest {

    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;
    private static final long BYTES = 512 << 10;
    private static final int PAGES = (int) (BYTES / Pages.SIZE);

    @ParameterizedTest
    @CsvSource({"XFS, CACHED", "EXT4, CACHED", "F2FS, CACHED", "BTRFS, DONTCACHE", "XFS, DONTCACHE"})
    void aSyncWritesAllFilesAndTheRunGoesOnUntilItHas(FileSystemSpec.Type type, IoMode mode) {
        Machine machine =
                ran(on(type).job(Specs.writer(mode, 65_536, BYTES, false)).action(new ActionSpec.Sync(500 * MILLI)));

        assertThat(count(machine, Counter.NR_FILE_DIRTY)).isZero();
        assertThat(count(machine, Counter.NR_WRITEBACK)).isZero();
        assertThat(count(machine, Counter.WB_DONTCACHE_DIRTY)).isZero();
        assertThat(machine.files().getFirst().owesJournal(true)).isFalse();
        holdsOnTheDevice(machine);
    }

    @Test
    void aRunIsNotOverBeforeWhatIsToBeDoneIsDone() {
        Machine machine = MachineBuilder.build(on(FileSystemSpec.Type.XFS)
                .job(Specs.writer(IoMode.CACHED, 65_536, BYTES, false))
                .action(new ActionSpec.Sync(500 * MILLI))
                .action(new ActionSpec.Sync(2 * SECOND))
                .spec());
        machine.runUntil(499 * MILLI);
        assertThat(machine.workload().isOver()).isFalse();
        machine.runUntil(SECOND);
        assertThat(machine.workload().isOver()).isTrue();
    }

    @Test
    void droppedCachesHoldOnlyWhatIsDirty() {
        Machine machine = ran(on(FileSystemSpec.Type.XFS)
                .job(Specs.readers("reader", IoMode.CACHED, 65_536, 1, JobSpec.Layout.SHARED, "read", BYTES))
                .job(Specs.writer(IoMode.CACHED, 65_536, BYTES, false))
                .action(new ActionSpec.DropCaches(500 * MILLI)));

        assertThat(count(machine, Counter.NR_FILE_PAGES)).isEqualTo(PAGES);
        assertThat(count(machine, Counter.NR_FILE_DIRTY)).isEqualTo(PAGES);
    }

    @Test
    void adviceStartsTheWritebackOfWhatIsDirtyAndDoesNotWait() {
        Machine machine = ran(on(FileSystemSpec.Type.XFS)
                .job(Specs.writer(IoMode.CACHED, 65_536, BYTES, false))
                .action(new ActionSpec.FadviseDontneed(500 * MILLI, "data"))
                .action(new ActionSpec.FadviseDontneed(600 * MILLI, "data")));

        assertThat(count(machine, Counter.NR_WRITTEN)).isEqualTo(PAGES);
        assertThat(count(machine, Counter.DONTNEED_CALLS)).isEqualTo(2);
        assertThat(count(machine, Counter.DONTNEED_DROPPED)).isEqualTo(PAGES);
        assertThat(machine.files().getFirst().mapping().cachedPages()).isZero();
    }

    @Test
    void limitsThatAreSetHoldFromThenOn() {
        Machine machine = ran(on(FileSystemSpec.Type.XFS)
                .job(Specs.writer(IoMode.CACHED, 65_536, BYTES, false))
                .action(new ActionSpec.SetVm(
                        500 * MILLI,
                        Map.of(VmSetting.DIRTY_BACKGROUND_BYTES, 65_536L, VmSetting.DIRTY_WRITEBACK_CENTISECS, 10L))));

        assertThat(count(machine, Counter.NR_FILE_DIRTY)).isZero();
        assertThat(count(machine, Counter.NR_WRITTEN)).isEqualTo(PAGES);
    }

    @Test
    void aProcessorGoesAndComesBack() {
        Machine machine = MachineBuilder.build(on(FileSystemSpec.Type.XFS)
                .job(Specs.writer(IoMode.CACHED, 65_536, BYTES, false))
                .action(new ActionSpec.CpuOffline(100 * MILLI, 1))
                .action(new ActionSpec.CpuOnline(500 * MILLI, 1))
                .spec());
        machine.runUntil(400 * MILLI);
        assertThat(machine.cpus().isOnline(1)).isFalse();
        machine.runUntil(SECOND);
        assertThat(machine.cpus().isOnline(1)).isTrue();
        assertThat(machine.marks().all())
                .contains(new Mark(Mark.Kind.CPU_OFFLINE, 100 * MILLI), new Mark(Mark.Kind.CPU_ONLINE, 500 * MILLI));
    }

    @Test
    void aNormalReadBringsTheRangeIntoTheCacheAndLeavesIt() {
        Machine machine = ran(on(FileSystemSpec.Type.XFS)
                .job(Specs.reader(IoMode.DIRECT, 65_536, BYTES))
                .action(new ActionSpec.ReadNormally(500 * MILLI, "data", 0, BYTES)));

        assertThat(machine.files().getFirst().mapping().cachedPages()).isEqualTo(PAGES);
        assertThat(count(machine, Counter.READ_CALLS)).isEqualTo(8 + 4);
    }

    @Test
    void aStoreToADirtyFolioThatWasToBeDroppedKeepsItInTheCache() {
        Machine machine = ran(on(FileSystemSpec.Type.XFS)
                .epoch(Epoch.E1)
                .job(Specs.writer(IoMode.DONTCACHE, 4096, BYTES, true))
                .action(new ActionSpec.MmapStore(500 * MILLI, "data", 0, 2 * Pages.SIZE))
                .action(new ActionSpec.Sync(600 * MILLI)));

        assertThat(machine.files().getFirst().mapping().cachedPages()).isPositive();
        assertThat(count(machine, Counter.WB_DONTCACHE_DIRTY)).isZero();
        assertThat(count(machine, Counter.MMAP_FAULTS)).isEqualTo(2);
        holdsOnTheDevice(machine);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 4096, 65_536, 100_000, 100_352, 300_001})
    void aFileThatIsCutEndsInZeroesAndWhatWasDirtyBehindIsNeverWritten(long size) {
        Machine machine = ran(on(FileSystemSpec.Type.XFS)
                .job(Specs.writer(IoMode.CACHED, 65_536, BYTES, false))
                .action(new ActionSpec.Truncate(500 * MILLI, "data", size))
                .action(new ActionSpec.Sync(600 * MILLI)));

        assertThat(machine.files().getFirst().sizeBytes()).isEqualTo(size);
        assertThat(count(machine, Counter.DEVICE_WRITE_BYTES)).isLessThan(size + 16_384);
        assertThat(count(machine, Counter.NR_FILE_DIRTY)).isZero();
        assertThat(count(machine, Counter.DROPBEHIND_DROPPED)).isZero();
        holdsOnTheDevice(machine);
    }

    @ParameterizedTest
    @EnumSource(
            value = FileSystemSpec.Type.class,
            names = {"XFS", "EXT4", "F2FS", "BTRFS"})
    void aFileThatIsCutAndMadeLongerReadsAsZeroes(FileSystemSpec.Type type) {
        Machine machine = ran(on(type).job(Specs.reader(IoMode.CACHED, 65_536, BYTES))
                .action(new ActionSpec.Truncate(300 * MILLI, "data", 50_000))
                .action(new ActionSpec.Truncate(400 * MILLI, "data", BYTES))
                .action(new ActionSpec.ReadNormally(500 * MILLI, "data", 0, BYTES))
                .action(new ActionSpec.Sync(700 * MILLI)));

        assertThat(count(machine, Counter.READ_BYTES)).isEqualTo(2 * BYTES);
        holdsOnTheDevice(machine);
    }

    @ParameterizedTest
    @ValueSource(longs = {20, 30, 50, 100, 200})
    void aFileCanBeCutWhileItIsWrittenBackAndRead(long micros) {
        Machine machine = ran(on(FileSystemSpec.Type.XFS)
                .job(Specs.writer(IoMode.CACHED, 65_536, BYTES, true))
                .job(Specs.reader(IoMode.DONTCACHE, 16_384, BYTES))
                .action(new ActionSpec.Sync(2 * MILLI))
                .action(new ActionSpec.Truncate(2 * MILLI + micros * 1000, "data", 70_001))
                .action(new ActionSpec.Sync(500 * MILLI)));

        assertThat(machine.files().getFirst().sizeBytes()).isEqualTo(70_001);
        holdsOnTheDevice(machine);
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
