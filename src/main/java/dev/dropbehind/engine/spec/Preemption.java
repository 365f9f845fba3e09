package dev.dropbehind.engine.spec;

/** When a kernel takes the processor from a task that runs in the kernel, chosen when it is built. */
public enum Preemption {
    /** Never. */
    NONE,
    /** At points the code offers. */
    VOLUNTARY,
    /** Wherever it holds no lock that forbids it. */
    FULL,
    /** Built as {@link #FULL}, and which of the three holds is chosen when it boots. */
    DYNAMIC;

    /**
     * Returns whether code can find out that it may not sleep: only a kernel that may be preempted counts what forbids
     * it. A kernel that does not count must assume the worst even of a task (kernel-model §5.8).
     */
    public boolean isCounted() {
        return this == FULL || this == DYNAMIC;
    }
}
