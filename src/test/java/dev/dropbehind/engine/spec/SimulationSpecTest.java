package dev.dropbehind.engine.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.testing.Specs;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulationSpecTest {

    private static final long MIB = 1L << 20;

    @Test
    void whatIsChangedLeavesTheRestAsItIs() {
        FileSpec.Extent hole = new FileSpec.Extent(0, MIB, FileSpec.State.HOLE);
        SimulationSpec spec = Specs.small()
                .job(Specs.reader(IoMode.CACHED, 4096, 2 * MIB))
                .file(new FileSpec("data", 2 * MIB, List.of(hole), 0))
                .spec();

        assertThat(spec.withDuration(7).withDuration(spec.durationNanos())).isEqualTo(spec);
        assertThat(spec.withSeed(7).withSeed(spec.seed())).isEqualTo(spec);
        assertThat(spec.withDevice(Specs.ramDisk()).withDevice(spec.device())).isEqualTo(spec);
        assertThat(spec.withMachine(new MachineSpec(Profile.SERVER, 7, 250, CostModel.priors()))
                        .withMachine(spec.machine()))
                .isEqualTo(spec);
    }
}
