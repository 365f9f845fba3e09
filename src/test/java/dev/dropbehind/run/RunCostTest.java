package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.testing.Specs;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunCostTest {

    @Test
    void smallCallsCostByTheirNumber() {
        double large = wallSecondsOf(reader(1 << 20, 64 << 20, 10));
        double small = wallSecondsOf(reader(3, 64 << 20, 10));

        assertThat(large).isLessThan(0.01);
        assertThat(small).isBetween(2.0, 4.0);
    }

    @Test
    void noMoreCallsAreCountedThanTheProcessorsHaveTimeFor() {
        double second = wallSecondsOf(reader(1, 1L << 40, 1));

        assertThat(second).isBetween(0.1, 2.0);
    }

    private static double wallSecondsOf(SimulationSpec spec) {
        return RunCost.of(List.of(RunVariant.of("a", "a", spec)))
                .estimatedWallSeconds()
                .doubleValue();
    }

    private static SimulationSpec reader(int blockSize, long size, int seconds) {
        return Specs.small()
                .job(Specs.reader(IoMode.CACHED, blockSize, size))
                .duration(seconds * 1_000_000_000L)
                .spec();
    }
}
