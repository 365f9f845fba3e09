package dev.dropbehind.calibration;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.MachineSpec;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.scenario.PublishedSeries;
import java.util.List;

/** What a page costs that a guest uses for the first time, fixed by a reader to whom every page is new. */
final class FirstTouchCost extends FittedConstant {

    private static final double PAGES_A_MIB = 256;

    FirstTouchCost(PublishedSeries throughput) {
        super(Cost.GUEST_FIRST_TOUCH.name(), Cost.GUEST_FIRST_TOUCH.unit(), throughput);
    }

    @Override
    long in(SimulationSpec spec) {
        return spec.machine().costs().of(Cost.GUEST_FIRST_TOUCH);
    }

    @Override
    long corrected(SimulationSpec spec, List<Sample> samples) {
        return byMissingTime(spec, samples, mean(Metric.DEVICE_READ_MIBPS, samples) * PAGES_A_MIB);
    }

    @Override
    SimulationSpec with(SimulationSpec spec, long value) {
        MachineSpec machine = spec.machine();
        return spec.withMachine(machine.with(machine.costs().fitted(Cost.GUEST_FIRST_TOUCH, value)));
    }
}
