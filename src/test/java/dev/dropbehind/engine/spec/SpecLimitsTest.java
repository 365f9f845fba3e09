package dev.dropbehind.engine.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.testing.Specs;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What no spec may ask for: the records refuse it, so the engine need not look. */
class SpecLimitsTest {

    private static final long TIB = 1L << 40;

    @Test
    void thePagesOfTheLongestFileAndTwiceAsManyAreInts() {
        assertThat(2L * Pages.holding(JobSpec.MAX_FILE_BYTES)).isEqualTo(2 * (JobSpec.MAX_FILE_BYTES >> Pages.SHIFT));
        assertThat(2 * Pages.holding(JobSpec.MAX_FILE_BYTES) - 1).isPositive();
        job(1, Layout.SHARED, JobSpec.MAX_FILE_BYTES, JobSpec.MAX_FILE_BYTES);
        refused(() -> job(1, Layout.SHARED, 4096, JobSpec.MAX_FILE_BYTES + 1));
    }

    @Test
    void aRangeThatOverflowsIsRefused() {
        refused(() -> job(16, Layout.SEQUENTIAL, 1L << 60, 4096));
        refused(() -> job(256, Layout.SEQUENTIAL, 1L << 56, 4096));
        refused(() -> job(2, Layout.SEQUENTIAL, 4096, 4096));
    }

    @Test
    void whatIsReadFromAnOffsetOnIsInTheFile() {
        JobSpec job = job(2, Layout.SHARED, 4096, 8192);
        job.with(JobSpec.Rw.READ, new JobSpec.Pattern(0, false, 4096, null));
        refused(() -> job.with(JobSpec.Rw.READ, new JobSpec.Pattern(0, false, 4097, null)));
        refused(() -> new JobSpec.Pattern(0, false, -1, null));
        refused(() -> new JobSpec.Pattern(-1, false, 0, null));
        refused(() -> job.with(JobSpec.Rw.READ, new JobSpec.Pattern(0, false, 0, 4095L)));
        refused(() -> new JobSpec.Pattern(0, false, 0, JobSpec.MAX_IO_BYTES + 1));
    }

    @Test
    void beginsAndHintsHaveRanges() {
        refused(() -> new JobSpec.Start(-1, false));
        refused(() -> new JobSpec.Hints(JobSpec.Fadvise.NONE, -1, 100, false));
        refused(() -> new JobSpec.Hints(JobSpec.Fadvise.NONE, 0, 101, false));
        refused(() -> new JobSpec.Hints(JobSpec.Fadvise.NONE, 0, -1, false));
    }

    @Test
    void mixesAndDurabilityHaveRanges() {
        refused(() -> new JobSpec.Pattern(0, false, 0, null, -1));
        refused(() -> new JobSpec.Pattern(0, false, 0, null, 101));
        refused(() -> new Durability(Durability.Sync.NONE, -1, 0, false));
        refused(() -> new Durability(Durability.Sync.NONE, 0, -1, false));
        refused(() -> new Durability(Durability.Sync.NONE, 0, Durability.MAX_EVERY + 1, false));
    }

    @Test
    void jobsOfAFileAgreeWhetherItIsThereBeforeTheRun() {
        JobSpec reader = Specs.reader(IoMode.CACHED, 4096, 1 << 20);
        JobSpec writer = reader.with(JobSpec.Rw.WRITE, JobSpec.Pattern.PLAIN).withExisting(false);

        Specs.small().job(reader).job(writer.withExisting(true)).spec();
        Specs.small().job(writer).spec();
        refused(() -> Specs.small().job(reader).job(writer).spec());
        refused(() ->
                Specs.small().job(writer).fileSystem(FileSystemSpec.Type.BDEV).spec());
        refused(() -> Specs.small()
                .job(writer)
                .file(new FileSpec("data", 1 << 20, List.of(), 0))
                .spec());
    }

    @Test
    void aJobThatOnlyWritesHasANewFileUnlessSaid() {
        assertThat(new JobSpec("w", JobSpec.Rw.WRITE, 1, 1, Layout.SHARED, "f", 1, 1, IoMode.CACHED, null, false)
                        .existing())
                .isFalse();
        assertThat(new JobSpec("m", JobSpec.Rw.RANDRW, 1, 1, Layout.SHARED, "f", 1, 1, IoMode.CACHED, null, false)
                        .existing())
                .isTrue();
    }

