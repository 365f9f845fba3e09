package dev.dropbehind.engine.block;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.CpuCosts;
import dev.dropbehind.engine.cpu.CpuHotplug;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.cpu.Ticks;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.Deferral;
import dev.dropbehind.engine.spec.Preemption;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Timeline;
import java.util.ArrayList;
import java.util.List;

/** Completions that arrive in interrupts, and a log of the bios that end: which, when, where and as what. */
final class CompletionRig {

    /** A bio that has ended. */
    record Ended(long tag, long nanos, Context context) {}

    static final int HZ = 250;
    static final long TICK = 1_000_000_000 / HZ;
    static final long WAKE = 2_500;
    static final long SLICE = 3_000_000;
    static final long HOTPLUG_STEP = 5_000_000;

    final Timeline timeline = new Timeline();
    final Counters counters = new Counters();
    final Till till = new Till(CostModel.priors());
    final Cpus cpus = new Cpus(4, timeline, counters, till, new CpuCosts(WAKE, SLICE));
    final BioTable bios = new BioTable();
    final Bill bill = new Bill(till);
    final CompletionWork work;
    final CpuHotplug hotplug = new CpuHotplug(cpus, timeline, Counter.COMPLETION_WORKER_CPU_NANOS, HOTPLUG_STEP);
    final List<Ended> ended = new ArrayList<>();

    /** CPU time that each end function charges. */
    long dropNanos;

    /** Whether each end function asks for a worker. */
    boolean asksForWorker;

    CompletionRig(Deferral design) {
        this(CompletionRules.of(design, Preemption.DYNAMIC));
    }

    CompletionRig(CompletionRules rules) {
        work = new CompletionWork(rules, bios, cpus, new Ticks(timeline, HZ), timeline, counters, till, bill);
        hotplug.register(work);
    }

    /** Makes a write that asks for a worker by its flag. */
    int flaggedWrite(long tag) {
        int bio = bio(Op.WRITE, tag, 1);
        bios.completeInTask(bio);
        return bio;
    }

    int bio(Op op, long tag, int folios) {
        return bios.create(op, 0, folios * 8, folios, this::end, tag);
    }

    /** Has the completion of a bio arrive in a hard interrupt. */
    void interruptAt(long nanos, int cpu, int bio) {
        at(nanos, () -> work.end(bio, cpu, Context.HARDIRQ));
    }

    /** Has flagged writes complete on a processor, one after another. */
    void burstAt(long nanos, int cpu, long firstTag, int count) {
        for (int i = 0; i < count; i++) {
            interruptAt(nanos + i, cpu, flaggedWrite(firstTag + i));
        }
    }

    /** Keeps a processor busy with a task that never sleeps. */
    void startHog(int cpu) {
        cpus.start(Task.bound(cpu, "hog", Counter.APPLICATION_CPU_NANOS, () -> 100_000));
    }

    void at(long nanos, Runnable action) {
        timeline.schedule(nanos, EventPriority.HARDIRQ, _ -> action.run(), 0);
    }

    CompletionRig runUntil(long nanos) {
        timeline.runUntil(nanos);
        return this;
    }

    List<Long> tags() {
        return ended.stream().map(Ended::tag).toList();
    }

    List<Context> contexts() {
        return ended.stream().map(Ended::context).toList();
    }

    long count(Counter counter) {
        return counters.get(counter);
    }

    private void end(int bio, int cpu, Context context) {
        if (asksForWorker && work.completeInTask(bio, 0, context)) {
            return;
        }
        ended.add(new Ended(bios.tag(bio), timeline.now(), context));
        bill.charge(dropNanos);
    }

    /** Runs a turn of a task, for what completes in the task that submits. */
    void inTask(Runnable action) {
        cpus.start(new Task("submitter", Counter.APPLICATION_CPU_NANOS, new TaskBody() {
            private boolean done;

            @Override
            public long turn() {
                if (done) {
                    return EXITED;
                }
                done = true;
                action.run();
                return 1;
            }
        }));
    }
}
