package dev.dropbehind.engine.cache;

import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.HotplugCallbacks;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.cpu.Work;
import dev.dropbehind.engine.cpu.WorkQueue;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Cost;

/**
 * Has a worker drop the folios whose writeback ended in an interrupt: the second and the third design of the block
 * series (kernel-model §5.7). They wait in a batch of 31, one for the whole machine or one for each processor. What
 * finds it full is not dropped at all.
 *
 * <p>The lock around the one batch is free of charge here; what shows is that it is full sooner.
 */
public final class DropWork implements HotplugCallbacks {

    /** Drops folios in task context. */
    @FunctionalInterface
    public interface Drop {

        /**
         * Drops what is still marked, clean and unlocked of a range.
         *
         * @param mapping the number of the file's cache
         * @param firstPage its first page
         * @param endPage the page behind its last
         * @param cpu whose per-CPU list gets the pages
         * @return CPU nanoseconds it took
         */
        long drop(int mapping, int firstPage, int endPage, int cpu);
    }

    private final WorkQueue queue;
    private final Drop drop;
    private final Till till;
    private final Waiting[] batches;

    /**
     * Makes empty batches and workers that sleep.
     *
     * @param isPerCpu whether there is a batch for each processor
     * @param till where the workers pay
     * @param drop who drops
     */
    public DropWork(boolean isPerCpu, Cpus cpus, Till till, Drop drop) {
        this.drop = drop;
        this.till = till;
        queue = WorkQueue.perCpu("events", Counter.COMPLETION_WORKER_CPU_NANOS, cpus);
        batches = new Waiting[isPerCpu ? cpus.count() : 1];
        for (int i = 0; i < batches.length; i++) {
            batches[i] = new Waiting();
        }
    }

    /**
     * Has folios dropped later that are of one size and follow each other, as far as there is room.
     *
     * @param mapping the number of the file's cache
     * @param firstPage the first page of the first
     * @param folioPages pages of each
     * @param folios how many
     * @param cpu the processor that asks
     * @return how many of them, from the first on; the others are not dropped
     */
    public int defer(int mapping, int firstPage, int folioPages, int folios, int cpu) {
        Waiting batch = batches[batches.length == 1 ? 0 : cpu];
        int taken = batch.waiting.add(mapping, firstPage, folioPages, folios);
        queue.queue(cpu, batch.work);
        return taken;
    }

    /** A batch for the whole machine has no processor that could go. */
    @Override
    public long dead(int cpu) {
        return batches.length == 1 ? 0 : batches[cpu].waiting.drop(drop, 0);
    }

    private final class Waiting {
        private final DropBatch waiting = new DropBatch();
        private final DropBatch taken = new DropBatch();
        private final Work work = new Work(this::turn);
        private boolean hasBegun;

        private long turn(Task worker) {
            if (!hasBegun) {
                hasBegun = true;
                return till.pay(Cost.WORK_ITEM, 1);
            }
            taken.takeAll(waiting);
            if (taken.folios() > 0) {
                return taken.drop(drop, worker.cpu());
            }
            hasBegun = false;
            return Work.Body.DONE;
        }
    }
}