    @Test
    void actionsAreAboutWhatTheMachineHas() {
        SimulationSpec spec = Specs.small()
                .cpus(2)
                .job(Specs.reader(IoMode.CACHED, 4096, 1 << 20))
                .spec();

        spec.withActions(List.of(new ActionSpec.CpuOffline(0, 1), new ActionSpec.Truncate(0, "data", 0)));
        refused(() -> spec.withActions(List.of(new ActionSpec.CpuOffline(0, 2))));
        refused(() -> spec.withActions(List.of(new ActionSpec.FadviseDontneed(0, "dota"))));
        refused(() -> new ActionSpec.CpuOnline(0, 0));
        refused(() -> new ActionSpec.Sync(-1));
        refused(() -> new ActionSpec.DropCaches(-1));
        refused(() -> new ActionSpec.Truncate(0, "data", -1));
        refused(() -> new ActionSpec.MmapStore(0, "data", 0, 0));
        refused(() -> new ActionSpec.ReadNormally(0, "data", -1, 1));
        refused(() -> new ActionSpec.SetVm(0, Map.of()));
        refused(() -> new ActionSpec.SetVm(0, Map.of(VmSetting.DIRTY_RATIO, 101L)));
    }

    @Test
    void extentsAscendInWholePagesInsideTheFile() {
        file(8192, 0, extent(0, 4096), extent(4096, 4096));
        file(5000, 0, extent(4096, 4096));
        refused(() -> file(8192, 0, extent(4096, 4096), extent(0, 4096)));
        refused(() -> file(8192, 0, extent(0, 8192), extent(4096, 4096)));
        refused(() -> file(8192, 0, extent(4096, 8192)));
        refused(() -> file(8192, 5000));
        refused(() -> file(0, 0));
        refused(() -> extent(1, 4096));
        refused(() -> extent(0, 0));
        refused(() -> extent(0, 100));
    }

    @Test
    void aFileIsReadByAJobThatSaysTheSameLength() {
        SimulationSpec spec =
                Specs.small().job(job(1, Layout.SHARED, 4096, 8192)).spec();
        withFile(spec, file(8192, 0));
        refused(() -> withFile(spec, file(4096, 0)));
        refused(() -> withFile(spec, new FileSpec("other", 8192, List.of(), 0)));
    }

    @Test
    void blockSizeAndTasksAreLimited() {
        refused(() -> job(0, Layout.SHARED, 4096, 4096));
        refused(() -> job(JobSpec.MAX_NUMJOBS + 1, Layout.SHARED, 4096, 4096));
        refused(() -> job(1, Layout.SHARED, 4095, 4096));
    }

    @Test
    void whatIsInMemoryAtTheStartFitsIntoIt() {
        memory(TIB, TIB, 0);
        memory(TIB, 0, TIB);
        refused(() -> memory(TIB, TIB, 1));
        refused(() -> memory(TIB, Long.MAX_VALUE, 4096));
        refused(() -> memory(MemorySpec.MAX_RAM_BYTES + 1, 0, 0));
        refused(() -> memory(-1, 0, 0));
    }

    @Test
    void noMoreIsCachedAtTheStartThanTheEngineKeepsTrackOf() {
        memory(MemorySpec.MAX_RAM_BYTES, 0, MemorySpec.MAX_INITIALLY_CACHED_BYTES);
        refused(() -> memory(MemorySpec.MAX_RAM_BYTES, 0, MemorySpec.MAX_INITIALLY_CACHED_BYTES + 1));
    }

    @Test
    void slabsAreAPartOfWhatIsReserved() {
        refused(() -> new MemorySpec(TIB, 4096, 4097, 0, null, 10));
        refused(() -> new MemorySpec(TIB, 4096, -1, 0, null, 10));
    }

    @Test
    void watermarksAreNotNegative() {
        refused(() -> new MemorySpec(TIB, 0, 0, -1L, 10));
        refused(() -> new MemorySpec(TIB, 0, 0, null, -1));
    }

    @Test
    void dirtyLimitsHaveTheRangesOfTheKernel() {
        new VmSpec(0, 0, VmSpec.LEAST_DIRTY_BYTES, 1, 0, 0);
        new VmSpec(100, 100, 0, 0, VmSpec.MAX_CENTISECS, VmSpec.MAX_CENTISECS);
        refused(() -> new VmSpec(101, 10, 0, 0, 3000, 500));
        refused(() -> new VmSpec(20, -1, 0, 0, 3000, 500));
        refused(() -> new VmSpec(20, 10, VmSpec.LEAST_DIRTY_BYTES - 1, 0, 3000, 500));
        refused(() -> new VmSpec(20, 10, MemorySpec.MAX_RAM_BYTES + 1, 0, 3000, 500));
        refused(() -> new VmSpec(20, 10, 0, -1, 3000, 500));
        refused(() -> new VmSpec(20, 10, 0, 0, -1, 500));
        refused(() -> new VmSpec(20, 10, 0, 0, 3000, VmSpec.MAX_CENTISECS + 1));
    }

