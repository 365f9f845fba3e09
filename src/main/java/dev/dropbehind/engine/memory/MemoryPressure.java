package dev.dropbehind.engine.memory;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;

/** What the allocator and the cgroup ask for when memory runs short; reclaim answers. */
public interface MemoryPressure {

    /** Wakes the background reclaimer if it sleeps. */
    void wakeKswapd();

    /**
     * Reclaims from the whole machine in the task that allocates.
     *
     * @param task who allocates
     * @param pages how many are needed; at least 32 are tried for
     * @param bill who pays
     * @return pages freed
     */
    long reclaimDirectly(Task task, long pages, Bill bill);

    /**
     * Reclaims from the jobs' cgroup in the task that charges to it.
     *
     * @param task who charges
     * @param pages how many are needed; at least 32 are tried for
     * @param bill who pays
     * @return pages freed
     */
    long reclaimCgroup(Task task, long pages, Bill bill);

    /** Returns whether free memory is below half of the min watermark while kswapd has not given up. */
    boolean isKswapdLate();

    /** Puts a task to sleep until kswapd has made progress or has given up. */
    void awaitKswapd(Task task);

    /** Hears that a call has failed as no page was to be had. */
    void outOfMemory();
}
