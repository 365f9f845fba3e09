package dev.dropbehind.run;

/**
 * How far a run is.
 *
 * @param second the last simulated second that is complete
 * @param ofSeconds how many there are at most
 */
public record RunProgress(int second, int ofSeconds) {

    /** Returns the part that is done, 0 to 1. */
    public double fraction() {
        return ofSeconds == 0 ? 1 : Math.min(1.0, (double) second / ofSeconds);
    }
}
