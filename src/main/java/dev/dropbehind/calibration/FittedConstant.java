package dev.dropbehind.calibration;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.scenario.PublishedSeries;
import java.util.List;

/**
 * One constant of a profile and the published figure that fixes it: the mean of a series over the seconds it is
 * compared in.
 */
abstract class FittedConstant {

    private static final double NANOS_PER_SECOND = 1e9;

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

    /** Returns the variant that the figure is of. */
    String variant() {
        return target.variant();
    }

    /**
     * Returns a value that brings a run nearer to the published mean.
     *
     * @param spec what was run
     * @param samples what it gave
     */
    abstract long corrected(SimulationSpec spec, List<Sample> samples);

    /** Returns the value that would have given the published mean if both were in proportion. */
    long inProportion(SimulationSpec spec, List<Sample> samples) {
        return Math.round(in(spec) * published() / simulated(samples));
    }

    /**
     * Returns the value that would have given the published throughput, for a constant that is paid once an operation
     * by a reader that does nothing meanwhile. What a second brought should have taken longer by as much as it was too
     * much; that time is shared out among the operations of that second. It is exact where the reader waits for each
     * operation.
     *
     * @param perSecond operations a second of the simulated time
     */
    long byMissingTime(SimulationSpec spec, List<Sample> samples, double perSecond) {
        double missingNanos = (simulated(samples) / published() - 1) * NANOS_PER_SECOND;
        return Math.max(0, in(spec) + Math.round(missingNanos / perSecond));
    }

    /** Returns the mean of another value over the seconds that are compared. */
    double mean(Metric metric, List<Sample> samples) {
        return samples.stream()
                .filter(sample -> target.isCompared(sample.second()))
                .mapToDouble(sample -> sample.value(metric))
                .average()
                .orElseThrow();
    }
}
