package dev.dropbehind.engine.measure;

/**
 * Turns two readings of the counters into a {@link Sample} each simulated second, and all of them into a
 * {@link Summary}.
 */
public final class Sampler {

    private static final Metric[] METRICS = Metric.values();

    private final Counters counters;
    private final LatencyHistogram secondLatency = new LatencyHistogram();
    private final LatencyHistogram totalLatency = new LatencyHistogram();
    private final Reading reading = new Reading(secondLatency);
    private final Summary.Builder summary = new Summary.Builder();
    private final Digest digest = new Digest();
    private long lastNanos;
    private int second;

    /**
     * Starts with the counters as they are now.
     *
     * @param counters the machine's counters
     */
    public Sampler(Counters counters) {
        this.counters = counters;
        reading.advance(counters, 0);
    }

    /**
     * Counts one call's latency into the current second.
     *
     * @param nanos simulated nanoseconds from entry to return
     */
    public void recordLatency(long nanos) {
        secondLatency.record(nanos);
    }

    /**
     * Ends the current second.
     *
     * @param nowNanos simulated time; less than a second after the last one only where the run ends early
     * @return what happened since the last sample
     */
    public Sample take(long nowNanos) {
        reading.advance(counters, nowNanos - lastNanos);
        lastNanos = nowNanos;
        second++;
        double[] values = new double[METRICS.length];
        for (Metric metric : METRICS) {
            values[metric.ordinal()] = metric.of(reading);
        }
        totalLatency.addAll(secondLatency);
        secondLatency.clear();
        Sample sample = new Sample(second, values, counters);
        summary.add(sample);
        digest.add(sample);
        return sample;
    }

    /** Returns what the samples so far come to. */
    public Summary summary() {
        return summary.build(totalLatency);
    }

    /** Returns the hash over all samples so far and the counters as they are now, as lower-case hexadecimal digits. */
    public String digest() {
        return digest.with(counters);
    }
}
