package dev.dropbehind.engine.cpu;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.time.EventHandler;
import dev.dropbehind.engine.time.Timeline;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** One processor: the task it runs, the tasks that wait for it, and the interrupts that hold them up. */
final class Cpu {

    /*
     * A processor that is not idle is in a stretch: CPU time that its task spends at one go, or the latency after which
     * a woken task begins. One event is pending, at the end of the stretch. There the time is counted, and either the
     * same task goes on - with what it still owes, else with its next turn - or it makes room for another.
     *
     * A stretch never reaches beyond the task's slice, so nothing that happens meanwhile makes it end earlier. An
     * interrupt makes it end later: it moves the end and leaves the event alone. The event is then early, never stale,
     * and is scheduled once more.
     */
    private final int number;

    private final Cpus cpus;
    private final Timeline timeline;
    private final Counters counters;
    private final Till till;
    private final CpuCosts costs;
    private final EventHandler onStretchEnd = this::endStretch;
    private final IdleGovernor idle;

    /** Bound tasks that were woken: they go first. */
    private final ArrayDeque<Task> urgent = new ArrayDeque<>();

    /** All others, those that used up their slice included. */
    private final ArrayDeque<Task> waiting = new ArrayDeque<>();

    private @Nullable Task current;
    private long stretchNanos;
    private long stretchEndsAt;
    private long interruptsEndAt;
    private long awakeAt;
    private int ioWaiters;

    private long taskNanos;
    private long interruptNanos;
    private boolean isOnline = true;

    Cpu(int number, Cpus cpus, Timeline timeline, Counters counters, Till till, CpuCosts costs) {
        this.number = number;
        this.cpus = cpus;
        this.timeline = timeline;
        this.counters = counters;
        this.till = till;
        this.costs = costs;
        idle = new IdleGovernor(costs.idleStates());
    }

    boolean isIdle() {
        return current == null;
    }

    boolean isOnline() {
        return isOnline;
    }

    /** Lets tasks run here again. */
    void goOnline() {
        isOnline = true;
    }

    /** Sends the tasks that wait here elsewhere; the one that runs follows at the end of its stretch. */
    void goOffline() {
        isOnline = false;
        for (Task task = takeOwnWaiting(); task != null; task = takeOwnWaiting()) {
            cpus.moveAway(task);
        }
    }

    /** Has the task that runs here pay for more than its turn has answered. */
    void charge(long nanos) {
        running().owe(nanos);
    }

    /** Returns when the interrupts that have arrived so far are done with; a time in the past if they are. */
    long interruptsEndAt() {
        return interruptsEndAt;
    }

    /** Returns how many tasks run here or wait to. */
    int load() {
        return (current == null ? 0 : 1) + urgent.size() + waiting.size();
    }

    /** Takes in a runnable task; on an idle processor it begins after a latency. */
    void enqueue(Task task, long latencyNanos) {
        task.moveTo(number);
        if (current == null) {
            take(task);
            beginStretch(task, timeline.now() + latencyNanos + idle.wake(timeline.now()), 0);
        } else if (task.isBound()) {
            urgent.addLast(task);
        } else {
            waiting.addLast(task);
        }
    }

    /** Holds up whatever runs here and returns when the interrupt is done with, earlier interrupts first. */
    long interrupt(long nanos) {
        if (current == null) {
            awakeAt = Math.max(awakeAt, timeline.now() + idle.wake(timeline.now()));
        }
        interruptsEndAt = Math.max(interruptsEndAt, Math.max(awakeAt, timeline.now())) + nanos;
        stretchEndsAt = stretchNanos > 0 ? stretchEndsAt + nanos : Math.max(stretchEndsAt, interruptsEndAt);
        interruptNanos += nanos;
        counters.add(Counter.INTERRUPT_CPU_NANOS, nanos);
        if (current == null) {
            idle.sleep(interruptsEndAt, ioWaiters);
        }
        return interruptsEndAt;
    }

    /** Returns the CPU time spent here until now, by tasks and interrupts. */
    long busyNanos() {
        return taskNanos() + interruptNanos - interruptsAhead();
    }

