package dev.dropbehind.engine.reclaim;

import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.measure.Mark;
import dev.dropbehind.engine.measure.Marks;
import dev.dropbehind.engine.memory.MemoryPressure;
import dev.dropbehind.engine.memory.Zone;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.time.Timeline;

/**
 * Answers the allocator and the cgroup: kswapd at the low watermark, direct reclaim at the min watermark, reclaim of
 * the group at its limit.
 */
public final class Reclaim implements MemoryPressure {

    private final Kswapd kswapd;
    private final DirectReclaim direct;
    private final DirectReclaim ofCgroup;
    private final Counters counters;
    private final Timeline timeline;
    private final Marks marks;

    /** Reclaims from this cache into this zone. */
    public Reclaim(
            Cpus cpus, Timeline timeline, Zone zone, PageCache cache, Counters counters, CostModel costs, Marks marks) {
        this.counters = counters;
        this.timeline = timeline;
        this.marks = marks;
        kswapd = new Kswapd(cpus, timeline, zone, cache, counters, costs, marks);
        direct = new DirectReclaim(cache, counters, costs, Reclaimer.DIRECT);
        ofCgroup = new DirectReclaim(cache, counters, costs, Reclaimer.CGROUP);
    }

    /** Starts the background thread. */
    public void start() {
        kswapd.start();
    }

    /**
     * Returns the pages that were free when kswapd fell asleep for good; {@link Long#MAX_VALUE} where it has not been
     * awake yet, is awake or has given up.
     */
    public long freePagesWhenKswapdFellAsleep() {
        return kswapd.freePagesWhenFellAsleep();
    }

    @Override
    public void wakeKswapd() {
        marks.note(Mark.Kind.MEMORY_FULL, timeline.now());
        kswapd.wake();
    }

    @Override
    public long reclaimDirectly(Task task, long pages, Bill bill) {
        marks.note(Mark.Kind.DIRECT_RECLAIM, timeline.now());
        counters.add(Counter.ALLOCSTALL, 1);
        counters.tell(Fact.Kind.DIRECT_RECLAIM, Fact.NO_FILE, 0, pages);
        long freed = direct.reclaim(task, pages, bill);
        if (freed > 0) {
            kswapd.forgetFailures();
        }
        return freed;
    }

    @Override
    public long reclaimCgroup(Task task, long pages, Bill bill) {
        marks.note(Mark.Kind.CGROUP_FULL, timeline.now());
        return ofCgroup.reclaim(task, pages, bill);
    }

    @Override
    public boolean isKswapdLate() {
        return kswapd.isLate();
    }

    @Override
    public void awaitKswapd(Task task) {
        counters.add(Counter.PGSCAN_DIRECT_THROTTLE, 1);
        counters.tell(Fact.Kind.WAITS_FOR_KSWAPD, Fact.NO_FILE, 0, 0);
        kswapd.await(task);
    }

    @Override
    public void outOfMemory() {
        marks.note(Mark.Kind.OUT_OF_MEMORY, timeline.now());
        counters.tell(Fact.Kind.OUT_OF_MEMORY, Fact.NO_FILE, 0, 0);
    }
}
