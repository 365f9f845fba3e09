package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.testing.CheckedMachine;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What holds of any machine, tried on many small ones made up by a seed: every file system, device, pattern, mode, file
 * and cgroup. A machine that fails is replayed by its seed: {@code ./mvnw test -Dtest=SimulationPropertiesTest
 * -Dmachines=4711}; the profile {@code machines} tries a hundred thousand.
 */
class SimulationPropertiesTest {

    private static final String DEFAULT_MACHINES = "1-2000";

    /** Returns the seeds that the property {@code machines} names: one, or from one to another. */
    static LongStream seeds() {
        String[] ends = System.getProperty("machines", DEFAULT_MACHINES).split("-", 2);
        return LongStream.rangeClosed(Long.parseLong(ends[0]), Long.parseLong(ends[ends.length - 1]));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void invariantsHoldAfterEveryEventAndSiblingsChangeNothing(long seed) {
        SimulationSpec spec = RandomSpecs.of(seed);

        Machine together = CheckedMachine.ran(spec, FolioTable.MAX_SIBLINGS);
        Machine apart = CheckedMachine.ran(spec, 1);

        assertThat(apart.counters()).isEqualTo(together.counters());
        assertThat(apart.sampler().digest()).isEqualTo(together.sampler().digest());
        assertThat(apart.timeline().executed()).isEqualTo(together.timeline().executed());
    }
}
