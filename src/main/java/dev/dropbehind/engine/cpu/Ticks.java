package dev.dropbehind.engine.cpu;

import dev.dropbehind.engine.time.EventHandler;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Timeline;

/**
 * The timer interrupt, HZ times a second and on all processors at once, and what it means for a timer.
 *
 * <p>A timer of one jiffy does not fire a jiffy later. It can fire in a tick only, and the kernel takes care that none
 * fires early: a jiffy has passed for certain in the second tick from now. So it takes one to two ticks, one and a half
 * on average where timers are set at any time, and two where each is set just after the last one has fired.
 */
public final class Ticks {

    private static final long SECOND = 1_000_000_000;

    private final Timeline timeline;
    private final int hz;

    /**
     * Ticks from time 0 on.
     *
     * @param timeline the machine's clock
     * @param hz ticks a second, more than 0
     */
    public Ticks(Timeline timeline, int hz) {
        if (hz <= 0) {
            throw new IllegalArgumentException(hz + " ticks a second");
        }
        this.timeline = timeline;
        this.hz = hz;
    }

    /**
     * Sets a timer.
     *
     * @param jiffies how many ticks long it is, at least 0
     * @param handler what happens then
     * @param argument given to the handler
     */
    public void schedule(int jiffies, EventHandler handler, long argument) {
        timeline.schedule(expiry(jiffies), EventPriority.SOFTIRQ, handler, argument);
    }

    /** Returns the simulated time in nanoseconds at which a timer fires that is set now, later than now. */
    long expiry(int jiffies) {
        long now = timeline.now();
        long jiffiesNow = now / SECOND * hz + now % SECOND * hz / SECOND;
        long tick = jiffiesNow + jiffies + 1;
        return tick / hz * SECOND + Math.ceilDiv(tick % hz * SECOND, (long) hz);
    }
}
