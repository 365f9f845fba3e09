package dev.dropbehind.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.machine.Machine;
import dev.dropbehind.engine.machine.MachineBuilder;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.measure.Trace;
import dev.dropbehind.engine.spec.FileSpec;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.JobSpec.Rw;
import dev.dropbehind.engine.spec.VmSpec;
import dev.dropbehind.engine.workload.JobFailure;
import dev.dropbehind.testing.CheckedMachine;
import dev.dropbehind.testing.Specs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Buffered writes on small machines whose invariants are checked after every event (kernel-model §1.2, §3). */
class WriteCallTest {

    private static final long FILE = 1 << 20;

    /** The two examples of kernel-model §1.2 rule 4. */
    @ParameterizedTest
    @CsvSource({"1048576, 0+256", "47008, 0+8 8+2 10+1 11+1"})
    void foliosAreAsLargeAsWhatIsLeftToWriteAndTheirPlaceAllow(int length, String folios) {
        List<String> created = new ArrayList<>();
        Machine machine = MachineBuilder.build(
                specs(FileSystemSpec.Type.XFS).job(writer(0, length, false)).spec(), new FoliosCreated(created));
        machine.runUntil(10_000_000);

        assertThat(String.join(" ", created)).isEqualTo(folios);
    }

    @Test
    void withoutLargeFoliosEachPageIsAFolio() {
        Machine machine = ran(specs(FileSystemSpec.Type.F2FS).job(writer(0, 47_008, false)));

        assertThat(count(machine, Counter.NR_DIRTIED)).isEqualTo(12);
        assertThat(machine.files().getFirst().sizeBytes()).isEqualTo(47_008);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 4096, 0",
        "4096, 8192, 0",
        "0, 1000, 8",
        "4000, 96, 8",
        "100, 200, 8",
        "1000, 5000, 16",
        "4000, 8288, 8",
        "4096, 5000, 8"
    })
    void ofABlockWrittenInPartTheDeviceHasTheRest(long from, int length, long sectorsRead) {
        for (FileSystemSpec.Type type : new FileSystemSpec.Type[] {
            FileSystemSpec.Type.XFS,
            FileSystemSpec.Type.EXT4,
            FileSystemSpec.Type.BTRFS,
            FileSystemSpec.Type.F2FS,
            FileSystemSpec.Type.BDEV
        }) {
            Machine machine = ran(specs(new FileSystemSpec(type, 4096)).job(writer(from, length, true)));

            assertThat(count(machine, Counter.EDGE_READ_SECTORS))
                    .as(type.name())
                    .isEqualTo(sectorsRead);
            assertThat(count(machine, Counter.WRITTEN_BYTES)).isEqualTo(length);
        }
    }

    @ParameterizedTest
    @CsvSource({"1024, 4", "2048, 8", "4096, 16", "16384, 32"})
    void whatIsReadAreBlocksAndNotPages(int blockSize, long sectorsRead) {
        Machine machine = ran(
                specs(new FileSystemSpec(FileSystemSpec.Type.XFS, blockSize)).job(writer(1000, 5000, true)));

        assertThat(count(machine, Counter.EDGE_READ_SECTORS)).isEqualTo(sectorsRead);
    }

    @ParameterizedTest
    @CsvSource({"HOLE", "UNWRITTEN"})
    void aBlockThatIsNotWrittenIsFilledWithZeroesInstead(FileSpec.State state) {
        FileSpec.Extent extent = new FileSpec.Extent(0, FILE, state);
        Machine machine = ran(specs(FileSystemSpec.Type.XFS)
                .file(new FileSpec("data", FILE, List.of(extent), 0))
                .job(writer(1000, 5000, true)));

        assertThat(count(machine, Counter.EDGE_READ_SECTORS)).isZero();
        assertThat(count(machine, Counter.DEVICE_READ_BYTES)).isZero();
    }

    @Test
    void aNewFileIsNotReadAndAsLongAsWhatWasWritten() {
        Machine machine = ran(specs(FileSystemSpec.Type.XFS).job(writer(1000, 5000, false)));

        assertThat(count(machine, Counter.DEVICE_READ_BYTES)).isZero();
        assertThat(machine.files().getFirst().sizeBytes()).isEqualTo(6000);
    }

    @Test
    void whatIsCachedIsNotReadAgain() {
        JobSpec reader =
                new JobSpec("reader", Rw.READ, 8192, 1, Layout.SHARED, "data", 8192, FILE, IoMode.CACHED, null, false);
        Machine machine = ran(specs(FileSystemSpec.Type.XFS)
                .job(reader)
                .job(writer(1000, 5000, true).with(new JobSpec.Start(0, true))));

        assertThat(count(machine, Counter.EDGE_READ_SECTORS)).isZero();
    }

    @Test
    void aWriteFailsWhereNoPageCanBeHad() {
        Machine machine = ran(specs(FileSystemSpec.Type.XFS).pages(512, 512, 0).job(writer(0, 4096, false)));

        assertThat(machine.workload().failures()).extracting(JobFailure::error).containsExactly(Errno.ENOMEM);
        assertThat(count(machine, Counter.WRITTEN_BYTES)).isZero();
    }

    @Test
    void aWriterIsHeldOnceForEachPauseAndNotMeanwhile() {
        JobSpec writer = new JobSpec(
                "writer", Rw.WRITE, 65_536, 1, Layout.SHARED, "data", 8 << 20, 8 << 20, IoMode.CACHED, null, false);
        Machine machine = ran(specs(FileSystemSpec.Type.XFS)
                .vm(new VmSpec(20, 10, 64 * 4096, 32 * 4096, 3000, 500))
                .job(writer)
                .duration(2_000_000_000));

        long pauses = count(machine, Counter.THROTTLE_PAUSES);
        assertThat(pauses).isPositive();
        assertThat(pauses).isLessThanOrEqualTo(2048 / 8);
        assertThat(count(machine, Counter.APPLICATION_CPU_NANOS)).isLessThan(50_000_000);
    }

    /** Hears which folios are made, by first page and pages. */
    private record FoliosCreated(List<String> folios) implements Trace {

        @Override
        public void acts(String actor) {}

        @Override
        public void note(Fact.Kind kind, int file, long first, long count) {
            if (kind == Fact.Kind.FOLIOS_CREATED && file > 0) {
                folios.add(first + "+" + count);
            }
        }
    }

    private static JobSpec writer(long from, int length, boolean existing) {
        return new JobSpec(
                        "writer", Rw.WRITE, length, 1, Layout.SHARED, "data", length, FILE, IoMode.CACHED, null, false)
                .with(Rw.WRITE, new JobSpec.Pattern(0, false, from, null))
                .withExisting(existing);
    }

    private static Specs specs(FileSystemSpec.Type type) {
        return specs(new FileSystemSpec(type, 4096));
    }

    private static Specs specs(FileSystemSpec fileSystem) {
        return Specs.small().fileSystem(fileSystem).device(Specs.nvme(1280, 32)).duration(10_000_000);
    }

    private static Machine ran(Specs specs) {
        return CheckedMachine.ran(specs.spec(), FolioTable.MAX_SIBLINGS);
    }

    private static long count(Machine machine, Counter counter) {
        return machine.counters().get(counter);
    }
}
