package dev.dropbehind.engine.reclaim;

import dev.dropbehind.engine.cache.DirtyFolios;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.measure.Mark;
import dev.dropbehind.engine.measure.Marks;
import dev.dropbehind.engine.memory.MemoryPressure;
import dev.dropbehind.engine.memory.Relief;
import dev.dropbehind.engine.memory.Zone;
import dev.dropbehind.engine.time.Jiffies;
import dev.dropbehind.engine.time.Timeline;
import dev.dropbehind.engine.writeback.BdiWriteback;
import java.util.function.LongConsumer;

/**
 * Answers the allocator and the cgroup: kswapd at the low watermark, direct reclaim at the min watermark, reclaim of
 * the group at its limit.
 */
public final class Reclaim implements MemoryPressure {

    /**
     * What reclaim works on.
     *
     * @param jiffies the machine's ticks
     * @param writeback whose flusher is woken where nothing but dirty folios is met
     * @param waitsForFolios whether nothing holds the group's writers, so that its reclaim waits until what it meets is
     *     written: cgroup version 1, or 2 without writeback of its own
     */
    public record Parts(
            Cpus cpus,
            Timeline timeline,
            Jiffies jiffies,
            Zone zone,
            PageCache cache,
            DirtyFolios dirty,
            BdiWriteback writeback,
            Counters counters,
            Till till,
            Marks marks,
            boolean waitsForFolios) {}

    private final Kswapd kswapd;
    private final DirectReclaim.Parts ofMachine;
    private final DirectReclaim.Parts ofGroup;
    private final Counters counters;
    private final Timeline timeline;
    private final Marks marks;

    /** Reclaims from a cache into a zone, and hears from now on what is written. */
    public Reclaim(Parts parts) {
        counters = parts.counters();
        timeline = parts.timeline();
        marks = parts.marks();
        Congestion congestion = new Congestion();
        Throttle throttle = new Throttle(parts.cpus(), timeline, parts.jiffies(), counters);
        parts.dirty().tellOfWritten(throttle::written);
        kswapd = new Kswapd(parts, new ShrinkPass(parts, congestion, Reclaimer.KSWAPD), congestion, throttle);
        ofMachine = direct(parts, congestion, throttle, Reclaimer.DIRECT, this::directReclaimBegins);
        ofGroup = direct(parts, congestion, throttle, Reclaimer.CGROUP, this::groupReclaimBegins);
    }

    private DirectReclaim.Parts direct(
            Parts parts, Congestion congestion, Throttle throttle, Reclaimer who, LongConsumer begins) {
        return new DirectReclaim.Parts(
                who,
                new ShrinkPass(parts, congestion, who),
                congestion,
                throttle,
                kswapd,
                parts.cache(),
                parts.dirty(),
                counters,
                parts.till(),
                begins);
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
    public Relief ofMachine(Task task, Bill bill) {
        return new DirectReclaim(ofMachine, task, bill);
    }

    @Override
    public Relief ofGroup(Task task, Bill bill) {
        return new DirectReclaim(ofGroup, task, bill);
    }

    @Override
    public void outOfMemory() {
        marks.note(Mark.Kind.OUT_OF_MEMORY, timeline.now());
        counters.tell(Fact.Kind.OUT_OF_MEMORY, Fact.NO_FILE, 0, 0);
    }

    private void directReclaimBegins(long pages) {
        marks.note(Mark.Kind.DIRECT_RECLAIM, timeline.now());
        counters.add(Counter.ALLOCSTALL, 1);
        counters.tell(Fact.Kind.DIRECT_RECLAIM, Fact.NO_FILE, 0, pages);
    }

    private void groupReclaimBegins(long pages) {
        marks.note(Mark.Kind.CGROUP_FULL, timeline.now());
    }
}
