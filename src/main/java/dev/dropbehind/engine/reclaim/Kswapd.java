package dev.dropbehind.engine.reclaim;

import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.cpu.WaitQueue;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.measure.Mark;
import dev.dropbehind.engine.measure.Marks;
import dev.dropbehind.engine.memory.Zone;
import dev.dropbehind.engine.time.EventHandler;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Timeline;

/**
 * The background reclaimer (kernel-model §6.3). Woken at the low watermark, it scans with growing effort until free
 * memory is above the high one: each pass looks at a share of the lists, and the share doubles from pass to pass unless
 * one looked at as much as kswapd set out to free. Between passes it stops if the zone is balanced. When 16 balancings
 * in a row free nothing it gives up until direct reclaim frees something.
 *
 * <p>Falling asleep has two stages: within 100 ms of a balancing another wake-up counts as "low watermark hit quickly",
 * and if by then memory is short again it goes on by itself ("high watermark hit quickly").
 *
 * <p>Where a whole pass meets nothing but folios under writeback, and a later one meets them again, it sleeps after
 * each pass until enough of them have been written, a tenth of a second at most (§6.4).
 *
 * <p>Where free memory is below half of the min watermark, tasks that would reclaim wait for it instead; they go on
 * once a pass has brought it above, or when kswapd sleeps or gives up.
 */
final class Kswapd implements TaskBody {

    private static final int MAX_FAILURES = 16;
    private static final int LEAST_TARGET_PAGES = 32;
    private static final long SHORT_SLEEP_NANOS = 100_000_000;

    private enum State {
        DOZING,
        ASLEEP,
        BALANCING,
        THROTTLED
    }

    private final Task task;
    private final Cpus cpus;
    private final Timeline timeline;
    private final Zone zone;
    private final Counters counters;
    private final Marks marks;
    private final ShrinkPass pass;
    private final Congestion congestion;
    private final Throttle throttle;
    private final WaitQueue waiters = new WaitQueue();
    private final EventHandler dozeEnds = this::endDoze;
    private State state = State.ASLEEP;
    private long sleeps;
    private int priority;
    private boolean freedAnything;
    private int failures;
    private long freeWhenFellAsleep = Long.MAX_VALUE;

    Kswapd(Reclaim.Parts parts, ShrinkPass pass, Congestion congestion, Throttle throttle) {
        this.pass = pass;
        this.congestion = congestion;
        this.throttle = throttle;
        cpus = parts.cpus();
        timeline = parts.timeline();
        zone = parts.zone();
        counters = parts.counters();
        marks = parts.marks();
        task = new Task("kswapd0", Counter.KSWAPD_CPU_NANOS, this);
    }

    /** Makes the thread known to the processors; it goes to sleep at once. */
    void start() {
        cpus.start(task);
    }

    /** Wakes it, unless it is at work or has given up. */
    void wake() {
        if (state == State.BALANCING || state == State.THROTTLED || hasGivenUp()) {
            return;
        }
        marks.note(Mark.Kind.KSWAPD_WAKES, timeline.now());
        note(Fact.Kind.KSWAPD_WOKEN, zone.freePages());
        if (state == State.DOZING) {
            counters.add(Counter.KSWAPD_LOW_WMARK_HIT_QUICKLY, 1);
        }
        startBalancing();
        cpus.wake(task);
    }

    /** Returns whether free memory is far below min while it has not given up. */
    boolean isLate() {
        return zone.isFarBelowMin() && !hasGivenUp();
    }

    /** Puts a task to sleep until it has made progress or has given up. */
    void await(Task sleeper) {
        counters.add(Counter.PGSCAN_DIRECT_THROTTLE, 1);
        counters.tell(Fact.Kind.WAITS_FOR_KSWAPD, Fact.NO_FILE, 0, 0);
        waiters.add(sleeper);
        wake();
    }

    /** Lets it try again after it had given up. */
    void forgetFailures() {
        failures = 0;
    }

    /**
     * Returns the pages that were free when it fell asleep for good; {@link Long#MAX_VALUE} where it has not been awake
     * yet, is awake or has given up.
     */
    long freePagesWhenFellAsleep() {
        return state == State.ASLEEP && !hasGivenUp() ? freeWhenFellAsleep : Long.MAX_VALUE;
    }

    /** Returns whether it has given up. */
    boolean hasGivenUp() {
        return failures >= MAX_FAILURES;
    }

    @Override
    public long turn() {
        return switch (state) {
            case DOZING, ASLEEP -> ASLEEP;
            case BALANCING -> balance();
            case THROTTLED -> goOn();
        };
    }

    private long balance() {
        if (pass.hasMore()) {
            noteProcessor();
            return pass.round(task.cpu());
        }
        congestion.noteKswapd(pass.stat());
        if (pass.stat().cyclesTooFast()) {
            state = State.THROTTLED;
            throttle.awaitWriteback(task);
            return ASLEEP;
        }
        return endPass();
    }

    private long goOn() {
        state = State.BALANCING;
        return endPass();
    }

    private void noteProcessor() {
        counters.add(Counter.KSWAPD_LAST_CPU, task.cpu() - counters.get(Counter.KSWAPD_LAST_CPU));
    }

    private void note(Fact.Kind kind, long pages) {
        counters.tell(kind, Fact.NO_FILE, 0, pages);
    }

    private void startBalancing() {
        state = State.BALANCING;
        counters.add(Counter.PAGEOUTRUN, 1);
        priority = ShrinkPass.DEFAULT_PRIORITY;
        freedAnything = false;
        pass.begin(priority, targetPages());
    }

    private long endPass() {
        freedAnything |= pass.freedPages() > 0;
        if (freedAnything) {
            failures = 0;
        }
        letWaitersGo();
        if (zone.isBalanced()) {
            congestion.nodeIsBalanced();
            return doze();
        }
        boolean enough = pass.scannedPages() >= targetPages() && pass.freedPages() > 0;
        if (!enough) {
            priority--;
        }
        return priority < 1 ? startOver() : startPass();
    }

    private void letWaitersGo() {
        if (!isLate()) {
            waiters.wakeAll(cpus);
        }
    }

    private long startPass() {
        pass.begin(priority, targetPages());
        return 0;
    }

    private long startOver() {
        pass.reclaimEnds();
        if (!freedAnything) {
            failures++;
        }
        if (hasGivenUp()) {
            letWaitersGo();
            state = State.ASLEEP;
            return ASLEEP;
        }
        startBalancing();
        return 0;
    }

    private long doze() {
        pass.reclaimEnds();
        state = State.DOZING;
        sleeps++;
        note(Fact.Kind.KSWAPD_SLEEPS, zone.freePages());
        timeline.schedule(timeline.now() + SHORT_SLEEP_NANOS, EventPriority.TASK, dozeEnds, sleeps);
        return ASLEEP;
    }

    private void endDoze(long sleep) {
        if (state != State.DOZING || sleep != sleeps) {
            return;
        }
        if (zone.isBalanced()) {
            state = State.ASLEEP;
            freeWhenFellAsleep = zone.freePages();
            return;
        }
        counters.add(Counter.KSWAPD_HIGH_WMARK_HIT_QUICKLY, 1);
        startBalancing();
        cpus.wake(task);
    }

    private long targetPages() {
        return Math.max(zone.watermarks().high(), LEAST_TARGET_PAGES);
    }
}
