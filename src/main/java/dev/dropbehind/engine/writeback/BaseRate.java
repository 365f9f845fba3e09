package dev.dropbehind.engine.writeback;

/**
 * The rate each writer is held at where as much is dirty as should be (kernel-model §4.6): it settles at the bandwidth
 * of the device divided by the number of writers, which nobody counts.
 *
 * <p>Every 200 ms the rate that would have balanced the last interval is worked out. The base rate moves towards it
 * only if the number of dirty pages asks for the same direction, and by a step that is the smaller the nearer it is.
 */
final class BaseRate {

    private static final int STEP_SHARE = 8;

    private final long hz;
    private long pagesPerSecond = BandwidthEstimate.FIRST_PAGES_PER_SECOND;
    private long balanced = BandwidthEstimate.FIRST_PAGES_PER_SECOND;
    private long dirtiedThen;

    /**
     * Makes a rate that nothing has corrected yet.
     *
     * @param hz ticks a second
     */
    BaseRate(long hz) {
        this.hz = hz;
    }

    /** Returns the rate, at least 1. */
    long pagesPerSecond() {
        return pagesPerSecond;
    }

    /** Begins to measure at this moment. */
    void restart(long dirtied) {
        dirtiedThen = dirtied;
    }

    /**
     * Corrects the rate; the caller then begins to measure anew.
     *
     * @param domain what is dirty, judged
     * @param bandwidth pages a second that the device writes
     * @param dirtied pages dirtied so far
     * @param elapsed ticks since the last time, at least 1
     */
    void update(DirtyDomain domain, long bandwidth, long dirtied, long elapsed) {
        long dirtyRate = Math.max(0, dirtied - dirtiedThen) * hz / elapsed;
        long taskRate = DirtyDomain.scaled(pagesPerSecond, domain.positionRatio()) + 1;
        long target = Math.min(taskRate * bandwidth / (dirtyRate | 1), bandwidth);
        long step = damped(step(domain, target, taskRate));
        pagesPerSecond = Math.max(1, pagesPerSecond < target ? pagesPerSecond + step : pagesPerSecond - step);
        balanced = target;
    }

    /** Returns how far all that is known agrees to go, the last target included; 0 where it does not. */
    private long step(DirtyDomain domain, long target, long taskRate) {
        if (domain.dirty() < domain.setpoint()) {
            return Math.max(0, Math.min(Math.min(balanced, target), taskRate) - pagesPerSecond);
        }
        return Math.max(0, pagesPerSecond - Math.max(Math.max(balanced, target), taskRate));
    }

    private long damped(long step) {
        long shift = pagesPerSecond / (2 * step + 1);
        return shift < Long.SIZE ? Math.ceilDiv(step >> shift, (long) STEP_SHARE) : 0;
    }
}
