package dev.dropbehind.calibration;

import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.MachineSpec;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.scenario.PublishedSeries;
import java.util.List;

/** What kswapd spends on a clean folio, fixed by its share of a processor. */
final class ReclaimCost extends FittedConstant {

    ReclaimCost(PublishedSeries kswapd) {
        super(Cost.RECLAIM_FOLIO.name(), Cost.RECLAIM_FOLIO.unit(), kswapd);
    }

    @Override
    long in(SimulationSpec spec) {
        return spec.machine().costs().of(Cost.RECLAIM_FOLIO);
    }

    @Override
    long corrected(SimulationSpec spec, List<Sample> samples) {
        return inProportion(spec, samples);
    }

    @Override
    SimulationSpec with(SimulationSpec spec, long value) {
        MachineSpec machine = spec.machine();
        return spec.withMachine(machine.with(machine.costs().fitted(Cost.RECLAIM_FOLIO, value)));
    }
}
