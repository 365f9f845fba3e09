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
     * @param costs what scheduling costs
     */
    public Cpus(int count, Timeline timeline, Counters counters, CpuCosts costs) {
        if (count < 1) {
            throw new IllegalArgumentException(count + " processors");
        }
        this.costs = costs;
        cpus = new Cpu[count];
        for (int number = 0; number < count; number++) {
            cpus[number] = new Cpu(number, this, timeline, counters, costs);
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
        (task.isBound() ? cpus[task.cpu()] : leastLoaded()).enqueue(task, 0);
    }

    /** Makes a sleeping task runnable; a task that is awake is left alone, except that its turn does not end asleep. */
    public void wake(Task task) {
        if (task.wakeUp()) {
            placeFor(task).enqueue(task, costs.wakeNanos());
        }
    }

    /**
     * Takes a processor away from its task for an interrupt. Interrupts of one processor run one after another.
     *
     * @param cpu which processor
     * @param nanos CPU time of the interrupt, not negative
     * @return the simulated time at which the interrupt has done its work
     */
    public long interrupt(int cpu, long nanos) {
        return cpus[cpu].interrupt(nanos);
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
        Cpu last = cpus[task.cpu()];
        return task.isBound() || last.isIdle() ? last : leastLoaded();
    }

    private Cpu leastLoaded() {
        Cpu least = cpus[0];
        for (Cpu cpu : cpus) {
            if (cpu.load() < least.load()) {
                least = cpu;
            }
        }
        return least;
    }
}