    /** Returns the CPU time that tasks have spent here until now: it stands still while an interrupt runs. */
    long taskNanos() {
        long stretchAhead = stretchNanos == 0 ? 0 : stretchEndsAt - timeline.now() - interruptsAhead();
        return taskNanos + stretchNanos - stretchAhead;
    }

    private long interruptsAhead() {
        return Math.max(interruptsEndAt - Math.max(awakeAt, timeline.now()), 0);
    }

    /** Returns the waiting task that may run elsewhere and waits longest, null if there is none. */
    @Nullable
    Task oldestMovable() {
        Task oldest = waiting.peek();
        return oldest == null || !oldest.isBound() ? oldest : oldestUnbound();
    }

    /** Goes once round the line, which leaves its order as it was and needs no iterator. */
    private @Nullable Task oldestUnbound() {
        Task oldest = null;
        for (int left = waiting.size(); left > 0; left--) {
            Task task = waiting.remove();
            waiting.addLast(task);
            if (oldest == null && !task.isBound()) {
                oldest = task;
            }
        }
        return oldest;
    }

    void remove(Task task) {
        waiting.remove(task);
    }

    private void beginStretch(Task task, long fromNanos, long nanos) {
        stretchNanos = nanos;
        stretchEndsAt = Math.max(fromNanos, interruptsEndAt) + nanos;
        awaitStretchEnd(task);
    }

    private void awaitStretchEnd(Task task) {
        timeline.schedule(stretchEndsAt, task.priority(), onStretchEnd, 0);
    }

    private void endStretch(long unused) {
        Task task = running();
        if (timeline.now() < stretchEndsAt) {
            awaitStretchEnd(task);
            return;
        }
        countStretch(task);
        if (!isOnline) {
            fallIdle();
            cpus.moveAway(task);
        } else if (task.sliceLeftNanos() == 0 && load() > 1) {
            lineUp(task);
        } else if (!urgent.isEmpty() && !task.isBound()) {
            giveWay(task);
        } else {
            goOn(task);
        }
    }

    private void countStretch(Task task) {
        task.spend(stretchNanos, counters);
        taskNanos += stretchNanos;
        stretchNanos = 0;
    }

    /** Sends a task that used up its slice to the end of the line, or to an idle processor. */
    private void lineUp(Task task) {
        task.madeRoom();
        if (task.isBound() || !cpus.moveToIdle(task)) {
            waiting.addLast(task);
        }
        switchToNext();
    }

    /** Lets urgent workers go first; then the task uses up the rest of its slice. */
    private void giveWay(Task task) {
        waiting.addFirst(task);
        switchToNext();
    }

    private void goOn(Task task) {
        counters.acts(task.name());
        till.serve(task.account());
        if (task.owedNanos() > 0 || task.run()) {
            spend(task);
        } else {
            ioWaiters += task.isWaitingForIo() ? 1 : 0;
            switchToNext();
        }
    }

    /** Begins to spend what the task owes, at most what is left of its slice. */
    private void spend(Task task) {
        task.renewSlice(costs.sliceNanos());
        beginStretch(task, timeline.now(), Math.min(task.owedNanos(), task.sliceLeftNanos()));
    }

    private void switchToNext() {
        Task next = takeWaiting();
        if (next == null) {
            fallIdle();
            return;
        }
        next.owe(till.pay(next.account(), Cost.CONTEXT_SWITCH, 1));
        take(next);
        spend(next);
    }

    private void fallIdle() {
        current = null;
        idle.sleep(Math.max(timeline.now(), interruptsEndAt), ioWaiters);
    }

    /** Counts that a task that went to sleep here need not wait for a device any more. */
    void endIoWait() {
        ioWaiters--;
    }

    private @Nullable Task takeWaiting() {
        Task own = takeOwnWaiting();
        return own == null && isOnline ? cpus.pullWaiting() : own;
    }

    private @Nullable Task takeOwnWaiting() {
        return urgent.isEmpty() ? waiting.poll() : urgent.poll();
    }

    private void take(Task task) {
        task.moveTo(number);
        current = task;
        task.renewSlice(costs.sliceNanos());
        counters.add(Counter.CONTEXT_SWITCHES, 1);
    }

    private Task running() {
        Task task = current;
        if (task == null) {
            throw new IllegalStateException("cpu " + number + " is idle");
        }
        return task;
    }
}
