package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.testing.CheckedMachine;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What holds of any machine, tried on many small ones made up by a seed: every file system, device, pattern, mode, file
 * kernel and cgroup. Every other one is looked at after each event with folios in rows, the others with each folio a
 * row. A machine that fails is replayed by its seed: {@code ./mvnw test -Dtest=SimulationPropertiesTest
 * -Dmachines=4711}; the profile {@code machines} tries a hundred thousand.
 */
@Execution(ExecutionMode.CONCURRENT)
class SimulationPropertiesTest {

    private static final String DEFAULT_MACHINES = "1-2000";

    /** Returns the seeds that the property {@code machines} names: one, or from one to another. */
    static LongStream seeds() {
        String[] ends = System.getProperty("machines", DEFAULT_MACHINES).split("-", 2);
        return LongStream.rangeClosed(Long.parseLong(ends[0]), Long.parseLong(ends[ends.length - 1]));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void invariantsHoldAfterEveryEventAndNeitherSiblingsNorWatchersChangeAnything(long seed) {
        SimulationSpec spec = RandomSpecs.of(seed);

        boolean isApart = seed % 2 == 1;
        int siblings = isApart ? 1 : FolioTable.MAX_SIBLINGS;

        Machine checked = CheckedMachine.ran(spec, siblings);
        assertSame(unchecked(spec, siblings), checked);
        assertSame(unchecked(spec, isApart ? FolioTable.MAX_SIBLINGS : 1), checked);
        if (spec.durationNanos() == RandomSpecs.SETTLED_NANOS) {
            assertWritten(checked, seed);
        }
    }

    private static Machine unchecked(SimulationSpec spec, int siblings) {
        Machine machine = MachineBuilder.build(spec, siblings);
        machine.runUntil(spec.durationNanos());
        machine.sampler().take(spec.durationNanos());
        return machine;
    }

    private static void assertSame(Machine one, Machine other) {
        for (Counter counter : Counter.values()) {
            assertThat(one.counters().get(counter))
                    .as(counter.name())
                    .isEqualTo(other.counters().get(counter));
        }
        assertThat(one.sampler().digest()).isEqualTo(other.sampler().digest());
        assertThat(one.timeline().executed()).isEqualTo(other.timeline().executed());
    }

    /**
     * Invariants 14, 20 and 25: once nobody writes and the flusher has come, nothing is left to write, no bio is on its
     * way, and the device holds every file byte for byte, whatever the kernel.
     */
    private static void assertWritten(Machine machine, long seed) {
        machine.cache().contents().verifyDevice();
        new Invariants(machine, seed).checkAll();
        assertThat(machine.bios().inFlight()).isZero();
        assertThat(machine.workload().isOver()).isTrue();
        for (Counter state : List.of(
                Counter.NR_FILE_DIRTY,
                Counter.NR_WRITEBACK,
                Counter.WB_RECLAIMABLE,
                Counter.WB_WRITEBACK,
                Counter.WB_DONTCACHE_DIRTY,
                Counter.CGROUP_FILE_DIRTY,
                Counter.CGROUP_FILE_WRITEBACK,
                Counter.WB_INODES_DIRTY,
                Counter.DEVICE_IN_FLIGHT)) {
            assertThat(machine.counters().get(state)).as(state.name()).isZero();
        }
    }
}
