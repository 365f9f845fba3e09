package dev.dropbehind.calibration;

import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.scenario.PublishedSeries;
import java.util.List;

/**
 * One constant of a profile and the published figure that fixes it: the mean of a series over the seconds it is
 * compared in, which grows in proportion to the constant, or nearly so.
 */
abstract class FittedConstant {

    private final String name;
    private final String unit;
    private final PublishedSeries target;

    FittedConstant(String name, String unit, PublishedSeries target) {
        this.name = name;
        this.unit = unit;
        this.target = target;
    }

    /** Returns its value in a spec. */
    abstract long in(SimulationSpec spec);

    /** Returns the spec with another value. */
    abstract SimulationSpec with(SimulationSpec spec, long value);

    String name() {
        return name;
    }

    String unit() {
        return unit;
    }

    /** Returns the published mean. */
    double published() {
        return target.mean();
    }

    /** Returns the mean of a run's samples over the same seconds. */
    double simulated(List<Sample> samples) {
        return target.meanOf(samples);
    }

    /** Returns the value that would have given the published mean if both were in proportion. */
    long corrected(SimulationSpec spec, List<Sample> samples) {
        return Math.round(in(spec) * published() / simulated(samples));
    }
}
