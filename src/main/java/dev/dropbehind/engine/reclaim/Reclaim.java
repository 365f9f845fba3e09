package dev.dropbehind.engine.reclaim;

import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Mark;
import dev.dropbehind.engine.measure.Marks;
import dev.dropbehind.engine.memory.MemoryPressure;
import dev.dropbehind.engine.memory.Zone;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.time.Timeline;

/** Answers the allocator: kswapd at the low watermark, direct reclaim at the min watermark. */
public final class Reclaim implements MemoryPressure {

    private final Kswapd kswapd;
    private final DirectReclaim direct;
    private final Timeline timeline;
    private final Marks marks;

    /** Reclaims from this cache into this zone. */
    public Reclaim(
            Cpus cpus, Timeline timeline, Zone zone, PageCache cache, Counters counters, CostModel costs, Marks marks) {
        this.timeline = timeline;
        this.marks = marks;
        kswapd = new Kswapd(cpus, timeline, zone, cache, counters, costs, marks);
        direct = new DirectReclaim(cache, counters, costs);
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
    public long reclaimDirectly(Task task, Bill bill) {
        marks.note(Mark.Kind.DIRECT_RECLAIM, timeline.now());
        long freed = direct.reclaim(task, bill);
        if (freed > 0) {
            kswapd.forgetFailures();
        }
        return freed;
    }
}
