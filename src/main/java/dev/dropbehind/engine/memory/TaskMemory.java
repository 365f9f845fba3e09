package dev.dropbehind.engine.memory;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.time.EventHandler;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Timeline;

/**
 * How one task gets pages: from the allocator, each folio charged to the task's cgroup (kernel-model §6.6, §6.7).
 *
 * <p>Where the group is at its limit the task reclaims from it, at least 32 pages, and tries again if that made room;
 * then the stocks of all processors are given back and it reclaims once more. That is all that read-ahead asks for. A
 * call that misses its page tries so 16 times, then the group is out of memory.
 *
 * <p>Beyond {@code memory.high} a charge succeeds, and the task pays when its call returns: it reclaims what it charged
 * beyond, and on as long as that helps or 16 times in vain; what excess is left then holds it for a while.
 */
public final class TaskMemory {

    private static final int MAX_FRUITLESS_TRIES = 16;
    private static final long RECLAIM_AGAIN_PAGES = 32;
    private static final long FORGIVEN_NANOS = 10_000_000;

    private final Task task;
    private final Bill bill;
    private final PageAllocator allocator;
    private final Cgroup cgroup;
    private final Cpus cpus;
    private final Timeline timeline;
    private final Counters counters;
    private final long chargeNanos;
    private final EventHandler penaltyEnds = this::endPenalty;
    private long chargedOverHigh;
    private long penaltyNanos;
    private boolean refusedByCgroup;

    /** Gets pages for one task, which pays for them by this bill. */
    public TaskMemory(
            Task task,
            Bill bill,
            PageAllocator allocator,
            Cgroup cgroup,
            Cpus cpus,
            Timeline timeline,
            Counters counters,
            CostModel costs) {
        this.task = task;
        this.bill = bill;
        this.allocator = allocator;
        this.cgroup = cgroup;
        this.cpus = cpus;
        this.timeline = timeline;
        this.counters = counters;
        chargeNanos = costs.of(Cost.MEMCG_REFILL);
    }

    /**
     * Takes folios, each charged by itself.
     *
     * @param folios how many, at least 1
     * @param order pages of each as a power of two
     * @param needed whether smaller ones would not do, so that memory is reclaimed for them
     * @return how many there were: fewer where memory or the group is full of what cannot be reclaimed
     */
    public int take(int folios, int order, boolean needed) {
        int taken = allocate(folios, order, needed);
        int charged = charge(taken, 1 << order);
        if (charged < taken) {
            allocator.give(task.cpu(), (taken - charged) << order, order);
        }
        return charged;
    }

    private int allocate(int folios, int order, boolean needed) {
        if (order == 0) {
            return allocator.take(task, folios, bill);
        }
        return needed
                ? allocator.takeNeededBlocks(task, folios, order, bill)
                : allocator.takeBlocks(folios, order, bill);
    }

    /**
     * Charges folios that have been allocated to the task's group.
     *
     * @param folios how many
     * @param pages pages of each
     * @return folios charged; the others must be given back
     */
    public int charge(int folios, int pages) {
        int charged = 0;
        while (charged < folios && chargeFolio(pages)) {
            charged++;
        }
        refusedByCgroup = charged < folios;
        return charged;
    }

    /** Returns whether the task must sleep before it allocates: memory is nearly gone and kswapd still at it. */
    public boolean mustWaitForKswapd() {
        return allocator.relief().isKswapdLate();
    }

    /** Puts the task to sleep until kswapd has freed something. */
    public void awaitKswapd() {
        allocator.relief().awaitKswapd(task);
    }

    /** Tells that a call gives up, as no page was to be had. */
    public void giveUp() {
        counters.add(Counter.CGROUP_EVENTS_OOM, refusedByCgroup ? 1 : 0);
        allocator.relief().outOfMemory();
    }

    /** Reclaims, at the end of a call, for what it charged beyond {@code memory.high}; once. */
    public void settleHigh() {
        long charged = chargedOverHigh;
        if (charged == 0) {
            return;
        }
        chargedOverHigh = 0;
        int triesLeft = MAX_FRUITLESS_TRIES;
        long freed = reclaimHigh(charged);
        while (cgroup.penaltyNanos(charged) > FORGIVEN_NANOS && (freed > 0 || triesLeft-- > 0)) {
            freed = reclaimHigh(RECLAIM_AGAIN_PAGES);
        }
        long penalty = cgroup.penaltyNanos(charged);
        penaltyNanos = penalty > FORGIVEN_NANOS ? penalty : 0;
    }

    /**
     * Puts the task to sleep for the excess that could not be reclaimed; false where there is none, or it has slept.
     */
    public boolean sleepForHigh() {
        if (penaltyNanos == 0) {
            return false;
        }
        timeline.schedule(timeline.now() + penaltyNanos, EventPriority.TASK, penaltyEnds, 0);
        penaltyNanos = 0;
        return true;
    }

    private void endPenalty(long ignored) {
        cpus.wake(task);
    }

    private boolean chargeFolio(int pages) {
        boolean drained = false;
        while (!cgroup.takeStock(task.cpu(), pages)) {
            int charged = cgroup.charge(task.cpu(), pages);
            if (charged > 0) {
                bill.charge(chargeNanos);
                chargedOverHigh += cgroup.isOverHigh() ? charged : 0;
                return true;
            }
            counters.add(Counter.CGROUP_EVENTS_MAX, 1);
            reclaim(Fact.Kind.CGROUP_RECLAIM, pages);
            if (cgroup.margin() < pages) {
                if (drained) {
                    return false;
                }
                cgroup.drainStocks();
                drained = true;
            }
        }
        return true;
    }

    private long reclaimHigh(long pages) {
        if (!cgroup.isOverHigh()) {
            return 0;
        }
        counters.add(Counter.CGROUP_EVENTS_HIGH, 1);
        return reclaim(Fact.Kind.CGROUP_OVER_HIGH, pages);
    }

    private long reclaim(Fact.Kind why, long pages) {
        counters.tell(why, Fact.NO_FILE, 0, pages);
        return allocator.relief().reclaimCgroup(task, pages, bill);
    }
}
