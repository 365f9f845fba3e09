package dev.dropbehind.engine.memory;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;

/** What the allocator asks for when memory runs short; reclaim answers. */
public interface MemoryPressure {

    /** Wakes the background reclaimer if it sleeps. */
    void wakeKswapd();

    /**
     * Reclaims in the task that allocates.
     *
     * @param task who allocates
     * @param bill who pays
     * @return pages freed
     */
    long reclaimDirectly(Task task, Bill bill);
}
