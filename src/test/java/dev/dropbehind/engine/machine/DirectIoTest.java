package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.call.Errno;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.FileSpec;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.testing.CheckedMachine;
import dev.dropbehind.testing.Specs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DirectIoTest {

    private static final long SECOND = 1_000_000_000;
    private static final long BYTES = 512 << 10;
    private static final JobSpec.Start BEHIND_THE_OTHERS = new JobSpec.Start(0, true);

    @ParameterizedTest
    @CsvSource({
        "XFS, true",
        "XFS, false",
        "EXT4, true",
        "EXT4, false",
        "BTRFS, true",
        "BTRFS, false",
        "F2FS, true",
        "F2FS, false",
        "BDEV, true"
    })
    void aDirectWriteIsOnTheDeviceWhenItReturnsAndLeavesNothingCached(FileSystemSpec.Type type, boolean existing) {
        Machine machine = ran(on(type).job(Specs.writer(IoMode.DIRECT, 65_536, BYTES, existing)));

        assertThat(count(machine, Counter.WRITTEN_BYTES)).isEqualTo(BYTES);
        assertThat(count(machine, Counter.WRITE_CALLS)).isEqualTo(8);
        assertThat(count(machine, Counter.DEVICE_WRITE_BYTES)).isEqualTo(BYTES);
        assertThat(count(machine, Counter.NR_DIRTIED)).isZero();
        assertThat(machine.files().getFirst().mapping().cachedPages()).isZero();
        assertThat(machine.files().getFirst().sizeBytes()).isEqualTo(BYTES);
        holdsOnTheDevice(machine);
    }

    @ParameterizedTest
    @EnumSource(FileSystemSpec.Type.class)
    void aDirectReadComesFromTheDeviceAndLeavesNothingCached(FileSystemSpec.Type type) {
        Machine machine = ran(on(type).job(Specs.reader(IoMode.DIRECT, 65_536, BYTES)));

        assertThat(count(machine, Counter.READ_BYTES)).isEqualTo(BYTES);
        assertThat(count(machine, Counter.DEVICE_READ_BYTES)).isEqualTo(BYTES);
        assertThat(machine.files().getFirst().mapping().cachedPages()).isZero();
    }

    @Test
    void whatIsNoMultipleOfTheDevicesBlockFailsWithEinval() {
        Machine machine = ran(on(FileSystemSpec.Type.XFS).job(Specs.writer(IoMode.DIRECT, 512, BYTES, true)));

        assertThat(machine.workload().failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.error()).isEqualTo(Errno.EINVAL));
        assertThat(count(machine, Counter.FAILED_CALLS)).isEqualTo(1);
        assertThat(count(machine, Counter.DEVICE_WRITE_BYTES)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"XFS, CACHED", "EXT4, CACHED", "BDEV, CACHED", "XFS, DONTCACHE"})
    void aDirectReadOfDirtyPagesHasThemWrittenFirst(FileSystemSpec.Type type, IoMode mode) {
        Machine machine = ran(on(type).job(Specs.writer(mode, 65_536, BYTES, true))
                .job(Specs.reader(IoMode.DIRECT, 65_536, BYTES).with(BEHIND_THE_OTHERS)));

        assertThat(count(machine, Counter.DEVICE_READ_BYTES)).isEqualTo(BYTES);
        assertThat(count(machine, Counter.NR_WRITTEN)).isEqualTo(Pages.of(BYTES));
        assertThat(count(machine, Counter.NR_FILE_DIRTY)).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = FileSystemSpec.Type.class,
            names = {"XFS", "EXT4", "F2FS", "BDEV"})
    void aDirectWriteRemovesWhatIsCachedSoThatTheNextReadComesFromTheDevice(FileSystemSpec.Type type) {
        Machine machine = ran(on(type).job(Specs.reader(IoMode.CACHED, 65_536, BYTES))
                .job(Specs.writer(IoMode.DIRECT, 65_536, BYTES, true).with(BEHIND_THE_OTHERS))
                .job(Specs.reader(IoMode.CACHED, 65_536, BYTES).with(BEHIND_THE_OTHERS)));

        assertThat(count(machine, Counter.DIRECT_INVALIDATED)).isEqualTo(Pages.of(BYTES));
        assertThat(count(machine, Counter.DEVICE_READ_BYTES)).isEqualTo(2 * BYTES);
        assertThat(count(machine, Counter.WORKINGSET_REFAULT_FILE)).isZero();
    }

    @Test
    void holesReadAsZeroesWithoutABio() {
        FileSpec.Extent hole = new FileSpec.Extent(0, BYTES / 2, FileSpec.State.HOLE);
        Machine machine = ran(on(FileSystemSpec.Type.XFS)
                .file(new FileSpec("data", BYTES, List.of(hole), 0))
                .job(Specs.reader(IoMode.DIRECT, 65_536, BYTES)));

        assertThat(count(machine, Counter.READ_BYTES)).isEqualTo(BYTES);
        assertThat(count(machine, Counter.DEVICE_READ_BYTES)).isEqualTo(BYTES / 2);
    }

    @Test
    void aBioHasRoomForPagesOfTheBufferAndAllAreOnTheirWayAtOnce() {
        long length = 4 << 20;
        Machine machine = ran(on(FileSystemSpec.Type.XFS).job(Specs.writer(IoMode.DIRECT, length, length, true)));

        assertThat(count(machine, Counter.BIOS_SUBMITTED)).isEqualTo(length / (256 * Pages.SIZE));
        long alone = count(machine, Counter.DEVICE_WRITE_NANOS);
        assertThat(count(machine, Counter.DEVICE_BUSY_NANOS)).isLessThan(alone);
    }

    @Test
    void aSynchronousDirectWriteOfANewFileWaitsForTheJournal() {
        Durability dsync = new Durability(Durability.Sync.DSYNC, 0, 0, false);
        Machine machine =
                ran(on(FileSystemSpec.Type.XFS).job(Specs.writer(IoMode.DIRECT, 65_536, BYTES, false, dsync)));

        assertThat(count(machine, Counter.JOURNAL_COMMITS)).isEqualTo(8);
        holdsOnTheDevice(machine);
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void theRestOfANewBlockThatIsWrittenInPartIsZero(boolean existing) {
        JobSpec.Pattern everySecond = new JobSpec.Pattern(4096, false, 4096, null);
        JobSpec writer = new JobSpec(
                        "writer",
                        JobSpec.Rw.WRITE,
                        4096,
                        1,
                        JobSpec.Layout.SHARED,
                        "data",
                        BYTES / 2,
                        BYTES,
                        IoMode.DIRECT,
                        null,
                        false)
                .with(JobSpec.Rw.WRITE, everySecond)
                .withExisting(existing);
        Machine machine = ran(Specs.small()
                .device(Specs.nvme(1280, 32))
                .fileSystem(new FileSystemSpec(FileSystemSpec.Type.XFS, 16_384))
                .job(writer)
                .duration(SECOND));

        assertThat(count(machine, Counter.WRITE_CALLS)).isPositive();
        holdsOnTheDevice(machine);
    }

    @Test
    void callsThatMayNotWaitGiveWayToDirtyPages() {
        JobSpec nowait = Specs.reader(IoMode.DIRECT, 65_536, BYTES)
                .with(new JobSpec.Hints(JobSpec.Fadvise.NONE, 0, 100, true))
                .with(BEHIND_THE_OTHERS);
        Machine machine = ran(on(FileSystemSpec.Type.XFS)
                .job(Specs.writer(IoMode.CACHED, 65_536, BYTES / 2, true))
                .job(nowait));

        assertThat(count(machine, Counter.NOWAIT_EAGAIN)).isEqualTo(4);
        assertThat(count(machine, Counter.READ_BYTES)).isEqualTo(BYTES / 2);
        assertThat(count(machine, Counter.DEVICE_WRITE_BYTES)).isZero();
    }

    private static Specs on(FileSystemSpec.Type type) {
        return Specs.small().device(Specs.nvme(1280, 32)).fileSystem(type).duration(SECOND);
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
