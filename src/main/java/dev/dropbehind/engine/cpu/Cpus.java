package dev.dropbehind.engine.cpu;

import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.time.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * The processors of one machine: who runs where, and what interrupts take away (decisions.md 3).
 *
 * <p>A woken task goes to the processor it ran on last if that is idle, else to the least loaded one. Tasks that wait
 * for the same processor take turns by slices. A bound worker goes before unbound tasks: it takes over as soon as the
 * running task has spent what it owes, and that task goes on after it.
 *
 * <p>Two rules spread the load. A processor that falls idle pulls the task that has waited longest for the most loaded
 * one. A task that has used up its slice while others wait goes to an idle processor if there is one.
 *
 * <p>A processor can be off line. No task runs there and no interrupt arrives: what was on its way there goes to
 * others, bound workers too, which return with their next wake-up once it is back. All processors are on line at first,
 * and the first always is. {@link CpuHotplug} takes the steps around it.
 */
public final class Cpus {

    private final Cpu[] cpus;
    private final CpuCosts costs;

    /**
     * Makes idle processors.
     *
     * @param count how many, at least 1
     * @param timeline the machine's clock
     * @param counters where CPU time and context switches are counted
     * @param till where context switches are paid
     * @param costs how long scheduling takes
     */
    public Cpus(int count, Timeline timeline, Counters counters, Till till, CpuCosts costs) {
        if (count < 1) {
            throw new IllegalArgumentException(count + " processors");
        }
        this.costs = costs;
        cpus = new Cpu[count];
        for (int number = 0; number < count; number++) {
            cpus[number] = new Cpu(number, this, timeline, counters, till, costs);
        }
    }

    /** Returns how many there are; they are numbered from 0. */
    public int count() {
        return cpus.length;
    }

    /**
     * Makes a new task runnable, on the least loaded processor that it may use and without the latency of a wake-up.
     */
    public void start(Task task) {
        boolean asleep = task.wakeUp();
        assert asleep : task + " runs already";
        Cpu home = cpus[task.home()];
        (task.isBound() && home.isOnline() ? home : leastLoaded()).enqueue(task, 0);
    }

    /** Makes a sleeping task runnable; a task that is awake is left alone, except that its turn does not end asleep. */
    public void wake(Task task) {
        if (task.wakeUp()) {
            if (task.stopsWaitingForIo()) {
                cpus[task.cpu()].endIoWait();
            }
            placeFor(task).enqueue(task, costs.wakeNanos());
        }
    }

    /**
     * Takes a processor away from its task for an interrupt. Interrupts of one processor run one after another.
     *
     * @param cpu which processor, on line; see {@link #interruptTarget}
     * @param nanos CPU time of the interrupt, not negative
     * @return the simulated time at which the interrupt has done its work
     */
    public long interrupt(int cpu, long nanos) {
        assert cpus[cpu].isOnline() : "an interrupt on cpu " + cpu + ", which is off line";
        return cpus[cpu].interrupt(nanos);
    }

    /** Returns the processor that takes the interrupts meant for one: itself, or the first while it is off line. */
    public int interruptTarget(int cpu) {
        return cpus[cpu].isOnline() ? cpu : 0;
    }

    /**
     * Lets CPU time pass that code has needed beyond what was known when it began.
     *
     * @param cpu where it ran
     * @param context as what: an interrupt takes the time from whatever runs there, a task owes it
     * @param nanos how much, not negative
     */
    public void charge(int cpu, Context context, long nanos) {
        if (nanos == 0) {
            return;
        }
        if (context.isAtomic()) {
            interrupt(cpu, nanos);
        } else {
            cpus[cpu].charge(nanos);
        }
    }

    /** Returns whether tasks run on a processor and interrupts arrive there. */
    public boolean isOnline(int cpu) {
        return cpus[cpu].isOnline();
    }

    /** Lets tasks and interrupts come to a processor again. */
    void online(int cpu) {
        cpus[cpu].goOnline();
    }

    /** Keeps tasks and interrupts away from a processor. */
    void offline(int cpu) {
        assert cpu != 0 : "the first processor takes the interrupts of the others";
        cpus[cpu].goOffline();
    }

    /** Returns when the interrupts that have arrived on a processor are done with; may be past. */
    long interruptsEndAt(int cpu) {
        return cpus[cpu].interruptsEndAt();
    }

    /** Takes in a task whose processor has gone off line, awake or on its way. */
    void moveAway(Task task) {
        leastLoaded().enqueue(task, costs.wakeNanos());
    }

    /**
     * Returns the CPU time that tasks have spent on a processor so far, in nanoseconds; interrupts let it stand still.
     */
    public long taskNanos(int cpu) {
        return cpus[cpu].taskNanos();
    }

    /** Returns the CPU time that a processor has spent so far on tasks and interrupts, in nanoseconds. */
    public long busyNanos(int cpu) {
        return cpus[cpu].busyNanos();
    }

    /** Moves a task that has used up its slice to an idle processor; false if there is none. */
    boolean moveToIdle(Task task) {
        Cpu target = leastLoaded();
        if (!target.isIdle()) {
            return false;
        }
        target.enqueue(task, costs.wakeNanos());
        return true;
    }

    /** Takes the task that has waited longest for the most loaded processor and may run on another; null if none. */
    @Nullable
    Task pullWaiting() {
        Cpu busiest = null;
        Task pulled = null;
        for (Cpu cpu : cpus) {
            Task candidate = cpu.oldestMovable();
            if (candidate != null && (busiest == null || cpu.load() > busiest.load())) {
                busiest = cpu;
                pulled = candidate;
            }
        }
        if (busiest != null && pulled != null) {
            busiest.remove(pulled);
        }
        return pulled;
    }

    private Cpu placeFor(Task task) {
        Cpu home = cpus[task.home()];
        return home.isOnline() && (task.isBound() || home.isIdle()) ? home : leastLoaded();
    }

    private Cpu leastLoaded() {
        Cpu least = cpus[0];
        for (Cpu cpu : cpus) {
            if (cpu.isOnline() && cpu.load() < least.load()) {
                least = cpu;
            }
        }
        return least;
    }
}
