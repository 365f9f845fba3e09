package dev.dropbehind.engine.cpu;

/**
 * What scheduling costs on a machine.
 *
 * @param wakeNanos from a wake-up until the task runs on an idle processor; time that passes, not CPU time
 * @param contextSwitchNanos CPU time to go from one task to the next, paid by the next
 * @param sliceNanos CPU time after which a task makes room for others, more than 0
 */
public record CpuCosts(long wakeNanos, long contextSwitchNanos, long sliceNanos) {

    /** Checks the ranges. */
    public CpuCosts {
        if (wakeNanos < 0 || contextSwitchNanos < 0 || sliceNanos <= 0) {
            throw new IllegalArgumentException("wake " + wakeNanos + " ns, context switch " + contextSwitchNanos
                    + " ns, slice " + sliceNanos + " ns");
        }
    }
}
