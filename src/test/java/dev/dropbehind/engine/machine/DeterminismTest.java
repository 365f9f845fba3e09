package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.testing.Specs;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Same spec, seed and version give the same digest, whoever advances the simulation and at whatever pace. */
class DeterminismTest {

    private static final long SECOND = 1_000_000_000;

    @Test
    void twoThreadsAtATimeGiveTheDigestOfOne() {
        String alone = digestAtOnce(spec(7));

        List<String> together =
                IntStream.range(0, 2)
                        .mapToObj(_ -> CompletableFuture.supplyAsync(() -> digestAtOnce(spec(7))))
                        .toList()
                        .stream()
                        .map(CompletableFuture::join)
                        .toList();

        assertThat(together).containsOnly(alone);
    }

    @Test
    void smallStepsGiveTheSamplesAndTheDigestOfOneLargeOne() {
        Simulation inSteps = new Simulation(spec(7));
        List<Sample> stepped = new ArrayList<>();
        for (long nanos = 0; !inSteps.isOver(); nanos += 7_654_321) {
            stepped.addAll(inSteps.advanceTo(nanos));
        }
        Simulation atOnce = new Simulation(spec(7));

        assertThat(stepped).isEqualTo(atOnce.advanceTo(Long.MAX_VALUE));
        assertThat(inSteps.result().digest()).isEqualTo(atOnce.result().digest());
    }

    @Test
    void anotherSeedGivesAnotherDigest() {
        assertThat(digestAtOnce(spec(8))).isNotEqualTo(digestAtOnce(spec(7)));
    }

    @Test
    void aSampleEndsWithItsSecondAndTheLastWithTheRun() {
        Simulation simulation = new Simulation(spec(7));

        assertThat(simulation.advanceTo(SECOND - 1)).isEmpty();
        assertThat(simulation.advanceTo(SECOND)).extracting(Sample::second).containsExactly(1);
        assertThat(simulation.advanceTo(Long.MAX_VALUE))
                .extracting(Sample::second)
                .containsExactly(2, 3);
        assertThat(simulation.isOver()).isTrue();
        assertThat(simulation.nowNanos()).isEqualTo(2 * SECOND + SECOND / 2);
    }

    private static String digestAtOnce(SimulationSpec spec) {
        Simulation simulation = new Simulation(spec);
        simulation.advanceTo(Long.MAX_VALUE);
        return simulation.result().digest();
    }

    private static SimulationSpec spec(long seed) {
        return Specs.small()
                .job(Specs.readers("plain", IoMode.CACHED, 32 << 10, 2, Layout.SHARED, "data", 8L << 30))
                .job(Specs.readers("uncached", IoMode.DONTCACHE, 64 << 10, 2, Layout.INTERLEAVED, "other", 8L << 30))
                .duration(2 * SECOND + SECOND / 2)
                .seed(seed)
                .spec();
    }
}
