package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.ActionSpec;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.NfsdSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.testing.Specs;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each toggle shows in the values it names, on a machine that writes (kernel-model §10, decisions.md 36). */
class WriteTogglesTest {

    private static final long MILLI = 1_000_000;
    private static final long DURATION_NANOS = 2_000 * MILLI;
    private static final long FILE_BYTES = 64L << 20;
    private static final long LARGE_FILE_BYTES = 4L << 30;
    private static final int HZ = 250;
    private static final Durability DSYNC = new Durability(Durability.Sync.DSYNC, 0, 0, false);

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {
                "MM_DONTCACHE_UNCOUNT_IF_COUNTED",
                "MM_BDI_DONTCACHE_DIRTY_ROW",
                "MM_FOLIO_MARK_DROPBEHIND",
                "BLOCK_BIO_IN_ATOMIC",
                "BLOCK_SENTINEL",
                "EXT4_DELALLOC_MULTI_BLOCK",
                "EXT4_ENDIO_RESERVE",
                "EXT4_IOMAP_AOPS"
            })
    void everyValueOfAToggleMovesAMetricThatItNames(Toggle toggle) {
        List<Sample> before = samples(machineFor(toggle).set(toggle, toggle.base()));
        List<String> others = toggle.choices().stream()
                .filter(value -> !value.equals(toggle.base()))
                .toList();

        assertThat(others).isNotEmpty().allSatisfy(value -> {
            List<Sample> after = samples(machineFor(toggle).set(toggle, value));
            assertThat(Stream.of(Metric.values())
                            .filter(metric -> toggle.metrics().contains(metric.id())))
                    .anySatisfy(metric -> assertThat(values(after, metric)).isNotEqualTo(values(before, metric)));
        });
    }

    /**
     * A row of a file is text, and nobody steps into the middle of another's work unless the spec says so. The
     * predicate is used by what other toggles bring. The sentinel is for end functions that ask for the worker
     * themselves, and those of no file system do: each knows when it submits. Of ext4's series what prepares the rest
     * changes nothing by itself, and no device is so full that the reserve is needed.
     */
    @ParameterizedTest
    @EnumSource(
            names = {
                "MM_DONTCACHE_UNCOUNT_IF_COUNTED",
                "MM_BDI_DONTCACHE_DIRTY_ROW",
                "MM_FOLIO_MARK_DROPBEHIND",
                "BLOCK_BIO_IN_ATOMIC",
                "BLOCK_SENTINEL",
                "EXT4_DELALLOC_MULTI_BLOCK",
                "EXT4_ENDIO_RESERVE",
                "EXT4_IOMAP_AOPS"
            })
    void aToggleThatNothingAsksForLeavesTheDigestUnchanged(Toggle toggle) {
        assertThat(digest(machineFor(toggle).set(toggle, toggle.epochValue())))
                .isEqualTo(digest(machineFor(toggle).set(toggle, toggle.base())));
    }

    @ParameterizedTest
    @EnumSource(names = {"XFS", "BDEV"})
    void aListThatNoBioAsksForLeavesTheDigestUnchanged(FileSystemSpec.Type type) {
        assertThat(digest(overwriter(type, Epoch.E1)
                        .patch(Toggle.BDEV_FOP_DONTCACHE)
                        .patch(Toggle.BLOCK_BIO_IN_ATOMIC)
                        .patch(Toggle.BLOCK_COMPLETE_IN_TASK)))
                .isEqualTo(digest(overwriter(type, Epoch.E1).patch(Toggle.BDEV_FOP_DONTCACHE)));
    }

    @ParameterizedTest
    @EnumSource(names = {"XFS", "F2FS"})
    void smallWritesThatKickTheirOwnRangeLoseToNormalOnesAndTheFlusherRepairsThem(FileSystemSpec.Type type) {
        long normal = writtenBytes(type, Epoch.E1, IoMode.CACHED);
        long inline = writtenBytes(type, Epoch.E1, IoMode.DONTCACHE);
        long byFlusher = writtenBytes(type, Epoch.E2, IoMode.DONTCACHE);

        assertThat(inline).isLessThan(normal);
        assertThat(byFlusher).isGreaterThan(inline);
    }

    @Test
    void aDropInAnInterruptHangsOnlyWhereTheInterruptedTaskRemovesFoliosOfTheSameFile() {
        assertThat(sum(writerBesideReader("data").patch(Toggle.MM_UNSAFE_DROP_IN_IRQ), Metric.CPU_HANGS))
                .isPositive();
        assertThat(sum(writerBesideReader("other").patch(Toggle.MM_UNSAFE_DROP_IN_IRQ), Metric.CPU_HANGS))
                .isZero();
        assertThat(sum(writerBesideReader("data"), Metric.CPU_HANGS)).isZero();
    }

    /** Each write waits for the worker, which begins at a tick after the device is done. */
    @ParameterizedTest
    @ValueSource(strings = {"v5", "v6"})
    void aListThatWaitsForATickHoldsEachSyncWriteForOneOrTwo(String variant) {
        double delayed = syncWritesPerSecond(variant);

        assertThat(delayed).isBetween(HZ / 2.0, (double) HZ);
        assertThat(syncWritesPerSecond("v7")).isGreaterThan(10 * delayed);
    }

    @Test
    void iomapThatForgetsOverwritesStillMarksWhatIsAppended() {
        Specs appender = machine(FileSystemSpec.Type.XFS, Epoch.E1)
                .without(Toggle.IOMAP_OVERWRITE_DONTCACHE)
                .job(writer(IoMode.DONTCACHE, false));
        Specs overwriter = overwriter(FileSystemSpec.Type.XFS, Epoch.E1).without(Toggle.IOMAP_OVERWRITE_DONTCACHE);

        assertThat(sum(appender, Metric.DROPBEHIND_DROPPED)).isEqualTo(FILE_BYTES / 4096);
        assertThat(sum(overwriter, Metric.DROPBEHIND_DROPPED)).isZero();
    }

    /** The machine on which a toggle shows; all others are as its epoch has them, or as is said here. */
    private static Specs machineFor(Toggle toggle) {
        return switch (toggle) {
            case MM_RWF_DONTCACHE, IOMAP_OVERWRITE_DONTCACHE, XFS_DEFER_DONTCACHE_IOEND ->
                overwriter(FileSystemSpec.Type.XFS, Epoch.E1);
            case MM_DONTCACHE_KICK,
                    MM_DONTCACHE_UNCOUNT_IF_COUNTED,
                    MM_BDI_DONTCACHE_DIRTY_ROW,
                    MM_FOLIO_MARK_DROPBEHIND ->
                machine(FileSystemSpec.Type.XFS, Epoch.E2).job(writer(IoMode.DONTCACHE, false));
            // What a group holds is known every two seconds: the run has to be longer.
            case MM_CGROUP_WRITEBACK ->
                machine(FileSystemSpec.Type.XFS, Epoch.E1)
                        .device(Specs.ssd())
                        .cgroup(2, FILE_BYTES / 4096 / 2, null, 0)
                        .duration(2 * DURATION_NANOS)
                        .job(Specs.writer(IoMode.CACHED, 65_536, LARGE_FILE_BYTES, false));
            case MM_DROP_ONLY_WHOLE_FOLIOS ->
                machine(FileSystemSpec.Type.XFS, Epoch.E1).job(Specs.reader(IoMode.DONTCACHE, 65_536, FILE_BYTES));
            case MM_UNSAFE_DROP_IN_IRQ -> overwriter(FileSystemSpec.Type.EXT4, Epoch.E1);
            case BLOCK_BIO_IN_ATOMIC, BLOCK_COMPLETE_IN_TASK, BLOCK_SENTINEL, IOMAP_COMPLETE_IN_TASK_DROPBEHIND ->
                overwriter(FileSystemSpec.Type.XFS, Epoch.E3);
            case BLOCK_DEFER_VARIANT -> syncWriters();
            // A processor goes and comes back while the tasks of both write.
            case BLOCK_HOTPLUG_REQUEUE ->
                syncWriters()
                        .action(new ActionSpec.CpuOffline(10 * MILLI, 1))
                        .action(new ActionSpec.CpuOnline(20 * MILLI, 1));
            case BUFFER_COMPLETE_IN_TASK_DROPBEHIND -> overwriter(FileSystemSpec.Type.BDEV, Epoch.E3);
            // Half a block is written, so the block is read first.
            case BLOCK_READ_DEFER ->
                machine(FileSystemSpec.Type.BDEV, Epoch.E3).job(Specs.writer(IoMode.DONTCACHE, 2048, FILE_BYTES, true));
            // What is written stays, so that it shows whether anything is.
            case BDEV_FOP_DONTCACHE ->
                overwriter(FileSystemSpec.Type.BDEV, Epoch.E3).without(Toggle.BUFFER_COMPLETE_IN_TASK_DROPBEHIND);
            case F2FS_FOP_DONTCACHE, F2FS_DONTCACHE_WRITE_UNSUPPORTED, F2FS_POST_WRITE_WORKQUEUE, F2FS_UNSAFE_DROP ->
                overwriter(FileSystemSpec.Type.F2FS, Epoch.E1);
            case MM_KEEP_SHARED_EDGE,
                    MM_MARK_FOUND_UNFLAGGED_EDGE,
                    MM_EDGE_IS_PAGE,
                    MM_MARK_LARGER_FOUND,
                    MM_SELF_COMPLETE_EDGES,
                    MM_DROP_AFTER_UNLOCK -> EdgeMachines.of(toggle);
            case NFSD_CUT_AT_SMALLEST_FOLIO -> misalignedClients(Durability.NONE);
            case NFSD_SHARED_BOUNDARY_COMPLETE -> misalignedClients(DSYNC);
            default -> Ext4Machines.of(toggle);
        };
    }

    private static Specs machine(FileSystemSpec.Type type, Epoch epoch) {
        return Specs.small()
                .pages(1 << 16, 0, 0)
                .fileSystem(type)
                .device(Specs.nvme(1280, 64))
                .epoch(epoch)
                .duration(DURATION_NANOS);
    }

    private static Specs overwriter(FileSystemSpec.Type type, Epoch epoch) {
        return machine(type, epoch).job(writer(IoMode.DONTCACHE, true));
    }

    private static JobSpec writer(IoMode mode, boolean existing) {
        return Specs.writer(mode, 65_536, FILE_BYTES, existing);
    }

    /** Four tasks on two processors, each of which waits for every page that it writes. */
    private static Specs syncWriters() {
        return machine(FileSystemSpec.Type.BDEV, Epoch.E3)
                .job(new JobSpec(
                        "writers",
                        JobSpec.Rw.WRITE,
                        4096,
                        4,
                        JobSpec.Layout.SEQUENTIAL,
                        "data",
                        FILE_BYTES / 4,
                        FILE_BYTES,
                        IoMode.DONTCACHE,
                        null,
                        false,
                        JobSpec.Pattern.PLAIN,
                        JobSpec.Start.AT_ONCE,
                        JobSpec.Hints.NONE,
                        DSYNC,
                        true));
    }

    /** Clients of a server that writes past its page cache, with records that end inside blocks larger than a page. */
    private static Specs misalignedClients(Durability durability) {
        NfsdSpec usual = NfsdSpec.DEFAULT;
        NfsdSpec direct = new NfsdSpec(
                usual.ioCacheRead(),
                NfsdSpec.IoCache.DIRECT,
                usual.threads(),
                usual.rsizeBytes(),
                usual.wsizeBytes(),
                usual.latencyNanos(),
                usual.memoryAlignBytes());
        return machine(FileSystemSpec.Type.XFS, Epoch.E4)
                .fileSystem(new FileSystemSpec(FileSystemSpec.Type.XFS, 16_384).exportedBy(direct))
                .job(Specs.writer(IoMode.DIRECT, 47_008, FILE_BYTES, false, durability));
    }

    private static long writtenBytes(FileSystemSpec.Type type, Epoch epoch, IoMode mode) {
        Simulation simulation = new Simulation(machine(type, epoch)
                .pages(1 << 20, 0, 0)
                .job(Specs.writer(mode, 8192, LARGE_FILE_BYTES, false))
                .duration(100 * MILLI)
                .spec());
        simulation.advanceTo(Long.MAX_VALUE);
        return simulation.result().bytesWritten();
    }

    /** In the second second: the call that ends the first returns just after it. */
    private static double syncWritesPerSecond(String variant) {
        return samples(machine(FileSystemSpec.Type.BDEV, Epoch.E3)
                        .set(Toggle.BLOCK_DEFER_VARIANT, variant)
                        .job(Specs.writer(IoMode.DONTCACHE, 4096, LARGE_FILE_BYTES, true, DSYNC)))
                .getLast()
                .value(Metric.IOPS);
    }

    /** A writer beside a reader that drops what it has read, on one processor. */
    private static Specs writerBesideReader(String read) {
        return machine(FileSystemSpec.Type.EXT4, Epoch.E1)
                .cpus(1)
                .job(writer(IoMode.DONTCACHE, true))
                .job(Specs.loop("reader", IoMode.DONTCACHE, 65_536, read, FILE_BYTES));
    }

    private static double sum(Specs specs, Metric metric) {
        return samples(specs).stream()
                .mapToDouble(sample -> sample.value(metric))
                .sum();
    }

    private static List<Sample> samples(Specs specs) {
        return new Simulation(specs.spec()).advanceTo(Long.MAX_VALUE);
    }

    private static String digest(Specs specs) {
        Simulation simulation = new Simulation(specs.spec());
        simulation.advanceTo(Long.MAX_VALUE);
        return simulation.result().digest();
    }

    private static List<Double> values(List<Sample> samples, Metric metric) {
        return samples.stream().map(sample -> sample.value(metric)).toList();
    }
}
