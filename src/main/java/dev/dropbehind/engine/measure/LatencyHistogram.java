package dev.dropbehind.engine.measure;

import java.util.Arrays;

/**
 * How long calls took, in log-linear buckets: exact up to 64 ns, then 32 buckets for each power of two, so that a
 * percentile is at most 3.2 % too high. The largest value is kept exactly.
 */
public final class LatencyHistogram {

    private static final int LINEAR_BITS = 5;
    private static final int LINEAR = 1 << LINEAR_BITS;
    private static final int BUCKETS = (Long.SIZE - LINEAR_BITS) * LINEAR;

    private final long[] counts = new long[BUCKETS];
    private long total;
    private long maxNanos;

    /**
     * Counts one call.
     *
     * @param nanos how long it took, not negative
     */
    public void record(long nanos) {
        counts[bucketOf(nanos)]++;
        total++;
        maxNanos = Math.max(maxNanos, nanos);
    }

    /** Returns how many calls were counted. */
    public long count() {
        return total;
    }

    /**
     * Returns a latency that the given fraction of the calls did not exceed.
     *
     * @param fraction 0 to 1; 1 gives the largest latency exactly
     * @return nanoseconds, 0 where nothing was counted
     */
    public long percentileNanos(double fraction) {
        long rank = (long) Math.ceil(fraction * total);
        if (rank >= total) {
            return maxNanos;
        }
        long seen = 0;
        int bucket = -1;
        while (seen < Math.max(rank, 1)) {
            seen += counts[++bucket];
        }
        return Math.min(upperNanosOf(bucket), maxNanos);
    }

    /** Adds all calls of another histogram. */
    public void addAll(LatencyHistogram other) {
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            counts[bucket] += other.counts[bucket];
        }
        total += other.total;
        maxNanos = Math.max(maxNanos, other.maxNanos);
    }

    /** Forgets everything. */
    public void clear() {
        Arrays.fill(counts, 0);
        total = 0;
        maxNanos = 0;
    }

    private static int bucketOf(long nanos) {
        if (nanos < LINEAR) {
            return (int) nanos;
        }
        int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos) - LINEAR_BITS;
        return ((shift + 1) << LINEAR_BITS) + (int) ((nanos >>> shift) - LINEAR);
    }

    private static long upperNanosOf(int bucket) {
        if (bucket < LINEAR) {
            return bucket;
        }
        int shift = (bucket >> LINEAR_BITS) - 1;
        return ((LINEAR + (bucket & (LINEAR - 1)) + 1L) << shift) - 1;
    }
}
