package dev.dropbehind.engine.reclaim;

import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.time.EventHandler;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Jiffies;
import dev.dropbehind.engine.time.Timeline;
import java.util.ArrayDeque;

/**
 * Where reclaim sleeps because folios have to be written before they can be freed: the kernel's
 * {@code reclaim_throttle} (kernel-model §6.4). Either for a tenth of a second, or until more than 32 pages for each
 * sleeper have been written; or, where that is likely to help soon, for one tick.
 */
final class Throttle {

    private static final int PAGES_PER_SLEEPER = 32;
    private static final int SLEEPS_PER_SECOND = 10;

    private record Sleeper(Task task, long number) {}

    private final Cpus cpus;
    private final Timeline timeline;
    private final Jiffies jiffies;
    private final Counters counters;
    private final ArrayDeque<Sleeper> awaitingWriteback = new ArrayDeque<>();
    private final ArrayDeque<Task> awaitingTick = new ArrayDeque<>();
    private final EventHandler timeIsUp = this::wakeOne;
    private final EventHandler ticks = this::wakeForTick;
    private long sleeps;
    private long writtenBefore;

    Throttle(Cpus cpus, Timeline timeline, Jiffies jiffies, Counters counters) {
        this.cpus = cpus;
        this.timeline = timeline;
        this.jiffies = jiffies;
        this.counters = counters;
    }

    /** Puts a task to sleep until enough has been written. */
    void awaitWriteback(Task task) {
        if (awaitingWriteback.isEmpty()) {
            writtenBefore = written();
        }
        sleeps++;
        awaitingWriteback.add(new Sleeper(task, sleeps));
        sleep(jiffies.perSecond() / SLEEPS_PER_SECOND, timeIsUp);
    }

    /** Puts a task to sleep until the next tick. */
    void awaitTick(Task task) {
        awaitingTick.add(task);
        sleep(1, ticks);
    }

    /**
     * Returns whether so much of the cache is dirty or under writeback that a tick may help; where there is less of it,
     * who reclaims had better look on.
     */
    boolean isTickWorthwhile() {
        long unwritten = counters.get(Counter.NR_FILE_DIRTY) + counters.get(Counter.NR_WRITEBACK);
        long listed = counters.get(Counter.NR_ACTIVE_FILE) + counters.get(Counter.NR_INACTIVE_FILE);
        return 2 * unwritten > listed;
    }

    /** Hears that pages are no longer under writeback. */
    void written(int pages) {
        if (awaitingWriteback.isEmpty()) {
            return;
        }
        long enough = (long) PAGES_PER_SLEEPER * awaitingWriteback.size() + 1;
        long missing = enough - (written() - writtenBefore);
        // Once the sleepers are awake nobody counts on.
        counters.add(Counter.NR_THROTTLED_WRITTEN, Math.clamp(missing, 1, pages));
        if (pages >= missing) {
            awaitingWriteback.forEach(sleeper -> cpus.wake(sleeper.task()));
            awaitingWriteback.clear();
        }
    }

    private long written() {
        return counters.get(Counter.NR_THROTTLED_WRITTEN);
    }

    private void sleep(long ticksToSleep, EventHandler end) {
        counters.tell(Fact.Kind.RECLAIM_THROTTLED, Fact.NO_FILE, 0, counters.get(Counter.NR_WRITEBACK));
        long due = timeline.now() + jiffies.nanosUntil(jiffies.now() + ticksToSleep);
        timeline.schedule(due, EventPriority.TASK, end, sleeps);
    }

    /** Wakes a sleeper if it still sleeps; those who came later sleep on. */
    private void wakeOne(long number) {
        Sleeper first = awaitingWriteback.peek();
        if (first != null && first.number() == number) {
            awaitingWriteback.remove();
            cpus.wake(first.task());
        }
    }

    private void wakeForTick(long ignored) {
        cpus.wake(awaitingTick.remove());
    }
}
