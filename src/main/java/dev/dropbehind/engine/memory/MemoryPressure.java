package dev.dropbehind.engine.memory;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;

/** What the allocator and the cgroup ask for when memory runs short; reclaim answers. */
public interface MemoryPressure {

    /** Wakes the background reclaimer if it sleeps. */
    void wakeKswapd();

    /**
     * Returns how a task that allocates reclaims from the whole machine. It waits before that where free memory is
     * below half of the min watermark while the background reclaimer has not given up.
     */
    Relief ofMachine(Task task, Bill bill);

    /** Returns how a task that charges to the jobs' cgroup reclaims from that. */
    Relief ofGroup(Task task, Bill bill);

    /** Hears that a call has failed as no page was to be had. */
    void outOfMemory();
}
