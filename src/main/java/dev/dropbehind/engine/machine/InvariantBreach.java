package dev.dropbehind.engine.machine;

/** The model contradicts itself: what it shows from here on is worthless, so the run fails. */
public final class InvariantBreach extends IllegalStateException {

    private static final long serialVersionUID = 1;

    /**
     * Names everything needed to see it again.
     *
     * @param invariant its number in kernel-model §11.1
     * @param statement what must hold
     * @param found what was found instead
     * @param seed the run's seed
     * @param atNanos simulated time
     * @param event number of the event after which it was found
     */
    public InvariantBreach(int invariant, String statement, String found, long seed, long atNanos, long event) {
        super("invariant %d broken: %s Found: %s (seed %d, at %d ns, after event %d)"
                .formatted(invariant, statement, found, seed, atNanos, event));
    }
}
