package dev.dropbehind.engine.measure;

import java.util.Arrays;

/** One second of one simulated machine: the value of every {@link Metric}. */
public final class Sample {

    private final int second;
    private final double[] values;

    /**
     * Makes a sample.
     *
     * @param second the simulated second it describes, counted from 1
     * @param values by {@link Metric#ordinal()}, all of them
     */
    public Sample(int second, double[] values) {
        if (values.length != Metric.values().length) {
            throw new IllegalArgumentException(values.length + " values for " + Metric.values().length + " metrics");
        }
        this.second = second;
        this.values = values.clone();
    }

    /** Returns the simulated second this describes, counted from 1. */
    public int second() {
        return second;
    }

    /** Returns a value in the metric's unit. */
    public double value(Metric metric) {
        return values[metric.ordinal()];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Sample sample && second == sample.second && Arrays.equals(values, sample.values);
    }

    @Override
    public int hashCode() {
        return 31 * second + Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return "second " + second + " " + Arrays.toString(values);
    }
}
