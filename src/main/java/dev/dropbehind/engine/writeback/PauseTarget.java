package dev.dropbehind.engine.writeback;

/**
 * How long a writer should pause at a time, and how often (kernel-model §4.4, step 8): about 10 ms, more where many
 * writers share a device, and not so long that the device runs dry.
 */
final class PauseTarget {

    /** With fewer pages to a pause the writer would look at the limits all the time. */
    static final int LEAST_PAGES = 32;

    private static final int PAUSES_PER_SECOND = 100;
    private static final int LONGEST_PER_SECOND = 5;
    private static final int DRY_PER_SECOND = 8;
    private static final int SCALE = 1024;

    private final long hz;
    private final long second;
    private long longest;
    private long least;
    private long pages;

    /**
     * Makes a target for a clock.
     *
     * @param hz ticks a second
     */
    PauseTarget(long hz) {
        this.hz = hz;
        second = Rounding.upToPowerOfTwo(hz);
    }

    /**
     * Works out the target.
     *
     * @param deviceDirty the device's pages that are dirty or under writeback
     * @param bandwidth pages a second that the device writes
     * @param baseRate pages a second where as much is dirty as should be
     * @param taskRate pages a second that the writer may dirty now
     */
    void aim(long deviceDirty, long bandwidth, long baseRate, long taskRate) {
        longest = longest(deviceDirty, bandwidth);
        long target = Math.min(oftenEnough(bandwidth, baseRate), 1 + longest / 2);
        pages = baseRate * target / second;
        if (pages < LEAST_PAGES) {
            target = longest;
            pages = baseRate * target / second;
            if (pages > LEAST_PAGES) {
                pages = LEAST_PAGES;
                target = hz * LEAST_PAGES / baseRate;
            }
        }
        if (hz * pages / (taskRate + 1) > longest) {
            target = longest;
            pages = taskRate * target / second;
        }
        least = pages >= LEAST_PAGES ? 1 + target / 2 : target;
    }

    /** Returns the ticks that a pause may have: at most 200 ms. */
    long longest() {
        return longest;
    }

    /** Returns the ticks below which a pause is not worth it and is put off. */
    long least() {
        return least;
    }

    /** Returns the pages to dirty until the next pause. */
    long pages() {
        return pages;
    }

    /** An eighth of the time in which the device would have written all it has, and a tick. */
    private long longest(long deviceDirty, long bandwidth) {
        long inAnEighth = bandwidth / Rounding.upToPowerOfTwo(1 + hz / DRY_PER_SECOND);
        return Math.min(1 + deviceDirty / (1 + inAnEighth), Math.max(hz / LONGEST_PER_SECOND, 1));
    }

    /** 10 ms for one writer, and 10 ms more each time their number doubles. */
    private long oftenEnough(long bandwidth, long baseRate) {
        int doublings = Rounding.log2(bandwidth) - Rounding.log2(baseRate);
        return Math.max(1, hz / PAUSES_PER_SECOND) + Math.max(0, doublings) * (10 * hz) / SCALE;
    }
}
