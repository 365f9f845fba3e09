package dev.dropbehind.run;

import java.time.Duration;

/**
 * How fast simulated time passes.
 *
 * @param secondsPerSecond simulated seconds a second, {@value #SLOWEST} to {@value #FASTEST}, or infinity for as fast
 *     as possible
 */
public record Pace(double secondsPerSecond) {

    /** The slowest pace: ten seconds for a simulated one. */
    public static final double SLOWEST = 0.1;

    /** The fastest pace that is a number. */
    public static final double FASTEST = 1000;

    /** As fast as possible. */
    public static final Pace MAX = new Pace(Double.POSITIVE_INFINITY);

    /** Checks the range. */
    public Pace {
        if (!isPace(secondsPerSecond)) {
            throw new IllegalArgumentException("not a pace: " + secondsPerSecond);
        }
    }

    /** Returns whether a number of simulated seconds a second is a pace. */
    public static boolean isPace(double secondsPerSecond) {
        return secondsPerSecond == Double.POSITIVE_INFINITY
                || (secondsPerSecond >= SLOWEST && secondsPerSecond <= FASTEST);
    }

    /** Returns whether nothing holds the run back. */
    public boolean isMax() {
        return secondsPerSecond == Double.POSITIVE_INFINITY;
    }

    /** Returns how long a simulated second should take; zero at the highest pace. */
    public Duration secondLasts() {
        return isMax() ? Duration.ZERO : Duration.ofNanos(Math.round(1e9 / secondsPerSecond));
    }
}
