package dev.dropbehind.engine.cpu;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Timeline;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;

/** Processors with round costs, scripted tasks on them, and a trace of all turns: "name cpu time". */
final class Rig {

    static final long WAKE = 100;
    static final long SWITCH = 10;
    static final long SLICE = 3_000_000;

    final Timeline timeline = new Timeline();
    final Counters counters = new Counters();
    final Cpus cpus;
    final List<String> trace = new ArrayList<>();

    Rig(int processors) {
        Till till = new Till(CostModel.priors().with(Cost.CONTEXT_SWITCH, SWITCH));
        cpus = new Cpus(processors, timeline, counters, till, new CpuCosts(WAKE, SLICE));
    }

    /** What a scripted task does, a turn at a time; after the last it exits. */
    final class Script implements TaskBody {
        private final Deque<LongSupplier> turns = new ArrayDeque<>();
        private final Task task;

        private Script(String name) {
            task = new Task(name, Counter.APPLICATION_CPU_NANOS, this);
        }

        private Script(String name, int cpu) {
            task = Task.bound(cpu, name, Counter.COMPLETION_WORKER_CPU_NANOS, this);
        }

        Script then(LongSupplier turn) {
            turns.add(turn);
            return this;
        }

        /** Puts a turn before those that are left. */
        void again(LongSupplier turn) {
            turns.addFirst(turn);
        }

        Script owes(long nanos) {
            return then(() -> nanos);
        }

        Script sleeps() {
            return then(() -> ASLEEP);
        }

        /** Starts the task. */
        Task start() {
            cpus.start(task);
            return task;
        }

        Task task() {
            return task;
        }

        @Override
        public long turn() {
            trace.add(task.name() + " " + task.cpu() + " " + timeline.now());
            LongSupplier turn = turns.poll();
            return turn == null ? EXITED : turn.getAsLong();
        }
    }

    Script task(String name) {
        return new Script(name);
    }

    Script bound(String name, int cpu) {
        return new Script(name, cpu);
    }

    /** Has something happen at a time, as an interrupt would. */
    void at(long nanos, Runnable action) {
        timeline.schedule(nanos, EventPriority.HARDIRQ, _ -> action.run(), 0);
    }

    void wakeAt(long nanos, Task task) {
        at(nanos, () -> cpus.wake(task));
    }

    void interruptAt(long nanos, int cpu, long duration) {
        at(nanos, () -> cpus.interrupt(cpu, duration));
    }

    /** Runs until nothing is pending. */
    Rig run() {
        while (timeline.runNext()) {
            assertBusyWithinElapsed();
        }
        return this;
    }

    /** Returns the turns of one task: "cpu time". */
    List<String> turnsOf(String name) {
        return trace.stream()
                .filter(turn -> turn.startsWith(name + " "))
                .map(turn -> turn.substring(name.length() + 1))
                .toList();
    }

    /** Returns the times of the turns of one task. */
    List<Long> timesOf(String name) {
        return turnsOf(name).stream()
                .map(turn -> Long.valueOf(turn.substring(turn.indexOf(' ') + 1)))
                .toList();
    }

    long count(Counter counter) {
        return counters.get(counter);
    }

    private void assertBusyWithinElapsed() {
        for (int cpu = 0; cpu < cpus.count(); cpu++) {
            long busy = cpus.busyNanos(cpu);
            if (busy < 0 || busy > timeline.now()) {
                throw new AssertionError("cpu " + cpu + " was busy " + busy + " of " + timeline.now() + " ns");
            }
        }
    }
}
