package dev.dropbehind.engine.reclaim;

import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;

/** Reclaim charged to the task that allocates below the min watermark (kernel-model §6.6). */
final class DirectReclaim {

    private static final int DEFAULT_PRIORITY = 12;
    private static final int TARGET_PAGES = 32;

    private final ShrinkPass pass;
    private final Counters counters;
    private final long entryNanos;

    DirectReclaim(PageCache cache, Counters counters, CostModel costs) {
        this.counters = counters;
        pass = new ShrinkPass(cache, counters, costs, Counter.PGSCAN_DIRECT, Counter.PGSTEAL_DIRECT);
        entryNanos = costs.of(Cost.DIRECT_RECLAIM);
    }

    /** Frees 32 pages or tries in vain down to priority 0; returns how many were freed. */
    long reclaim(Task task, Bill bill) {
        counters.add(Counter.ALLOCSTALL, 1);
        counters.tell(Fact.Kind.DIRECT_RECLAIM, Fact.NO_FILE, 0, TARGET_PAGES);
        long nanos = entryNanos;
        long freed = 0;
        for (int priority = DEFAULT_PRIORITY; priority >= 0 && freed < TARGET_PAGES; priority--) {
            pass.begin(priority);
            while (pass.hasMore() && freed + pass.freedPages() < TARGET_PAGES) {
                nanos += pass.round(task.cpu());
            }
            freed += pass.freedPages();
        }
        bill.charge(task, Counter.DIRECT_RECLAIM_CPU_NANOS, nanos);
        return freed;
    }
}
