package dev.dropbehind.engine.call;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.measure.Mark;
import dev.dropbehind.engine.measure.Marks;
import dev.dropbehind.engine.time.EventHandler;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Timeline;
import dev.dropbehind.engine.writeback.DirtyThrottle;
import dev.dropbehind.engine.writeback.TaskDirty;

/** A task that makes pages dirty, and is held where too many are (kernel-model §4.3, §4.4). */
public final class Throttled {

    private final DirtyThrottle throttle;
    private final TaskDirty task = new TaskDirty();
    private final Timeline timeline;
    private final Task sleeper;
    private final Marks marks;
    private final Cpus cpus;
    private final EventHandler pauseEnds = this::endPause;

    /** Holds one task; the first pause of the machine is marked. */
    public Throttled(DirtyThrottle throttle, Timeline timeline, Cpus cpus, Task sleeper, Marks marks) {
        this.throttle = throttle;
        this.timeline = timeline;
        this.cpus = cpus;
        this.sleeper = sleeper;
        this.marks = marks;
    }

    /** Counts pages that the task has made dirty, or written to again. */
    void dirtied(int pages) {
        throttle.dirtied(task, sleeper.cpu(), pages);
    }

    /**
     * Returns how long the task has to sleep now, in nanoseconds; 0 where it may go on. To be asked after each sleep.
     */
    long balance(Bill bill) {
        return throttle.balance(task, sleeper.cpu(), bill);
    }

    /** Puts the task to sleep. */
    void sleep(long nanos) {
        marks.note(Mark.Kind.THROTTLING, timeline.now());
        sleeper.awaitIo();
        timeline.schedule(timeline.now() + nanos, EventPriority.TASK, pauseEnds, 0);
    }

    private void endPause(long ignored) {
        cpus.wake(sleeper);
    }
}
