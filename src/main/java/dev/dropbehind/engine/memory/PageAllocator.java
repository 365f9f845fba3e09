package dev.dropbehind.engine.memory;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.Cost;
import org.jspecify.annotations.Nullable;

/**
 * Gives and takes memory. Single pages go through per-CPU lists, so that the zone's counter moves in batches
 * (kernel-model §6.1); watermarks are looked at when a list is refilled: that is when the zone's counter moves. Larger
 * blocks come off the zone and go back to it.
 */
public final class PageAllocator {

    /** The most pages that move between a per-CPU list and the zone at a time. */
    static final int MAX_BATCH = 63;

    private static final int MAX_TRIES = 16;
    private static final int BATCHES_ARE_MAX_FROM_PAGES = 1 << 18;

    private final Zone zone;
    private final Counters counters;
    private final int[] listed;
    private final int mostListed;
    private final int batch;
    private @Nullable MemoryPressure pressure;

    /**
     * Starts with empty per-CPU lists.
     *
     * @param managedPages pages of the zone, used or not: small zones move fewer pages at a time
     */
    public PageAllocator(Zone zone, Counters counters, int cpus, long managedPages) {
        this.zone = zone;
        this.counters = counters;
        listed = new int[cpus];
        batch = batchOf(managedPages);
        mostListed = Math.clamp(zone.watermarks().low() / cpus, 4 * batch, Integer.MAX_VALUE / 2);
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
     * @param relief how the task that allocates reclaims, on its processor, and who pays for that, pages and refills
     * @param pages how many, at least 1
     * @return pages taken: fewer than asked for only where direct reclaim was put off, or where it freed nothing and no
     *     processor has any left
     */
    public int take(Relief relief, int pages) {
        Bill bill = relief.bill();
        int cpu = relief.task().cpu();
        int taken = Math.min(pages, listed[cpu]);
        listed[cpu] -= taken;
        while (taken < pages && refill(relief, bill)) {
            int more = Math.min(pages - taken, listed[cpu]);
            listed[cpu] -= more;
            taken += more;
        }
        bill.pay(Cost.PAGE_ALLOC, taken);
        counters.add(Counter.PGALLOC, taken);
        return taken;
    }

    /**
     * Takes blocks of an order for folios that could as well be smaller: wakes kswapd at the low watermark, and gives
     * up at the min watermark without reclaiming anything (kernel-model §1.2).
     *
     * @param blocks how many, at least 1
     * @param order pages of each as a power of two, at least 1
     * @param bill who pays
     * @return blocks taken
     */
    public int takeBlocks(int blocks, int order, Bill bill) {
        int taken = 0;
        while (taken < blocks && takeBlock(order, bill)) {
            taken++;
        }
        counters.add(Counter.PGALLOC, (long) taken << order);
        return taken;
    }

    /**
     * Takes blocks of an order for folios that cannot be smaller, and reclaims for them like {@link #take}.
     *
     * @param blocks how many, at least 1
     * @param order pages of each as a power of two, at least 1
     * @return blocks taken
     */
    public int takeNeededBlocks(Relief relief, int blocks, int order) {
        int taken = 0;
        while (taken < blocks && (takeBlock(order, relief.bill()) || takeReclaimedBlock(relief, order))) {
            taken++;
        }
        counters.add(Counter.PGALLOC, (long) taken << order);
        return taken;
    }

    private boolean takeReclaimedBlock(Relief relief, int order) {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            long freed = relief.reclaim(1L << order);
            giveListed(relief.task().cpu());
            if (takeBlock(order, relief.bill())) {
                return true;
            }
            if (freed == 0 || relief.isUnderWay()) {
                return false;
            }
        }
        return false;
    }

    /** Gives what is on a processor's list back to the zone. */
    private void giveListed(int cpu) {
        zone.give(listed[cpu]);
        listed[cpu] = 0;
    }

    private boolean takeBlock(int order, Bill bill) {
        int pages = 1 << order;
        if (zone.freePages() - pages <= zone.watermarks().low()) {
            pressure().wakeKswapd();
        }
        if (zone.freePages() - pages <= zone.watermarks().min()) {
            return false;
        }
        takeFromZone(pages, bill);
        bill.pay(Cost.BLOCK_ALLOC);
        return true;
    }

    private int takeFromZone(int pages, Bill bill) {
        long untouched = zone.untouchedPages();
        int taken = zone.take(pages);
        bill.pay(Cost.GUEST_FIRST_TOUCH, untouched - zone.untouchedPages());
        return taken;
    }

    /**
     * Frees folios: single pages onto the list of a processor, what exceeds the list and larger blocks to the zone.
     *
     * @param cpu who frees
     * @param pages how many in all
     * @param order pages of each folio as a power of two
     */
    public void give(int cpu, int pages, int order) {
        counters.add(Counter.PGFREE, pages);
        if (order > 0) {
            zone.give(pages);
            return;
        }
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

    private boolean refill(Relief relief, Bill bill) {
        int cpu = relief.task().cpu();
        if (zone.isLow()) {
            pressure().wakeKswapd();
        }
        while (zone.isBelowMin()) {
            // Direct reclaim frees single pages onto the list that is being refilled, larger folios to the zone.
            long freed = relief.reclaim(1);
            if (listed[cpu] > 0) {
                return true;
            }
            if (relief.isUnderWay()) {
                return false;
            }
            if (freed == 0) {
                return gather(cpu, bill);
            }
        }
        listed[cpu] += takeFromZone(batch, bill);
        bill.payPart(Cost.PCP_REFILL, batch, MAX_BATCH);
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
        bill.payPart(Cost.PCP_REFILL, batch, MAX_BATCH);
        return found > 0;
    }

    /** Returns reclaim. */
    MemoryPressure pressure() {
        MemoryPressure connected = pressure;
        if (connected == null) {
            throw new IllegalStateException("the allocator is not connected to reclaim");
        }
        return connected;
    }
}
