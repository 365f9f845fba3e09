package dev.dropbehind.engine.writeback;

/** What is dirty of the machine or of a cgroup, and what may be: the limits of kernel-model §4.2 as last measured. */
final class DirtyDomain {

    /** The smoothed limit loses a 32nd of its distance at a time. */
    private static final int FOLLOW_SHIFT = 5;

    private final long interval;
    private long dirtyable;
    private long dirty;
    private long threshold;
    private long background;
    private long smoothedLimit;
    private long followedAt;

    private long deviceThreshold;
    private long deviceDirty;
    private long positionRatio;

    /**
     * Makes a domain that nothing has been measured of.
     *
     * @param hz ticks a second
     */
    DirtyDomain(long hz) {
        interval = BandwidthEstimate.interval(hz);
    }

    /** Returns a rate times a ratio. */
    static long scaled(long pagesPerSecond, long ratio) {
        return (pagesPerSecond * ratio) >> PositionRatio.SHIFT;
    }

    void measure(long dirtyablePages, long dirtyPages, long thresholdPages, long backgroundPages) {
        dirtyable = dirtyablePages;
        dirty = dirtyPages;
        threshold = thresholdPages;
        background = backgroundPages;
    }

    /** Returns the pages that might be dirty at all. */
    long dirtyable() {
        return dirtyable;
    }

    /** Returns the pages that could be dirty and are not. */
    long clean() {
        return Math.max(0, dirtyable - dirty);
    }

    long dirty() {
        return dirty;
    }

    long threshold() {
        return threshold;
    }

    long background() {
        return background;
    }

    /** Returns how many pages may be dirty before writers are held. */
    long freerun() {
        return (threshold + background) / 2;
    }

    boolean isFreerun() {
        return dirty <= freerun();
    }

    /** Returns how many pages may be dirty at most: the threshold, or where it has fallen, what it falls to slowly. */
    long limit() {
        return Math.max(threshold, smoothedLimit);
    }

    long smoothedLimit() {
        return smoothedLimit;
    }

    /** Starts with the limit at the threshold. */
    void jumpToThreshold() {
        smoothedLimit = threshold;
    }

    /** Returns how many pages should be dirty. */
    long setpoint() {
        return (freerun() + limit()) / 2;
    }

    /**
     * Has the smoothed limit rise to the threshold, or fall a little towards it but not below what is dirty; at most
     * every 200 ms.
     */
    void follow(long now) {
        if (now < followedAt + interval) {
            return;
        }
        followedAt = now;
        long target = Math.max(threshold, dirty);
        if (smoothedLimit < threshold) {
            smoothedLimit = threshold;
        } else if (smoothedLimit > target) {
            smoothedLimit -= (smoothedLimit - target) >> FOLLOW_SHIFT;
        }
    }

    /**
     * Works out the position ratio.
     *
     * @param ownThreshold the device's part of the threshold
     * @param ownDirty the device's pages that are dirty or under writeback
     * @param bandwidth pages a second that the device writes
     */
    void judge(long ownThreshold, long ownDirty, long bandwidth) {
        deviceThreshold = ownThreshold;
        deviceDirty = ownDirty;
        positionRatio = PositionRatio.of(threshold, freerun(), limit(), dirty, ownThreshold, ownDirty, bandwidth);
    }

    long positionRatio() {
        return positionRatio;
    }

    /** Returns the device's pages that are dirty or under writeback. */
    long deviceDirty() {
        return deviceDirty;
    }

    /** Returns whether both the device and all together have more than they should. */
    boolean isExceeded() {
        return deviceDirty > deviceThreshold && dirty > threshold;
    }

    /** Returns after how many more pages a writer that is not held looks again: the root of what is left. */
    long pollInterval() {
        return threshold > dirty ? 1L << (Rounding.log2(threshold - dirty) / 2) : 1;
    }
}
