package dev.dropbehind.engine.cache;

import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.spec.Cost;

/**
 * Whose {@code i_lock} the task on each processor holds (kernel-model §5.6): that of a file whose folios it takes out
 * of the cache, for as long as that takes. Interrupts stay enabled meanwhile, so one that wants the same lock on the
 * same processor spins for ever. A kernel whose interrupts leave folios alone need not care, and keeps no such account.
 *
 * <p>Between two folios the lock is let go for a moment; here it is held over all that go together.
 */
public final class InodeLocks {

    private final Cpus cpus;
    private final long folioNanos;
    private final long pageNanos;
    private final int[] heldMapping;

    /** By the time that tasks have spent on the processor: an interrupt lets the lock be held all the longer. */
    private final long[] heldUntilNanos;

    /** Starts with all locks free. */
    public InodeLocks(Cpus cpus, Till till) {
        this.cpus = cpus;
        folioNanos = till.nanos(Cost.DROP_FOLIO);
        pageNanos = till.nanos(Cost.DROP_PAGE);
        heldMapping = new int[cpus.count()];
        heldUntilNanos = new long[cpus.count()];
    }

    /** Lets the task on a processor hold the lock of a file while so many folios leave the cache. */
    void hold(int cpu, int mapping, int folios, int pages) {
        heldMapping[cpu] = mapping;
        heldUntilNanos[cpu] = cpus.taskNanos(cpu) + folios * folioNanos + pages * pageNanos;
    }

    /** Returns whether an interrupt on a processor would wait for ever for the lock of a file. */
    boolean isHeldBelow(int cpu, int mapping) {
        return heldMapping[cpu] == mapping && cpus.taskNanos(cpu) < heldUntilNanos[cpu];
    }
}
