package dev.dropbehind.engine.spec;

/**
 * The kernel: an epoch and the patches on top of it.
 *
 * @param epoch which release the toggles started from
 * @param toggles what is on
 * @param debugAtomicSleep whether it reports what sleeps in atomic context, {@code CONFIG_DEBUG_ATOMIC_SLEEP}
 */
public record KernelSpec(Epoch epoch, ToggleSet toggles, boolean debugAtomicSleep) {

    /** A kernel that reports what sleeps in atomic context. */
    public KernelSpec(Epoch epoch, ToggleSet toggles) {
        this(epoch, toggles, true);
    }
}
