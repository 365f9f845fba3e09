package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.spec.Completion;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.MemorySpec;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.testing.Allocation;
import dev.dropbehind.testing.CheckedMachine;
import dev.dropbehind.testing.Specs;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Machines and jobs at the edge of what a spec may say: they run, keep their invariants and come to an end. */
class OddMachinesTest {

    private static final long MIB = 1 << 20;

    @ParameterizedTest
    @CsvSource({"64, 1", "64, 4", "128, 2", "256, 1", "512, 8", "512, 64"})
    void aMachineOfAFewPagesReadsAFileLargerThanItself(long pages, int cpus) {
        Machine machine = ran(Specs.small()
                .pages(pages, 0, 0)
                .cpus(cpus)
                .job(Specs.readers("many", IoMode.CACHED, 32 << 10, 3, Layout.INTERLEAVED, "data", 4 * MIB)));

        assertThat(machine.counters().get(Counter.READ_BYTES)).isPositive();
    }

    @ParameterizedTest
    @EnumSource(IoMode.class)
    void oneTagAndManyReadersShareTheDevice(IoMode mode) {
        Machine machine = ran(Specs.small()
                .device(Specs.ufs(128, 1))
                .duration(3_000_000)
                .job(Specs.readers("many", mode, 4096, 64, Layout.SEQUENTIAL, "data", 64 * MIB)));

        assertThat(machine.counters().get(Counter.READ_BYTES)).isPositive();
        assertThat(machine.workload().failures()).isEmpty();
    }

