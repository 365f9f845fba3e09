package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.cpu.Work;
import dev.dropbehind.engine.cpu.WorkQueue;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Cost;
import java.util.Arrays;

/**
 * Bios that have ended at the device and whose end goes on in task context: a list, and a worker of the file system
 * that takes one after the other (kernel-model §5.4, §5.7).
 */
final class IoendQueue {

    /** What is done for a bio, in two turns of the worker: first it pays, then the end takes effect. */
    interface End {

        /** Pays for the end of a bio; returns the CPU nanoseconds that it takes. */
        long pay(long tag, int sectors, int folios);

        /**
         * Ends a bio.
         *
         * @param failed whether the device could not do what was asked
         * @return CPU nanoseconds that dropping folios took
         */
        long end(long tag, int sectors, boolean failed, Task worker);
    }

    private final WorkQueue workers;
    private final Work work = new Work(this::turn);
    private final End end;
    private final Till till;
    private long[] tags = new long[64];
    private int[] sectors = new int[64];
    private int[] folios = new int[64];
    private boolean[] failed = new boolean[64];
    private int first;
    private int waiting;
    private long waitingSectors;
    private boolean isItemBegun;
    private boolean isPaid;

    /**
     * Starts empty, its worker asleep.
     *
     * @param name of the work queue
     * @param till where queueing the work and taking it up is paid
     */
    IoendQueue(String name, Cpus cpus, Till till, End end) {
        this.till = till;
        this.end = end;
        workers = WorkQueue.unbound(name, Counter.COMPLETION_WORKER_CPU_NANOS, cpus);
    }

    /** Returns the sectors of all bios that wait for the worker. */
    long waitingSectors() {
        return waitingSectors;
    }

    void add(long tag, int sectorCount, int folioCount, boolean hasFailed) {
        if (waiting == tags.length) {
            grow();
        }
        int slot = (first + waiting) % tags.length;
        tags[slot] = tag;
        sectors[slot] = sectorCount;
        folios[slot] = folioCount;
        failed[slot] = hasFailed;
        waiting++;
        waitingSectors += sectorCount;
        workers.queue(0, work);
    }

    private long turn(Task worker) {
        if (waiting == 0) {
            isItemBegun = false;
            return Work.Body.DONE;
        }
        if (!isPaid) {
            isPaid = true;
            long entry = isItemBegun ? 0 : till.pay(Cost.WORK_ITEM, 1);
            isItemBegun = true;
            return entry + end.pay(tags[first], sectors[first], folios[first]);
        }
        isPaid = false;
        int slot = first;
        first = (first + 1) % tags.length;
        waiting--;
        waitingSectors -= sectors[slot];
        return end.end(tags[slot], sectors[slot], failed[slot], worker);
    }

    private void grow() {
        int length = tags.length;
        tags = unrolled(tags, new long[2 * length]);
        sectors = unrolled(sectors, new int[2 * length]);
        folios = unrolled(folios, new int[2 * length]);
        boolean[] oldFailed = failed;
        failed = Arrays.copyOf(oldFailed, 2 * length);
        for (int i = 0; i < length; i++) {
            failed[i] = oldFailed[(first + i) % length];
        }
        first = 0;
    }

    private long[] unrolled(long[] ring, long[] larger) {
        System.arraycopy(ring, first, larger, 0, ring.length - first);
        System.arraycopy(ring, 0, larger, ring.length - first, first);
        return larger;
    }

    private int[] unrolled(int[] ring, int[] larger) {
        System.arraycopy(ring, first, larger, 0, ring.length - first);
        System.arraycopy(ring, 0, larger, ring.length - first, first);
        return larger;
    }
}
