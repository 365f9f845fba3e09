package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Completion;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.JobSpec.Rw;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.testing.Specs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The figures of the series on shared pages, by mechanism alone: 4 KiB device reads a write of 32 tasks that write
 * interleaved records to one file on XFS (kernel-model §8.3, §8.6). Reads of metadata are not part of the model.
 */
class SharedPagesTest {

    private static final int THREADS = 32;
    private static final int SEEDS = 4;
    private static final long BYTES = 128L << 20;
    private static final long HOUR_NANOS = 3_600_000_000_000L;
    private static final Toggle[] KEEP = {
        Toggle.MM_KEEP_SHARED_EDGE, Toggle.MM_MARK_FOUND_UNFLAGGED_EDGE, Toggle.MM_SELF_COMPLETE_EDGES
    };
    private static final Toggle[] V7 = {Toggle.MM_EDGE_IS_PAGE, Toggle.MM_MARK_LARGER_FOUND, Toggle.MM_DROP_AFTER_UNLOCK
    };

    @ParameterizedTest
    @CsvSource({"47008, NONE, 0.97", "47008, DSYNC, 0.99", "6000, NONE, 0.97", "6000, DSYNC, 0.99", "49152, NONE, 0"})
    void beforeTheSeriesNearlyEverySharedPageIsReadBack(int record, Durability.Sync sync, double published) {
        double reads = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            Specs specs = specs(4096).seed(seed).job(writers(record, sync));
            for (Toggle toggle : KEEP) {
                specs.without(toggle);
            }
            reads += readsPerWrite(specs);
        }