    @Test
    void queuesAndFlashHaveRanges() {
        refused(() -> new QueueSpec(256, 128, 1024, 32, Completion.HARDIRQ));
        refused(() -> new QueueSpec(4096, -1, 1024, 32, Completion.HARDIRQ));
        refused(() -> new QueueSpec(4096, 128, 3, 32, Completion.HARDIRQ));
        refused(() -> new QueueSpec(4096, 128, 1024, 0, Completion.HARDIRQ));
        refused(() -> new QueueSpec(4096, 128, 1024, 0, 32, Completion.HARDIRQ));
        refused(() -> new QueueSpec(4096, 128, 1024, QueueSpec.MAX_SEGMENTS + 1, 32, Completion.HARDIRQ));
        refused(() -> new DeviceSpec.FlashTiming(0, 1, 0, 1));
        refused(() -> new DeviceSpec.FlashTiming(1, -1, 0, 1));
        refused(() -> new DeviceSpec.FlashTiming(1, 1, 101, 1));
        refused(() -> new DeviceSpec.FlashTiming(1, 1, 0, 0));
        refused(() -> new DeviceSpec.FlashTiming(1, 1, 0, 1, 0, 0, 1));
        refused(() -> new DeviceSpec.FlashTiming(1, 1, 1, -1, 0, 0, 1));
        refused(() -> new DeviceSpec.FlashTiming(1, 1, 1, 1, -1, 0, 1));
        refused(() -> new BadSector(-1, 0));
        refused(() -> new BadSector(0, -1));
    }

    @Test
    void disksHaveRanges() {
        new DeviceSpec.HddTiming(1, 0, 0, 1, 4096);
        refused(() -> new DeviceSpec.HddTiming(0, 0, 0, 1, 4096));
        refused(() -> new DeviceSpec.HddTiming(1, 0, 0, 0, 1, 4096));
        refused(() -> new DeviceSpec.HddTiming(1, 1, 2, 1, 4096));
        refused(() -> new DeviceSpec.HddTiming(1, 1, -1, 1, 4096));
        refused(() -> new DeviceSpec.HddTiming(1, 1, 1, 0, 4096));
        refused(() -> new DeviceSpec.HddTiming(1, 1, 1, DeviceSpec.HddTiming.MAX_RPM + 1, 4096));
        refused(() -> new DeviceSpec.HddTiming(1, 1, 1, 1, 4095));
    }

    @Test
    void aSataDiskTakes32Commands() {
        Specs.hdd(32);
        refused(() -> Specs.hdd(33));
        refused(() -> new DeviceSpec.Ssd(
                new QueueSpec(4096, 128, 1280, 33, Completion.SOFTIRQ),
                Specs.ssd().timing()));
    }

    @Test
    void aLoopDeviceIsOnAMediumAndHasNoInterrupt() {
        DeviceSpec.Loop loop = Specs.loop(Specs.hdd(1));
        refused(() -> Specs.loop(loop));
        refused(() -> new DeviceSpec.Loop(new QueueSpec(4096, 128, 1280, 1, Completion.HARDIRQ), Specs.ssd()));
    }

    private static FileSpec.Extent extent(long offset, long length) {
        return new FileSpec.Extent(offset, length, FileSpec.State.HOLE);
    }

    private static FileSpec file(long size, long fragment, FileSpec.Extent... extents) {
        return new FileSpec("data", size, List.of(extents), fragment);
    }

    @Test
    void aSpecThatDiffersInOneThingKeepsItsFiles() {
        SimulationSpec spec = withFile(
                Specs.small().job(job(1, Layout.SHARED, 4096, 8192)).spec(), file(8192, 4096, extent(0, 4096)));

        assertThat(List.of(
                        spec.withMachine(spec.machine()),
                        spec.withDevice(spec.device()),
                        spec.withDuration(spec.durationNanos()),
                        spec.withSeed(spec.seed())))
                .allMatch(spec::equals);
    }

    private static SimulationSpec withFile(SimulationSpec spec, FileSpec file) {
        return new SimulationSpec(
                spec.machine(),
                spec.memory(),
                spec.device(),
                spec.fileSystem(),
                spec.kernel(),
                spec.jobs(),
                List.of(file),
                spec.durationNanos(),
                spec.seed());
    }

    private static void refused(ThrowingCallable spec) {
        assertThatThrownBy(spec).isInstanceOf(IllegalArgumentException.class);
    }

    private static MemorySpec memory(long ram, long reserved, long cached) {
        return new MemorySpec(ram, reserved, cached, null, MemorySpec.DEFAULT_WATERMARK_SCALE_FACTOR);
    }

    private static JobSpec job(int numjobs, Layout layout, long size, long fileSize) {
        return new JobSpec(
                "job", JobSpec.Rw.READ, 4096, numjobs, layout, "data", size, fileSize, IoMode.CACHED, null, false);
    }
}
