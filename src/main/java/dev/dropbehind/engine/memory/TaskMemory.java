package dev.dropbehind.engine.memory;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.time.EventHandler;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Timeline;

/**
 * How one task gets pages: from the allocator, each folio charged to the task's cgroup (kernel-model §6.6, §6.7).
 *
 * <p>Where the group is at its limit the task reclaims from it, at least 32 pages, and tries again if that made room;
 * then the stocks of all processors are given back and it reclaims once more. That is all that read-ahead asks for. A
 * call that misses its page tries so 16 times, then the group is out of memory. A reclaim may have to wait for
 * writeback: then what was asked for is not there yet, and the task asks again when it has slept.
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
    private final Relief ofMachine;
    private final Relief ofGroup;
    private final Cgroup cgroup;
    private final Cpus cpus;
    private final Timeline timeline;
    private final Counters counters;
    private final EventHandler penaltyEnds = this::endPenalty;
    private long chargedOverHigh;
    private long penaltyNanos;
    private boolean isSettlingHigh;
    private int triesLeft;
    private boolean refusedByCgroup;
    private boolean isPutOff;
    private boolean drainedStocks;

    /** Gets pages for one task, which pays for them by this bill. */
    public TaskMemory(
            Task task,
            Bill bill,
            PageAllocator allocator,
            Cgroup cgroup,
            Cpus cpus,
            Timeline timeline,
            Counters counters) {
        this.task = task;
        this.bill = bill;
        this.allocator = allocator;
        ofMachine = allocator.pressure().ofMachine(task, bill);
        ofGroup = allocator.pressure().ofGroup(task, bill);
        this.cgroup = cgroup;
        this.cpus = cpus;
        this.timeline = timeline;
        this.counters = counters;
    }

    /**
     * Takes folios, each charged by itself.
     *
     * @param folios how many, at least 1
     * @param order pages of each as a power of two
     * @param needed whether smaller ones would not do, so that memory is reclaimed for them
     * @return how many there were: fewer where memory or the group is full of what cannot be reclaimed, or where a
     *     reclaim {@link #isPutOff was put off}
     */
    public int take(int folios, int order, boolean needed) {
        int taken = allocate(folios, order, needed);
        boolean mayReclaim = order == 0 || needed;
        isPutOff = taken < folios && mayReclaim && ofMachine.isUnderWay();
        int charged = charge(taken, 1 << order);
        if (charged < taken) {
            isPutOff |= ofGroup.isUnderWay();
            allocator.give(task.cpu(), (taken - charged) << order, order);
        }
        return charged;
    }

    private int allocate(int folios, int order, boolean needed) {
        if (order == 0) {
            return allocator.take(ofMachine, folios);
        }
        return needed
                ? allocator.takeNeededBlocks(ofMachine, folios, order)
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

    /**
     * Returns whether the task must sleep before it allocates: memory is nearly gone and kswapd still at it, or a
     * reclaim of its own has met folios that have to be written first.
     */
    public boolean mustWait() {
        return ofMachine.mustWait() || ofGroup.mustWait();
    }

    /**
     * Returns whether the last attempt to take folios fell short only because a reclaim has to wait in its midst: it
     * does not count as a try.
     */
    public boolean isPutOff() {
        return isPutOff;
    }

    /** Puts the task to sleep, which must wait. */
    public void await() {
        (ofMachine.mustWait() ? ofMachine : ofGroup).await();
    }

    /** Tells that a call gives up, as no page was to be had. */
    public void giveUp() {
        counters.add(Counter.CGROUP_EVENTS_OOM, refusedByCgroup ? 1 : 0);
        allocator.pressure().outOfMemory();
    }

    /**
     * Reclaims, at the end of a call, for what it charged beyond {@code memory.high}. To be called again where the task
     * has slept in the midst.
     */
    public void settleHigh() {
        if (chargedOverHigh == 0 || ofGroup.mustWait()) {
            return;
        }
        long freed = 0;
        if (!isSettlingHigh) {
            isSettlingHigh = true;
            triesLeft = MAX_FRUITLESS_TRIES;
            freed = reclaimHigh(chargedOverHigh);
        }
        while (!ofGroup.mustWait() && hasPenalty() && (freed > 0 || triesLeft-- > 0)) {
            freed = reclaimHigh(RECLAIM_AGAIN_PAGES);
        }
        if (!ofGroup.mustWait()) {
            penaltyNanos = hasPenalty() ? cgroup.penaltyNanos(chargedOverHigh) : 0;
            chargedOverHigh = 0;
            isSettlingHigh = false;
        }
    }

    /**
     * Puts the task to sleep in the midst of that, or for the excess that could not be reclaimed; false where there is
     * none, or it has slept.
     */
    public boolean sleepForHigh() {
        if (chargedOverHigh > 0) {
            ofGroup.await();
            return true;
        }
        if (penaltyNanos == 0) {
            return false;
        }
        timeline.schedule(timeline.now() + penaltyNanos, EventPriority.TASK, penaltyEnds, 0);
        penaltyNanos = 0;
        return true;
    }

    private boolean hasPenalty() {
        return cgroup.penaltyNanos(chargedOverHigh) > FORGIVEN_NANOS;
    }

    private void endPenalty(long ignored) {
        cpus.wake(task);
    }

    private boolean chargeFolio(int pages) {
        while (!cgroup.takeStock(task.cpu(), pages)) {
            int charged = cgroup.charge(task.cpu(), pages);
            if (charged > 0) {
                bill.pay(Cost.MEMCG_REFILL);
                chargedOverHigh += cgroup.isOverHigh() ? charged : 0;
                break;
            }
            reclaim(Counter.CGROUP_EVENTS_MAX, Fact.Kind.CGROUP_RECLAIM, pages);
            if (cgroup.margin() < pages && !mayTryAgain()) {
                return false;
            }
        }
        drainedStocks = false;
        return true;
    }

    /** Once more when the stocks have been given back; nothing more to try while a reclaim is put off. */
    private boolean mayTryAgain() {
        if (ofGroup.isUnderWay()) {
            return false;
        }
        drainedStocks = !drainedStocks;
        if (drainedStocks) {
            cgroup.drainStocks();
        }
        return drainedStocks;
    }

    private long reclaimHigh(long pages) {
        return cgroup.isOverHigh() ? reclaim(Counter.CGROUP_EVENTS_HIGH, Fact.Kind.CGROUP_OVER_HIGH, pages) : 0;
    }

    private long reclaim(Counter event, Fact.Kind why, long pages) {
        if (!ofGroup.isUnderWay()) {
            counters.add(event, 1);
            counters.tell(why, Fact.NO_FILE, 0, pages);
        }
        return ofGroup.reclaim(pages);
    }
}