    @Test
    void manyWaitersForRoomDoNotBurnTheProcessors() {
        Machine machine = ran(Specs.small()
                .cpus(4)
                .pages(4096, 0, 0)
                .device(Specs.ufs(16, 1))
                .duration(2_000_000)
                .job(Specs.readers("many", IoMode.CACHED, 4096, 256, Layout.SEQUENTIAL, "data", 64 * MIB)));

        long requests = machine.counters().get(Counter.DEVICE_READ_REQUESTS);
        long switches = machine.counters().get(Counter.CONTEXT_SWITCHES);
        assertThat(requests).isPositive();
        assertThat(switches).isLessThan(256 * 3 + 20 * requests);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 8, 8192})
    void anyReadAheadReadsEachPageOnce(int readAheadKb) {
        Machine machine = ran(Specs.small()
                .device(Specs.ufs(readAheadKb, 32))
                .duration(80_000_000)
                .job(Specs.reader(IoMode.CACHED, 32 << 10, 2 * MIB)));

        assertThat(machine.counters().get(Counter.READ_BYTES)).isEqualTo(2 * MIB);
        assertThat(machine.counters().get(Counter.DEVICE_READ_BYTES)).isEqualTo(2 * MIB);
    }

    @Test
    void requestsOfOnePageAreEnough() {
        Machine machine = ran(Specs.small().device(Specs.nvme(4, 2)).job(Specs.reader(IoMode.CACHED, MIB, MIB)));

        assertThat(machine.counters().get(Counter.READ_BYTES)).isEqualTo(MIB);
        assertThat(machine.counters().get(Counter.DEVICE_READ_REQUESTS)).isEqualTo(256);
    }

    @Test
    void moreMinFreeThanMemoryFailsTheJobAndNotTheMachine() {
        MemorySpec memory = new MemorySpec(MIB, 0, 0, 8192L, 10);
        Machine machine = ran(Specs.small().memory(memory).job(Specs.reader(IoMode.CACHED, 4096, MIB)));

        assertThat(machine.workload().failures()).hasSize(1);
        assertThat(machine.workload().isOver()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(IoMode.class)
    void memoryFullOfCacheAtTheStartIsReclaimedForTheReader(IoMode mode) {
        Machine machine = ran(Specs.small().pages(1024, 0, 1024).job(Specs.reader(mode, 32 << 10, 2 * MIB)));

        assertThat(machine.workload().failures()).isEmpty();
        assertThat(machine.counters().get(Counter.READ_BYTES)).isEqualTo(2 * MIB);
    }

    @Test
    void aCallAsLongAsTheFileAndLongerThanMemoryEnds() {
        Machine machine = ran(
                Specs.small().pages(512, 0, 0).duration(60_000_000).job(Specs.reader(IoMode.CACHED, 8 * MIB, 8 * MIB)));

        assertThat(machine.counters().get(Counter.READ_BYTES)).isEqualTo(8 * MIB);
    }

    @Test
    void whatReclaimTakesOfABlockThatReachesBeyondTheFileIsCountedInFull() {
        Machine machine = ran(Specs.small()
                .pages(256, 0, 0)
                .fileSystem(new FileSystemSpec(FileSystemSpec.Type.XFS, 65_536))
                .duration(60_000_000)
                .job(Specs.readers("short", IoMode.CACHED, 4096, 1, Layout.SHARED, "short", MIB + 4096))
                .job(Specs.loop("long", IoMode.CACHED, 65_536, "long", 4 * MIB)));
        Mapping file = machine.cache().mappings().get(1);

        assertThat(file.filePages()).isEqualTo(257);
        assertThat(file.nextShadow(257, 272)).isEqualTo(257);
    }

    @Test
    void aRunMayEndBeforeItsJobsStart() {
        Simulation simulation = new Simulation(Specs.small()
                .duration(1)
                .job(Specs.reader(IoMode.CACHED, 4096, MIB))
                .spec());

        assertThat(simulation.advanceTo(Long.MAX_VALUE)).hasSize(1);
        assertThat(simulation.isOver()).isTrue();
        assertThat(simulation.result().syscalls()).isZero();
    }

    @ParameterizedTest
    @EnumSource(value = IoMode.class, mode = EnumSource.Mode.EXCLUDE, names = "DIRECT")
    void aTimeBasedJobOnATinyFileEndsWithTheRun(IoMode mode) {
        Simulation simulation = new Simulation(Specs.small()
                .duration(5_000_000)
                .job(new JobSpec("tiny", JobSpec.Rw.READ, 1, 4, Layout.SHARED, "data", 1, 1, mode, null, true))
                .spec());

        assertThat(simulation.advanceTo(Long.MAX_VALUE)).hasSize(1);
        assertThat(simulation.result().bytesRead()).isPositive();
    }

    @Test
    void everyQuarterOfTheLongestFileIsReadLikeTheFirst() {
        long size = JobSpec.MAX_FILE_BYTES / 4;
        Machine machine = ran(Specs.small()
                .duration(2_000_000)
                .job(new JobSpec(
                        "far",
                        JobSpec.Rw.READ,
                        32 << 10,
                        4,
                        Layout.SEQUENTIAL,
                        "data",
                        size,
                        JobSpec.MAX_FILE_BYTES,
                        IoMode.DONTCACHE,
                        null,
                        false)));
        Mapping file = machine.cache().mappings().getLast();
        int quarter = file.filePages() / 4;

        assertThat(machine.workload().failures()).isEmpty();
        assertThat(IntStream.range(0, 4))
                .allMatch(i -> file.nextPresent(i * quarter, (i + 1) * quarter) < (i + 1) * quarter);
    }

    @Test
    void theLargestMemoryIsCountedRight() {
        MemorySpec memory = new MemorySpec(MemorySpec.MAX_RAM_BYTES, 0, 64 * MIB, null, 10);
        Simulation simulation = new Simulation(Specs.small()
                .memory(memory)
                .duration(2_000_000)
                .job(Specs.reader(IoMode.CACHED, 32 << 10, 64 * MIB))
                .spec());

        double kib = MemorySpec.MAX_RAM_BYTES / 1024.0;

        assertThat(simulation.advanceTo(Long.MAX_VALUE))
                .singleElement()
                .satisfies(sample -> assertThat(sample.value(Metric.MEM_FREE)).isBetween(kib - (128 << 10), kib));
    }

    @Test
    void aDeviceOfOneLaneAndNoLatencyIsStillADevice() {
        DeviceSpec device = new DeviceSpec.Nvme(
                new QueueSpec(4096, 128, 1280, 1, Completion.HARDIRQ), new DeviceSpec.FlashTiming(1L << 40, 0, 100, 1));
        Machine machine = ran(Specs.small().device(device).job(Specs.reader(IoMode.CACHED, 4096, MIB)));

        assertThat(machine.counters().get(Counter.READ_BYTES)).isEqualTo(MIB);
    }

    @ParameterizedTest
    @EnumSource(IoMode.class)
    void aSteadyRunAllocatesNothing(IoMode mode) {
        Machine machine = MachineBuilder.build(Specs.small()
                .pages(16_384, 0, 0)
                .duration(Long.MAX_VALUE / 2)
                .job(Specs.readers("steady", mode, 32 << 10, 2, Layout.SEQUENTIAL, "data", 64L << 30))
                .spec());
        machine.runUntil(1_000_000_000);

        assertThat(Allocation.leastBytes(
                        () -> machine.runUntil(machine.timeline().now() + 100_000_000)))
                .isZero();
    }

    private static Machine ran(Specs specs) {
        return CheckedMachine.ran(specs.spec(), FolioTable.MAX_SIBLINGS);
    }
}
