package dev.dropbehind.engine.spec;

/** The kernel's preemption model, by the names of its configuration (kernel-model §5.8, §10.5). */
public enum Preemption {
    /** {@code CONFIG_PREEMPT_NONE}. */
    NONE,
    /** {@code CONFIG_PREEMPT_VOLUNTARY}. */
    VOLUNTARY,
    /** {@code CONFIG_PREEMPT}. */
    FULL,
    /** {@code CONFIG_PREEMPT_DYNAMIC}. */
    DYNAMIC;

    /** Returns whether the kernel counts preemption, and so can tell whether a context is atomic. */
    public boolean counts() {
        return this != NONE && this != VOLUNTARY;
    }
}
