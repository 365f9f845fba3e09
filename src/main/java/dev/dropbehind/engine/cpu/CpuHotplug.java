package dev.dropbehind.engine.cpu;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.time.EventHandler;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Timeline;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes processors off line and back while the machine runs, one after another (kernel-model §5.8).
 *
 * <p>On the way down the callbacks prepare while the processor still works; then it stops, and when the interrupts that
 * had reached it are over, the callbacks take over what it left. On the way up tasks and interrupts come first, and the
 * callbacks hear of it a step later. So twice there is a time in which an interrupt may leave something on a processor
 * whose workers are switched off.
 */
public final class CpuHotplug {

    private record Change(int cpu, boolean online) {}

    private enum Step {
        NEXT,
        TAKE_DOWN,
        CLEAN_UP,
        BRING_UP
    }

    private final Cpus cpus;
    private final Timeline timeline;
    private final long stepNanos;
    private final Task task;
    private final List<HotplugCallbacks> callbacks = new ArrayList<>();
    private final ArrayDeque<Change> changes = new ArrayDeque<>();
    private final EventHandler onTimer;
    private Step step = Step.NEXT;
    private int cpu;

    /**
     * Makes the task that does it, asleep.
     *
     * @param cpus the machine's processors, all on line
     * @param timeline the machine's clock
     * @param account the counter of nanoseconds that the CPU time of the callbacks is added to
     * @param stepNanos how long a processor takes from one step to the next, not negative
     */
    public CpuHotplug(Cpus cpus, Timeline timeline, Counter account, long stepNanos) {
        this.cpus = cpus;
        this.timeline = timeline;
        this.stepNanos = stepNanos;
        task = Task.worker("cpuhp", account, this::turn);
        onTimer = _ -> cpus.wake(task);
    }

    /** Adds callbacks, called in this order. */
    public void register(HotplugCallbacks added) {
        callbacks.add(added);
    }

    /**
     * Begins to take a processor off line when all that was asked before is done; nothing happens if it is by then.
     *
     * @throws IllegalArgumentException if there is no such processor, or it is the first, which cannot go
     */
    public void offline(int which) {
        if (which == 0) {
            throw new IllegalArgumentException("cpu 0 cannot go off line");
        }
        change(which, false);
    }

    /**
     * Begins to bring a processor back when all that was asked before is done; nothing happens if it is back by then.
     *
     * @throws IllegalArgumentException if there is no such processor
     */
    public void online(int which) {
        change(which, true);
    }

    private void change(int which, boolean online) {
        if (which < 0 || which >= cpus.count()) {
            throw new IllegalArgumentException("cpu " + which + " of " + cpus.count());
        }
        changes.add(new Change(which, online));
        if (step == Step.NEXT) {
            cpus.wake(task);
        }
    }

    private long turn() {
        return switch (step) {
            case NEXT -> next();
            case TAKE_DOWN -> takeDown();
            case CLEAN_UP -> cleanUp();
            case BRING_UP -> bringUp();
        };
    }

    private long next() {
        Change change = changes.poll();
        if (change == null) {
            return TaskBody.ASLEEP;
        }
        cpu = change.cpu();
        if (cpus.isOnline(cpu) == change.online()) {
            return 0;
        }
        if (change.online()) {
            cpus.online(cpu);
            step = Step.BRING_UP;
        } else {
            callbacks.forEach(callback -> callback.goingDown(cpu));
            step = Step.TAKE_DOWN;
        }
        return sleepUntil(timeline.now() + stepNanos);
    }

    private long takeDown() {
        for (HotplugCallbacks callback : callbacks) {
            if (!callback.mayGo(cpu)) {
                return sleepUntil(timeline.now() + stepNanos);
            }
        }
        cpus.offline(cpu);
        step = Step.CLEAN_UP;
        return sleepUntil(Math.max(timeline.now(), cpus.interruptsEndAt(cpu)));
    }

    private long cleanUp() {
        step = Step.NEXT;
        long nanos = 0;
        for (HotplugCallbacks callback : callbacks) {
            nanos += callback.dead(cpu);
        }
        return nanos;
    }

    private long bringUp() {
        step = Step.NEXT;
        callbacks.forEach(callback -> callback.online(cpu));
        return 0;
    }

    private long sleepUntil(long nanos) {
        timeline.schedule(nanos, EventPriority.TASK, onTimer, 0);
        return TaskBody.ASLEEP;
    }
}
