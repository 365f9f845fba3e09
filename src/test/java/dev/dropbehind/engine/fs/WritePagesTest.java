package dev.dropbehind.engine.fs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.machine.Machine;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.FileSpec;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.FileSystemSpec.BufferedPath;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.testing.CheckedMachine;
import dev.dropbehind.testing.Specs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From dirty folios to bios (kernel-model §5.1), on small machines that sync what they have written. */
class WritePagesTest {

    private static final int KIB = 1024;
    private static final long SECOND = 1_000_000_000;
    private static final Durability SYNC_AT_END = new Durability(Durability.Sync.NONE, 0, 0, true);

    @ParameterizedTest
    @CsvSource({"1024, 5000, 5120", "4096, 5000, 8192", "16384, 5000, 16384", "4096, 1, 4096"})
    void nothingIsWrittenBehindTheBlockInWhichTheFileEnds(int blockSize, long size, long written) {
        Machine machine = ran(new FileSystemSpec(FileSystemSpec.Type.XFS, blockSize), writer(size, size, false));

        assertThat(dataBytes(machine)).isEqualTo(written);
    }

    @Test
    void whatLiesTogetherIsOneBio() {
        Machine machine = ran(new FileSystemSpec(FileSystemSpec.Type.XFS, 4096), writer(4096, 512 * KIB, true));

        assertThat(dataBytes(machine)).isEqualTo(512 * KIB);
        assertThat(dataBios(machine)).isEqualTo(1);
    }

    @Test
    void aBioTakes256Folios() {
        FileSystemSpec singlePages = new FileSystemSpec(FileSystemSpec.Type.XFS, 4096, false, BufferedPath.IOMAP);
        Machine machine = ran(singlePages, writer(64 * KIB, 2112 * KIB, true));

        assertThat(dataBios(machine)).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"512, 128", "1024, 64", "4096, 16"})
    void withBufferHeadsEachBlockOfABlockDeviceIsABioAndTheQueueJoinsThem(int blockSize, int bios) {
        FileSystemSpec device =
                new FileSystemSpec(FileSystemSpec.Type.BDEV, blockSize, false, BufferedPath.BUFFER_HEADS);
        Machine machine = ran(device, writer(64 * KIB, 64 * KIB, true));

        assertThat(dataBios(machine)).isEqualTo(bios);
        assertThat(count(machine, Counter.DEVICE_WRITE_REQUESTS)).isEqualTo(bios - count(machine, Counter.BIO_MERGES));
        assertThat(count(machine, Counter.DEVICE_WRITE_REQUESTS)).isLessThan(bios);
        assertThat(count(machine, Counter.NR_WRITTEN)).isEqualTo(Pages.of(64 * KIB));
    }

    @ParameterizedTest
    @CsvSource({"4096, 16", "16384, 4", "65536, 1"})
    void eachPieceOfTheFileOnTheDeviceIsABio(long fragment, int bios) {
        Specs specs = specs(new FileSystemSpec(FileSystemSpec.Type.XFS, 4096))
                .file(new FileSpec("data", 64 * KIB, List.of(), fragment))
                .job(writer(64 * KIB, 64 * KIB, true));

        assertThat(dataBios(ran(specs))).isEqualTo(bios);
    }

    @Test
    void blocksThatAreWrittenAndBlocksThatAreNotEndApart() {
        FileSpec.Extent unwritten = new FileSpec.Extent(16 * KIB, 16 * KIB, FileSpec.State.UNWRITTEN);
        Specs specs = specs(new FileSystemSpec(FileSystemSpec.Type.XFS, 4096))
                .file(new FileSpec("data", 64 * KIB, List.of(unwritten), 0))
                .job(writer(64 * KIB, 64 * KIB, true));
        Machine machine = ran(specs);

        assertThat(dataBios(machine)).isEqualTo(3);
        assertThat(count(machine, Counter.EXTENT_CONVERSIONS)).isEqualTo(1);
    }

    @Test
    void allThatIsReservedIsAllocatedAtOnce() {
        Machine machine = ran(new FileSystemSpec(FileSystemSpec.Type.EXT4, 4096), writer(4096, 512 * KIB, false));

        assertThat(count(machine, Counter.EXTENTS_ALLOCATED)).isEqualTo(1);
    }

    private static JobSpec writer(long call, long size, boolean existing) {
        return new JobSpec(
                        "w", JobSpec.Rw.WRITE, call, 1, Layout.SHARED, "data", size, size, IoMode.CACHED, null, false)
                .with(SYNC_AT_END)
                .withExisting(existing);
    }

    private static Machine ran(FileSystemSpec fileSystem, JobSpec job) {
        return ran(specs(fileSystem).job(job));
    }

    private static Specs specs(FileSystemSpec fileSystem) {
        return Specs.small()
                .fileSystem(fileSystem)
                .pages(8192, 0, 0)
                .device(Specs.nvme(1280, 32))
                .duration(SECOND);
    }

    private static Machine ran(Specs specs) {
        return CheckedMachine.ran(specs.spec(), FolioTable.MAX_SIBLINGS);
    }

    /** XFS commits a page a time. */
    private static long dataBytes(Machine machine) {
        return count(machine, Counter.BIO_WRITE_BYTES) - 4096 * count(machine, Counter.JOURNAL_COMMITS);
    }

    /** A sync flushes the device once; a commit is a flush, a record and a flush. */
    private static long dataBios(Machine machine) {
        long commits = count(machine, Counter.JOURNAL_COMMITS);
        return count(machine, Counter.BIOS_SUBMITTED) - (commits > 0 ? 3 * commits : 1);
    }

    private static long count(Machine machine, Counter counter) {
        return machine.counters().get(counter);
    }
}
