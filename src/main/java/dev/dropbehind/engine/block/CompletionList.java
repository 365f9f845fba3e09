package dev.dropbehind.engine.block;

import dev.dropbehind.engine.cpu.DelayedWork;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.Ticks;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.cpu.Work;
import dev.dropbehind.engine.cpu.WorkQueue;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.Deferral;

/** The bios that wait for the worker of one processor, and the work that ends them. */
final class CompletionList {

    private final Deferral design;
    private final CompletionWork completion;
    private final Till till;
    private final DelayedWork work;

    /** What arrived since the worker last looked. */
    private final BioList waiting;

    /** What the worker has taken off that list and goes through. */
    private final BioList taken;

    private int ending = BioTable.NONE;
    private boolean hasBegun;
    private int madeRoomBefore;

    CompletionList(
            Deferral design,
            CompletionWork completion,
            BioTable bios,
            WorkQueue queue,
            int cpu,
            Ticks ticks,
            Till till) {
        this.design = design;
        this.completion = completion;
        this.till = till;
        waiting = new BioList(bios);
        taken = new BioList(bios);
        work = new DelayedWork(queue, cpu, new Work(this::turn), ticks);
    }

    /** Returns how many bios have not been ended. */
    int length() {
        return waiting.length() + taken.length() + (ending == BioTable.NONE ? 0 : 1);
    }

    void add(int bio) {
        boolean queuesWork = waiting.isEmpty() || design.queuesForEachBio();
        if (design.isLastInFirstOut()) {
            waiting.push(bio);
        } else {
            waiting.add(bio);
        }
        if (queuesWork) {
            work.queue(design.delayJiffies());
        }
    }

    /** Keeps the work from being begun; what arrives from now on waits. */
    void disable() {
        work.disable();
    }

    /** Lets the work be queued again. */
    void enable() {
        work.enable();
    }

    /** Queues the work if bios wait. */
    void queueIfWaiting() {
        if (!waiting.isEmpty()) {
            work.queue(design.delayJiffies());
        }
    }

    boolean isBeingWorkedOff() {
        return work.isRunning();
    }

    /** Takes the bio that is to end next, {@link BioTable#NONE} if there is none. */
    int takeNext() {
        if (taken.isEmpty()) {
            taken.takeAll(waiting);
        }
        return taken.poll();
    }

    /** Ends the bio whose time has passed, and takes the next: its time comes first. */
    private long turn(Task worker) {
        if (!hasBegun) {
            hasBegun = true;
            madeRoomBefore = worker.timesMadeRoom();
            return till.pay(Cost.WORK_ITEM, 1);
        }
        long owed = endTaken();
        ending = mustYield(worker) ? BioTable.NONE : takeNext();
        if (ending != BioTable.NONE) {
            return owed + completion.payEnd(ending);
        }
        return owed > 0 ? owed : finish();
    }

    private long endTaken() {
        if (ending == BioTable.NONE) {
            return 0;
        }
        int bio = ending;
        ending = BioTable.NONE;
        return completion.endDeferred(bio);
    }

    private boolean mustYield(Task worker) {
        return design.yields() && worker.timesMadeRoom() != madeRoomBefore;
    }

    private long finish() {
        hasBegun = false;
        if (!taken.isEmpty() || (design.yields() && !waiting.isEmpty())) {
            work.queue(0);
        }
        return Work.Body.DONE;
    }
}
