package dev.dropbehind.engine.measure;

import java.util.Arrays;

/** One second of one simulated machine: the value of every {@link Metric}, and every {@link Counter} at its end. */
public final class Sample {

    private final int second;
    private final double[] values;
    private final Counters counters = new Counters();

    /**
     * Makes a sample.
     *
     * @param second the simulated second it describes, counted from 1
     * @param values by {@link Metric#ordinal()}, all of them
     * @param counters as they are at the end of the second; they are copied
     */
    public Sample(int second, double[] values, Counters counters) {
        if (values.length != Metric.values().length) {
            throw new IllegalArgumentException(values.length + " values for " + Metric.values().length + " metrics");
        }
        this.second = second;
        this.values = values.clone();
        this.counters.copyFrom(counters);
    }

    /** Returns the simulated second this describes, counted from 1. */
    public int second() {
        return second;
    }

    /** Returns a value in the metric's unit. */
    public double value(Metric metric) {
        return values[metric.ordinal()];
    }

    /** Returns a counter at the end of the second, in the counter's own unit. */
    public long counter(Counter counter) {
        return counters.get(counter);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Sample sample
                && second == sample.second
                && Arrays.equals(values, sample.values)
                && counters.equals(sample.counters);
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
