package dev.dropbehind.engine.cpu;

import dev.dropbehind.engine.spec.IdleState;
import java.util.List;

/**
 * How long scheduling takes on a machine, besides the CPU time of a context switch.
 *
 * @param wakeNanos from a wake-up until the task runs on an idle processor; time that passes, not CPU time
 * @param sliceNanos CPU time after which a task makes room for others, more than 0
 * @param idleStates what an idle processor can sleep in, the lightest first; a wake-up takes as much longer as coming
 *     back takes
 */
public record CpuCosts(long wakeNanos, long sliceNanos, List<IdleState> idleStates) {

    /** A machine whose idle processors do not sleep. */
    public CpuCosts(long wakeNanos, long sliceNanos) {
        this(wakeNanos, sliceNanos, List.of());
    }

    /** Checks the ranges. */
    public CpuCosts {
        idleStates = List.copyOf(idleStates);
        if (wakeNanos < 0 || sliceNanos <= 0) {
            throw new IllegalArgumentException("wake " + wakeNanos + " ns, slice " + sliceNanos + " ns");
        }
    }
}
