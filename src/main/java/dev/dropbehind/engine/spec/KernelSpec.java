package dev.dropbehind.engine.spec;

/**
 * The kernel: an epoch and the patches on top of it.
 *
 * @param epoch which release the toggles started from
 * @param toggles what is on
 * @param debugAtomicSleep whether it reports what sleeps in atomic context, {@code CONFIG_DEBUG_ATOMIC_SLEEP}
 * @param interleaving whether others may come between the halves of verbs on dirty folios (kernel-model §1.4)
 */
public record KernelSpec(Epoch epoch, ToggleSet toggles, boolean debugAtomicSleep, boolean interleaving) {

    /** A kernel that reports what sleeps in atomic context. */
    public KernelSpec(Epoch epoch, ToggleSet toggles) {
        this(epoch, toggles, true, false);
    }
}
