package dev.dropbehind.engine.memory;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;

/**
 * What a task does by itself where memory, or its group, runs short: the kernel's {@code try_to_free_pages}. In the
 * midst of that it may have to sleep until folios are written; then it stops, and goes on where it was when it is asked
 * again.
 */
public interface Relief {

    /** Returns whose relief it is. */
    Task task();

    /** Returns who pays for pages and reclaim. */
    Bill bill();

    /**
     * Reclaims until it has freed enough, has tried everything or must sleep.
     *
     * @param pages how many are needed; at least 32 are tried for, and what was set out for is finished first
     * @return pages freed since this reclaim began
     */
    long reclaim(long pages);

    /** Returns whether a reclaim has stopped in the midst. */
    boolean isUnderWay();

    /** Returns whether the task must sleep before it tries again. */
    boolean mustWait();

    /** Puts the task to sleep, which must wait. It need not find more memory when it wakes. */
    void await();
}
