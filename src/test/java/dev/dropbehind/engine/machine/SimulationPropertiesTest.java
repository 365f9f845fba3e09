package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.testing.CheckedMachine;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds of any machine, tried on many small ones made up by a seed. */
class SimulationPropertiesTest {

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 150);
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
