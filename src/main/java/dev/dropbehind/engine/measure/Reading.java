package dev.dropbehind.engine.measure;

/** Two readings of the counters and the latencies between them: what one second of samples is computed from. */
final class Reading {

    private static final double NANOS_PER_SECOND = 1e9;

    final Counters before = new Counters();
    final Counters after = new Counters();
    final LatencyHistogram latency;
    private long elapsedNanos;

    Reading(LatencyHistogram latency) {
        this.latency = latency;
    }

    /** Takes the next reading; the former one becomes the start of the interval. */
    void advance(Counters now, long elapsed) {
        before.copyFrom(after);
        after.copyFrom(now);
        elapsedNanos = elapsed;
    }

    long grown(Counter counter) {
        return after.get(counter) - before.get(counter);
    }

    long state(Counter counter) {
        return after.get(counter);
    }

    double perSecond(Counter counter) {
        return elapsedNanos == 0 ? 0 : grown(counter) * NANOS_PER_SECOND / elapsedNanos;
    }

    double percentOfElapsed(Counter counter) {
        return elapsedNanos == 0 ? 0 : grown(counter) * 100.0 / elapsedNanos;
    }
}