        assertThat(reads / SEEDS).isCloseTo(published, within(0.03));
    }

    @ParameterizedTest
    @CsvSource({
        "47008, 4096, NONE",
        "47008, 4096, DSYNC",
        "6000, 4096, NONE",
        "6000, 4096, DSYNC",
        "47008, 16384, NONE",
        "12288, 16384, NONE",
        "47008, 16384, DSYNC"
    })
    void withTheSeriesNoneIsReadBackAndNoneIsLeftButTheLast(int record, int block, Durability.Sync sync) {
        Machine machine = ran(specs(block).job(writers(record, sync)));

        assertThat(count(machine, Counter.DEVICE_READ_BYTES)).isZero();
        assertThat(count(machine, Counter.WB_DONTCACHE_DIRTY)).isZero();
        assertThat(count(machine, Counter.NR_FILE_PAGES)).isLessThanOrEqualTo(block / Pages.SIZE);
    }

    // 29 is the second row
    @ParameterizedTest
    @CsvSource({"47008, 1.62", "12288, 2.89"})
    void inVersion7OnlyPagesAreEdgesSoThatBlocksOfFourAreReadBack(int record, double published) {
        Specs specs = version7(specs(16_384).job(writers(record, Durability.Sync.NONE)));

        assertThat(readsPerWrite(specs)).isCloseTo(published, within(0.1 * published));
    }

    // 30
    @ParameterizedTest
    @CsvSource({"true, 0.94", "false, 0.0026"})
    void inVersion7LargerFoliosThatReadAheadHasLeftGoWithTheirNeighboursPages(boolean isVersion7, double published) {
        Specs specs = specs(4096)
                .job(new JobSpec(
                                "reader",
                                Rw.READ,
                                128 << 10,
                                1,
                                Layout.SHARED,
                                "data",
                                fileBytes(47_008),
                                fileBytes(47_008),
                                IoMode.CACHED,
                                null,
                                false)
                        .withExisting(true))
                .job(writers(47_008, Durability.Sync.NONE)
                        .with(new JobSpec.Start(0, true))
                        .withExisting(true));
        Machine machine = ran(isVersion7 ? version7(specs) : specs);

        assertThat(edgeReadsPerWrite(machine)).isCloseTo(published, within(0.03));
    }

    /** The bound of kernel-model §8.3, met by a task that has written each record before it writes the next. */
    @ParameterizedTest
    @CsvSource({
        "47008, 4096",
        "6000, 4096",
        "1000, 4096",
        "49152, 4096",
        "65536, 4096",
        "47008, 16384",
        "12288, 16384",
        "6000, 16384",
        "49152, 16384"
    })
    void aTaskThatSyncsEachRecordReadsBackEachBlockItSharesWithTheLast(int record, int block) {
        long records = 2000;
        JobSpec writer = new JobSpec(
                "writer",
                Rw.WRITE,
                record,
                1,
                Layout.SHARED,
                "data",
                records * record,
                records * record,
                IoMode.DONTCACHE,
                null,
                false);
        Machine machine =
                ran(specs(block).epoch(Epoch.E3).job(writer.with(new Durability(Durability.Sync.DSYNC, 0, 0, false))));

        long shared = 0;
        for (long number = 1; number < records; number++) {
            shared += number * record % block == 0 ? 0 : 1;
        }
        assertThat(count(machine, Counter.DEVICE_READ_BYTES)).isEqualTo(shared * block);
    }

    /** Where memory is too small for what is kept, reclaim takes it before the second writer comes. */
    @Test
    void aTaskThatComesLongAfterTheOtherReadsBackWhatReclaimHasTaken() {
        JobSpec odd = everyOther("odd", 0);
        JobSpec even = everyOther("even", 6000).with(new JobSpec.Start(0, true));
        Machine roomy = ran(specs(4096).job(odd).job(even));
        Machine tight = ran(specs(4096).pages(1024, 0, 0).job(odd).job(even));

        assertThat(count(roomy, Counter.EDGE_READ_SECTORS)).isZero();
        assertThat(count(tight, Counter.EDGE_READ_SECTORS)).isPositive();
        assertThat(count(tight, Counter.PGSTEAL_FILE)).isPositive();
    }

    /** A task that writes one record of 6000 bytes and leaves the next out, over and over. */
    private static JobSpec everyOther(String name, long offset) {
        long once = 3000 * 6000;
        long bytes = 2 * once;
        return new JobSpec(
                        name,
                        Rw.WRITE,
                        6000,
                        1,
                        Layout.SHARED,
                        "data",
                        bytes - 6000,
                        bytes,
                        IoMode.DONTCACHE,
                        null,
                        false)
                .with(Rw.WRITE, new JobSpec.Pattern(6000, false, offset, once));
    }

    private static double readsPerWrite(Specs specs) {
        return edgeReadsPerWrite(ran(specs));
    }

    private static double edgeReadsPerWrite(Machine machine) {
        long sectors = count(machine, Counter.EDGE_READ_SECTORS);
        return sectors / (double) Pages.SECTORS / count(machine, Counter.WRITE_CALLS);
    }

    private static Specs version7(Specs specs) {
        for (Toggle toggle : V7) {
            specs.patch(toggle);
        }
        return specs;
    }

    private static JobSpec writers(int record, Durability.Sync sync) {
        return new JobSpec(
                        "writers",
                        Rw.WRITE,
                        record,
                        THREADS,
                        Layout.INTERLEAVED,
                        "data",
                        fileBytes(record),
                        fileBytes(record),
                        IoMode.DONTCACHE,
                        null,
                        false)
                .with(new Durability(sync, 0, 0, true));
    }

    private static long fileBytes(int record) {
        return BYTES / record * record;
    }

    /** A device that answers a read of a page in about 35 microseconds, as the one of the series did. */
    private static Specs specs(int block) {
        return Specs.small()
                .cpus(16)
                .pages(1 << 20, 0, 0)
                .device(new DeviceSpec.Nvme(
                        new QueueSpec(4096, 128, 1280, 64, Completion.HARDIRQ),
                        new DeviceSpec.FlashTiming(4000L << 20, 30_000, 3000L << 20, 15_000, 0, 20, 32)))
                .fileSystem(new FileSystemSpec(FileSystemSpec.Type.XFS, block))
                .epoch(Epoch.E4)
                .duration(HOUR_NANOS);
    }

    private static Machine ran(Specs specs) {
        Machine machine = MachineBuilder.build(specs.spec());
        machine.runUntil(HOUR_NANOS);
        return machine;
    }

    private static long count(Machine machine, Counter counter) {
        return machine.counters().get(counter);
    }
}
