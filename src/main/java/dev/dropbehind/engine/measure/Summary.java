package dev.dropbehind.engine.measure;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/**
 * What a run, or the part of it that has been simulated, comes to: averages for rates, the last value for states, sums
 * for events, percentiles over all calls, and the peaks.
 */
public final class Summary {

    private final int seconds;
    private final double[] values;
    private final double[] peaks;

    private Summary(int seconds, double[] values, double[] peaks) {
        this.seconds = seconds;
        this.values = values;
        this.peaks = peaks;
    }

    /**
     * Returns a summary that was kept elsewhere.
     *
     * @param seconds how many samples went in
     * @param value the value of a metric over the whole run
     * @param peak the largest value of a metric in a single second
     */
    public static Summary of(int seconds, ToDoubleFunction<Metric> value, ToDoubleFunction<Metric> peak) {
        return new Summary(
                seconds,
                Arrays.stream(Metric.values()).mapToDouble(value).toArray(),
                Arrays.stream(Metric.values()).mapToDouble(peak).toArray());
    }

    /** Returns how many samples went in. */
    public int seconds() {
        return seconds;
    }

    /** Returns the value over the whole run, in the metric's unit. */
    public double value(Metric metric) {
        return values[metric.ordinal()];
    }

    /** Returns the largest value of a single second, in the metric's unit. */
    public double peak(Metric metric) {
        return peaks[metric.ordinal()];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Summary summary
                && seconds == summary.seconds
                && Arrays.equals(values, summary.values)
                && Arrays.equals(peaks, summary.peaks);
    }

    @Override
    public int hashCode() {
        return 31 * seconds + Arrays.hashCode(values);
    }

    /** Adds samples up. */
    static final class Builder {
        private static final Metric[] METRICS = Metric.values();

        private final double[] sums = new double[METRICS.length];
        private final double[] last = new double[METRICS.length];
        private final double[] peaks = new double[METRICS.length];
        private int seconds;

        void add(Sample sample) {
            seconds++;
            for (Metric metric : METRICS) {
                double value = sample.value(metric);
                sums[metric.ordinal()] += value;
                last[metric.ordinal()] = value;
                peaks[metric.ordinal()] = Math.max(peaks[metric.ordinal()], value);
            }
        }

        Summary build(LatencyHistogram latency) {
            double[] values = new double[METRICS.length];
            Reading whole = new Reading(latency);
            for (Metric metric : METRICS) {
                int i = metric.ordinal();
                values[i] = switch (metric.kind()) {
                    case RATE -> seconds == 0 ? 0 : sums[i] / seconds;
                    case STATE -> last[i];
                    case EVENTS -> sums[i];
                    case LATENCY -> metric.of(whole);
                };
            }
            return new Summary(seconds, values, Arrays.copyOf(peaks, peaks.length));
        }
    }
}
