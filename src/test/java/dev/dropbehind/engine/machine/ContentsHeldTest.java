package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.cache.Contents;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.Promise;
import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.FileSpec;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.testing.CheckedMachine;
import dev.dropbehind.testing.Specs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every byte holds, in machines that run; and each promise about it, broken on purpose. */
class ContentsHeldTest {

    private static final long FILE_BYTES = Pages.bytes(1000) + 123;

    private final CheckedMachine checked = new CheckedMachine(spec(FileSystemSpec.Type.XFS), 32);
    private final Contents contents = checked.machine().cache().contents();
    private final Inode file = checked.machine().files().getFirst();
    private final Mapping mapping = file.mapping();

    @ParameterizedTest
    @EnumSource
    void eachByteThatIsReadIsTheOneOfItsFile(FileSystemSpec.Type type) {
        Simulation simulation = new Simulation(spec(type));
        simulation.advanceTo(1_000_000_000);

        assertThat(simulation.result().bytesRead()).isGreaterThan(2 * FILE_BYTES);
        assertThat(simulation.result().dataVerified()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void whatIsWrittenOverAndBesideAFileIsReadBackAndStored(FileSystemSpec.Type type) {
        CheckedMachine written = new CheckedMachine(writes(type), 32);
        written.run();
        Machine machine = written.machine();
        Contents kept = machine.cache().contents();

        assertThat(machine.workload().isOver()).isTrue();
        assertThat(machine.counters().get(Counter.DEVICE_WRITE_BYTES)).isGreaterThan(FILE_BYTES);
        assertThat(machine.cache().mappings()).noneMatch(Mapping::isDirty);
        assertThat(kept.dataVerified()).isTrue();

        machine.files().getFirst().resize(FILE_BYTES + 1);
        kept.verifyDevice();
        assertThat(kept.firstMismatch(Promise.STORED))
                .as("the device was looked at")
                .isNotNull();
    }

    @Test
    void filesThatAreTooLargeAreNotVerified() {
        Simulation simulation = new Simulation(Specs.f2fsRead(IoMode.CACHED));
        simulation.advanceTo(1_000_000);

        assertThat(simulation.result().dataVerified()).isNull();
    }

    @Test
    void aFileThatLiesElsewhereThanItsReadsGoIsFound() {
        contents.opened(mapping, Inode.inOnePiece("data", mapping, FILE_BYTES));

        assertThatThrownBy(checked::run)
                .isInstanceOf(InvariantBreach.class)
                .hasMessageStartingWith("invariant 23 broken: ")
                .hasMessageContaining(" of file 1 as before the run expected, ");
    }

    @Test
    void invariant8SeesACopyOfWhatWasNeverRead() {
        contents.copied(mapping, 0, 10);

        breaks(8);
    }

    @Test
    void invariant23SeesCachedBytesThatAreNotThoseWrittenLast() {
        contents.zeroed(mapping, 0, 10);

        breaks(23);
    }

    @Test
    void invariant24SeesASyncThatStoredNothing() {
        contents.written(mapping, 0, 10);
        contents.synced(mapping, 0, 10, contents.now());

        breaks(24);
    }

    @Test
    void invariant25SeesADeviceThatIsNotTheFile() {
        contents.written(mapping, 0, 10);
        contents.verifyDevice();

        breaks(25);
    }

    @Test
    void invariant26SeesRubbishWhereZeroesAreToBe() {
        contents.truncated(mapping, 10);
        contents.truncated(mapping, FILE_BYTES);
        contents.verifyDevice();

        breaks(26);
    }

    @Test
    void invariant27SeesBytesBehindTheEndOfTheFile() {
        long behind = FILE_BYTES / Pages.SECTOR_SIZE + 1;
        contents.directWritten(mapping, behind, 1, file.onDevice(behind), 1);
        contents.verifyDevice();

        breaks(27);
    }

    @Test
    void invariant28SeesAWriteThatIsDropped() {
        contents.written(mapping, 0, 10);
        contents.dropped(mapping, 0, Pages.SIZE);

        breaks(28);
    }

    private void breaks(int number) {
        assertThatThrownBy(checked.invariants()::checkAll)
                .isInstanceOf(InvariantBreach.class)
                .hasMessageStartingWith("invariant " + number + " broken: ");
    }

    /** Records that begin and end inside blocks, written to a file that is there and twice as large as memory. */
    private static SimulationSpec writes(FileSystemSpec.Type type) {
        JobSpec writer = Specs.readers("writer", IoMode.CACHED, 6000, 2, Layout.INTERLEAVED, "data", FILE_BYTES);
        JobSpec other = Specs.readers("other", IoMode.DONTCACHE, 47_008, 1, Layout.SHARED, "data", FILE_BYTES);
        Durability synced = new Durability(Durability.Sync.NONE, 50, 0, true);
        return Specs.small()
                .pages(500, 50, 50)
                .fileSystem(type)
                .patch(Toggle.BDEV_FOP_DONTCACHE)
                .job(writer.with(JobSpec.Rw.RANDRW, JobSpec.Pattern.PLAIN).with(synced))
                .job(other.with(JobSpec.Rw.WRITE, JobSpec.Pattern.PLAIN).with(synced))
                .duration(2_000_000_000)
                .spec();
    }

    /** A file in pieces, with a hole, that is read four times while memory is short. */
    private static SimulationSpec spec(FileSystemSpec.Type type) {
        FileSpec.Extent hole = new FileSpec.Extent(Pages.bytes(64), Pages.bytes(64), FileSpec.State.HOLE);
        return Specs.small()
                .pages(800, 100, 100)
                .fileSystem(type)
                .job(Specs.loop("cached", IoMode.CACHED, 10_000, "data", FILE_BYTES))
                .job(Specs.loop("other", IoMode.DONTCACHE, 8192, "data", FILE_BYTES))
                .file(new FileSpec("data", FILE_BYTES, List.of(hole), Pages.bytes(48)))
                .duration(20_000_000)
                .spec();
    }
}
