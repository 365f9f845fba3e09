package dev.dropbehind.engine.reclaim;

import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;

/**
 * Reclaim charged to the task that needs the pages: below the min watermark from the whole machine (kernel-model §6.6),
 * at the limit of its cgroup from that alone (§6.7).
 */
final class DirectReclaim {

    private static final int LEAST_TARGET_PAGES = 32;

    private final ShrinkPass pass;
    private final long entryNanos;
    private long nanos;

    DirectReclaim(PageCache cache, Counters counters, CostModel costs, Reclaimer who) {
        pass = new ShrinkPass(cache, counters, costs, who);
        entryNanos = costs.of(Cost.DIRECT_RECLAIM);
    }

    /**
     * Frees so many pages, at least 32, or tries in vain down to priority 0; where nothing could be freed while active
     * lists were spared, once more without sparing them. Returns how many were freed.
     */
    long reclaim(Task task, long pages, Bill bill) {
        long target = Math.max(pages, LEAST_TARGET_PAGES);
        nanos = entryNanos;
        long freed = free(target, task.cpu(), false);
        if (freed == 0 && pass.hasSparedActive()) {
            freed = free(target, task.cpu(), true);
        }
        pass.reclaimEnds();
        bill.charge(task, Counter.DIRECT_RECLAIM_CPU_NANOS, nanos);
        return freed;
    }

    private long free(long target, int cpu, boolean sparingNothing) {
        long freed = 0;
        for (int priority = ShrinkPass.DEFAULT_PRIORITY; priority >= 0 && freed < target; priority--) {
            pass.begin(priority, target - freed, sparingNothing);
            while (pass.hasMore()) {
                nanos += pass.round(cpu);
            }
            freed += pass.freedPages();
        }
        return freed;
    }
}
