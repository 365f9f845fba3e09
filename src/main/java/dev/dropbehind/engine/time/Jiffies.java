package dev.dropbehind.engine.time;

/** The kernel's coarse clock: timer ticks since the machine started, HZ of them a second. */
public final class Jiffies {

    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long CENTISECS_PER_SECOND = 100;

    private final Timeline timeline;
    private final long perSecond;
    private final long nanos;

    /**
     * Makes a clock that counts the ticks of a timeline.
     *
     * @param timeline the machine's clock
     * @param hz ticks a second, which a second can be divided by evenly: 100, 250 or 1000
     */
    public Jiffies(Timeline timeline, int hz) {
        if (hz <= 0 || NANOS_PER_SECOND % hz != 0) {
            throw new IllegalArgumentException(hz + " ticks a second");
        }
        this.timeline = timeline;
        perSecond = hz;
        nanos = NANOS_PER_SECOND / hz;
    }

    /** Returns the ticks so far. */
    public long now() {
        return timeline.now() / nanos;
    }

    /** Returns HZ: how many ticks a second has. */
    public long perSecond() {
        return perSecond;
    }

    /** Returns how many ticks are at least so many hundredths of a second. */
    public long ofCentisecs(long centisecs) {
        return (centisecs * perSecond + CENTISECS_PER_SECOND - 1) / CENTISECS_PER_SECOND;
    }

    /** Returns the simulated time of a tick, in nanoseconds. */
    public long timeOf(long jiffy) {
        return jiffy * nanos;
    }

    /** Returns how long it is until a tick that has not passed, in nanoseconds: timers fire on ticks only. */
    public long nanosUntil(long jiffy) {
        return timeOf(jiffy) - timeline.now();
    }
}
