package dev.dropbehind.engine.memory;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import org.jspecify.annotations.Nullable;

/**
 * Gives and takes order-0 pages through per-CPU lists, so that the zone's counter moves in batches (kernel-model §6.1).
 * Watermarks are looked at when a list is refilled: that is when the zone's counter moves.
 */
public final class PageAllocator {

    /** The most pages that move between a per-CPU list and the zone at a time. */
    static final int MAX_BATCH = 63;

    private static final int BATCHES_ARE_MAX_FROM_PAGES = 1 << 18;

    private final Zone zone;
    private final Counters counters;
    private final int[] listed;
    private final int mostListed;
    private final int batch;
    private final long pageNanos;
    private final long refillNanos;
    private @Nullable MemoryPressure pressure;

    /**
     * Starts with empty per-CPU lists.
     *
     * @param managedPages pages of the zone, used or not: small zones move fewer pages at a time
     */
    public PageAllocator(Zone zone, Counters counters, CostModel costs, int cpus, long managedPages) {
        this.zone = zone;
        this.counters = counters;
        listed = new int[cpus];
        batch = batchOf(managedPages);
        mostListed = (int) Math.max(4L * batch, zone.watermarks().low() / cpus);
        pageNanos = costs.of(Cost.PAGE_ALLOC);
        refillNanos = costs.of(Cost.PCP_REFILL) * batch / MAX_BATCH;
    }

    /** Returns the pages that move at a time in a zone of a size: a power of two less one where that is not zero. */
    static int batchOf(long managedPages) {
        long quarter = Math.max(1, (Math.min(managedPages, BATCHES_ARE_MAX_FROM_PAGES) >> 10) / 4);
        return Math.max(1, (int) Long.highestOneBit(quarter + quarter / 2) - 1);
    }

    /** Connects reclaim, which needs the allocator itself. */
    public void relieveBy(MemoryPressure reclaim) {
        pressure = reclaim;
    }

    /**
     * Takes pages for a task. Wakes kswapd at the low watermark, reclaims directly at the min watermark; below it a
     * task lives off what it reclaims, and gets none of the zone's last pages.
     *
     * @param task who allocates, on its processor
     * @param pages how many, at least 1
     * @param bill who pays for pages, refills and direct reclaim
     * @return pages taken: fewer than asked for only where direct reclaim freed nothing and no processor has any left
     */
    public int take(Task task, int pages, Bill bill) {
        int cpu = task.cpu();
        int taken = Math.min(pages, listed[cpu]);
        listed[cpu] -= taken;
        while (taken < pages && refill(task, bill)) {
            int more = Math.min(pages - taken, listed[cpu]);
            listed[cpu] -= more;
            taken += more;
        }
        bill.charge(taken * pageNanos);
        counters.add(Counter.PGALLOC, taken);
        return taken;
    }

    /**
     * Frees pages onto the list of a processor; what exceeds the list goes back to the zone.
     *
     * @param cpu who frees
     * @param pages how many
     */
    public void give(int cpu, int pages) {
        counters.add(Counter.PGFREE, pages);
        listed[cpu] += pages;
        while (listed[cpu] > mostListed) {
            listed[cpu] -= batch;
            zone.give(batch);
        }
    }

    /** Returns the pages on all per-CPU lists. */
    public long listedPages() {
        long sum = 0;
        for (int pages : listed) {
            sum += pages;
        }
        return sum;
    }

    private boolean refill(Task task, Bill bill) {
        if (zone.isLow()) {
            relief().wakeKswapd();
        }
        if (zone.isBelowMin()) {
            // Direct reclaim frees onto the list that is being refilled.
            relief().reclaimDirectly(task, 1, bill);
            return listed[task.cpu()] > 0 || gather(task.cpu(), bill);
        }
        listed[task.cpu()] += zone.take(batch);
        bill.charge(refillNanos);
        return true;
    }

    /** Moves what is on the lists of all processors to one; returns whether there was anything. */
    private boolean gather(int cpu, Bill bill) {
        int found = 0;
        for (int other = 0; other < listed.length; other++) {
            found += listed[other];
            listed[other] = 0;
        }
        listed[cpu] = found;
        bill.charge(refillNanos);
        return found > 0;
    }

    /** Returns reclaim. */
    MemoryPressure relief() {
        MemoryPressure connected = pressure;
        if (connected == null) {
            throw new IllegalStateException("the allocator is not connected to reclaim");
        }
        return connected;
    }
}
