package dev.dropbehind.engine.block;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.HotplugCallbacks;
import dev.dropbehind.engine.cpu.Ticks;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.cpu.WorkQueue;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.time.Timeline;
import java.util.Arrays;

/**
 * Ends bios in task context that ask for it (kernel-model §5.7, §5.8): a bio whose completion arrives in an interrupt
 * joins the list of that processor, and a worker of that processor ends it there.
 *
 * <p>There are two ways to ask. The submitter sets a flag on the bio when it knows that the end function will need it;
 * or the end function finds out, calls {@link #completeInTask} and returns if the answer is yes.
 *
 * <p>To end the read or the writeback of a bio's folios takes CPU time. For a bio with the flag it passes here,
 * wherever the bio ends; for all others it is part of the interrupt.
 */
public final class CompletionWork implements BioCompletion, HotplugCallbacks {

    /*
     * Without the sentinel, an end function that calls for a worker from within the worker is put off again, for ever
     * where the kernel takes a worker for atomic. The real machine would hang there. This one counts a hang and ends
     * the bio, so that the run goes on and can be looked at.
     */
    private static final int PUT_OFF_LIMIT = 1000;

    private final CompletionRules rules;
    private final BioTable bios;
    private final Cpus cpus;
    private final Timeline timeline;
    private final Counters counters;
    private final Till till;
    private final Bill bill;
    private final CompletionAtOnce ends;
    private final CompletionList[] lists;
    private long[] queuedAtNanos = {};

    /**
     * Makes empty lists and workers that sleep.
     *
     * @param rules which design
     * @param bios the bios it ends
     * @param ticks the timer that some designs wait for
     * @param till where the workers pay
     * @param bill what end functions charge; nobody else settles it
     */
    public CompletionWork(
            CompletionRules rules,
            BioTable bios,
            Cpus cpus,
            Ticks ticks,
            Timeline timeline,
            Counters counters,
            Till till,
            Bill bill) {
        this.rules = rules;
        this.bios = bios;
        this.cpus = cpus;
        this.timeline = timeline;
        this.counters = counters;
        this.till = till;
        this.bill = bill;
        ends = new CompletionAtOnce(bios, counters);
        WorkQueue queue = WorkQueue.perCpu("bio_complete", Counter.COMPLETION_WORKER_CPU_NANOS, cpus);
        lists = new CompletionList[cpus.count()];
        for (int cpu = 0; cpu < lists.length; cpu++) {
            lists[cpu] = new CompletionList(rules.design(), this, bios, queue, cpu, ticks, till);
        }
    }

    @Override
    public void end(int bio, int cpu, Context context) {
        if (bios.completesInTask(bio) && rules.isAtomic(context)) {
            defer(bio, cpu);
        } else {
            long nanos = bios.completesInTask(bio) ? payEnd(bio) : 0;
            ends.end(bio, cpu, context);
            cpus.charge(cpu, context, nanos + bill.settle());
        }
    }

    /**
     * Has a worker call an end function once more where the caller may not sleep; the kernel's
     * {@code bio_complete_in_task()}. Only to be called by the end function of the bio.
     *
     * @param bio the bio that is being ended
     * @param cpu the processor on which the end function runs
     * @param context where it runs
     * @return true if the end function must return at once
     */
    public boolean completeInTask(int bio, int cpu, Context context) {
        if ((rules.sentinel() && bios.completesInTask(bio)) || !rules.isAtomic(context) || hangs(bio)) {
            return false;
        }
        bios.completeInTask(bio);
        bios.putOff(bio);
        defer(bio, cpu);
        return true;
    }

    /** Returns how many bios wait for the worker of a processor, the one that it is ending included. */
    public int waitingBios(int cpu) {
        return lists[cpu].length();
    }

    @Override
    public void goingDown(int cpu) {
        if (rules.design().pausesForHotplug()) {
            lists[cpu].disable();
        }
    }

    /** A worker is waited for if it is not begun again afterwards; else it goes on on another processor. */
    @Override
    public boolean mayGo(int cpu) {
        return !rules.design().pausesForHotplug() || !lists[cpu].isBeingWorkedOff();
    }

    /** A worker that goes on elsewhere ends all that waits; else it is done here. */
    @Override
    public long dead(int cpu) {
        CompletionList left = lists[cpu];
        if (left.isBeingWorkedOff()) {
            return 0;
        }
        long nanos = 0;
        for (int bio = left.takeNext(); bio != BioTable.NONE; bio = left.takeNext()) {
            nanos += payEnd(bio) + endDeferred(bio);
        }
        return nanos;
    }

    @Override
    public void online(int cpu) {
        lists[cpu].enable();
        if (rules.requeuesOnline()) {
            lists[cpu].queueIfWaiting();
        }
    }

    /** Pays for the end of a bio; returns the CPU time in nanoseconds after which its folios can be told. */
    long payEnd(int bio) {
        return switch (bios.op(bio)) {
            case READ -> till.pay(Cost.END_READ, bios.folios(bio));
            case WRITE -> till.pay(Cost.END_WRITEBACK, bios.folios(bio));
            case FLUSH -> 0;
        };
    }

    /** Ends a bio that has waited; returns the CPU time in nanoseconds that its end function has asked for. */
    long endDeferred(int bio) {
        counters.add(Counter.DEFERRAL_NANOS, timeline.now() - queuedAtNanos[bio]);
        ends.end(bio, 0, Context.KWORKER);
        return bill.settle();
    }

    private void defer(int bio, int cpu) {
        if (bio >= queuedAtNanos.length) {
            queuedAtNanos = Arrays.copyOf(queuedAtNanos, Math.max(bio + 1, 2 * queuedAtNanos.length));
        }
        queuedAtNanos[bio] = timeline.now();
        counters.add(Counter.BIOS_DEFERRED, 1);
        counters.tell(Fact.Kind.BIO_DEFERRED, Fact.NO_FILE, 0, bios.sectors(bio) / Pages.SECTORS);
        lists[cpu].add(bio);
    }

    private boolean hangs(int bio) {
        if (bios.timesPutOff(bio) < PUT_OFF_LIMIT) {
            return false;
        }
        counters.add(Counter.CPU_HANGS, 1);
        return true;
    }
}
