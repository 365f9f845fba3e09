package dev.dropbehind.engine.writeback;

/**
 * How many pages a second a device writes back (kernel-model §4.5): a running mean over about four seconds, and a
 * smoother one behind it, which all the rest goes by. It begins at 100 MB/s, whatever the device, and is corrected
 * every 200 ms while there is something to measure.
 */
final class BandwidthEstimate {

    /** 100 MiB a second in pages. */
    static final long FIRST_PAGES_PER_SECOND = 25_600;

    private static final int PERIOD_SECONDS = 3;
    private static final int SMOOTHING_SHIFT = 3;

    private final long hz;
    private final long period;
    private final int periodShift;
    private long bandwidth = FIRST_PAGES_PER_SECOND;
    private long average = FIRST_PAGES_PER_SECOND;
    private long measuredAt;
    private long writtenThen;

    /**
     * Makes an estimate that nothing has corrected yet.
     *
     * @param hz ticks a second
     */
    BandwidthEstimate(long hz) {
        this.hz = hz;
        periodShift = Rounding.log2(Rounding.upToPowerOfTwo(PERIOD_SECONDS * hz));
        period = 1L << periodShift;
    }

    /** Returns the interval between two corrections in ticks: 200 ms. */
    static long interval(long hz) {
        return Math.max(hz / 5, 1);
    }

    /** Returns the smoothed estimate in pages a second, at least 1. */
    long average() {
        return average;
    }

    /** Returns whether the last correction is longer ago than the interval. */
    boolean isDue(long now) {
        return now > measuredAt + interval(hz);
    }

    /** Returns how many ticks the last correction is ago, at least 1. */
    long elapsed(long now) {
        return Math.max(now - measuredAt, 1);
    }

    /**
     * Begins to measure at this moment, so that time in which nothing was written does not count.
     *
     * @param now ticks so far
     * @param written pages written so far
     */
    void restart(long now, long written) {
        measuredAt = now;
        writtenThen = written;
    }

    /**
     * Corrects the estimate by what has been written since the last time.
     *
     * @param now ticks so far
     * @param written pages written so far
     */
    void update(long now, long written) {
        long elapsed = elapsed(now);
        long perSecond = (written - Math.min(written, writtenThen)) * hz;
        if (elapsed > period) {
            bandwidth = perSecond / elapsed;
            average = Math.max(bandwidth, 1);
        } else {
            long old = bandwidth;
            bandwidth = (perSecond + old * (period - elapsed)) >> periodShift;
            average = Math.max(smoothed(old), 1);
        }
        restart(now, written);
    }

    /** Moves only where old and new value lie on the same side: a single spike is no trend. */
    private long smoothed(long old) {
        if (average > old && old >= bandwidth) {
            return average - ((average - old) >> SMOOTHING_SHIFT);
        }
        if (average < old && old <= bandwidth) {
            return average + ((old - average) >> SMOOTHING_SHIFT);
        }
        return average;
    }
}
