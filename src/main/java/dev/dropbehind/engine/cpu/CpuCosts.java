package dev.dropbehind.engine.cpu;

/**
 * How long scheduling takes on a machine, besides the CPU time of a context switch.
 *
 * @param wakeNanos from a wake-up until the task runs on an idle processor; time that passes, not CPU time
 * @param sliceNanos CPU time after which a task makes room for others, more than 0
 */
public record CpuCosts(long wakeNanos, long sliceNanos) {

    /** Checks the ranges. */
    public CpuCosts {
        if (wakeNanos < 0 || sliceNanos <= 0) {
            throw new IllegalArgumentException("wake " + wakeNanos + " ns, slice " + sliceNanos + " ns");
        }
    }
}
