package dev.dropbehind.engine.spec;

/**
 * A state in which a processor saves power while it has nothing to do.
 *
 * @param exitNanos how long it takes to come back from it
 * @param residencyNanos how long a stay must be for the state to pay
 */
public record IdleState(long exitNanos, long residencyNanos) {

    /** Checks the ranges. */
    public IdleState {
        if (exitNanos < 0 || residencyNanos < exitNanos) {
            throw new IllegalArgumentException("exit " + exitNanos + " ns, residency " + residencyNanos + " ns");
        }
    }
}
