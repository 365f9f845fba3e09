package dev.dropbehind.engine.block;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.cpu.WaitQueue;
import dev.dropbehind.engine.cpu.Work;
import dev.dropbehind.engine.cpu.WorkQueue;
import dev.dropbehind.engine.device.Device;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.device.RequestEnd;
import dev.dropbehind.engine.device.Status;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.Pages;

/**
 * The loop driver: a block device that is a file on another device (kernel-model §5.3, §9.3). Requests go to one worker
 * that may run on any processor. It passes them to the file one at a time, in the order in which they came: submits to
 * the queue under the file, sleeps until that has ended, and completes the request as it ended there. A flush is the
 * flush of that queue.
 *
 * <p>The file lies in one piece from the first sector of its device on. Its own page cache is left out, and so are that
 * cache's read-ahead, memory and copying: each request goes to the device beneath as it is.
 */
public final class LoopDevice implements Device {

    private static final int NONE = -1;

    private final BlockQueue lower;
    private final BioTable lowerBios;
    private final Cpus cpus;
    private final RequestEnd end;
    private final WorkQueue workers;
    private final Work work = new Work(this::turn);
    private final WaitQueue bioWaiters = new WaitQueue();
    private final BioEnd bioEnd = this::endBio;
    private final Bill bill;

    /** Requests that wait for the worker, as a ring. */
    private final int[] requests;

    private final Op[] ops;
    private final long[] sectors;
    private final int[] lengths;
    private final int[] segments;
    private int first;
    private int waiting;

    private boolean isItemBegun;
    private int passed = NONE;
    private boolean hasEnded;
    private Status status = Status.OK;

    /**
     * Makes the device, its worker asleep.
     *
     * @param queueDepth the most requests it is given at a time
     * @param lower the queue under the file, which nobody else uses
     * @param lowerBios the bios of that queue
     * @param till where the worker pays
     * @param end who is told
     */
    public LoopDevice(int queueDepth, BlockQueue lower, BioTable lowerBios, Cpus cpus, Till till, RequestEnd end) {
        this.lower = lower;
        this.lowerBios = lowerBios;
        this.cpus = cpus;
        bill = new Bill(till);
        this.end = end;
        workers = WorkQueue.unbound("loop0", Counter.LOOP_WORKER_CPU_NANOS, cpus);
        requests = new int[queueDepth];
        ops = new Op[queueDepth];
        sectors = new long[queueDepth];
        lengths = new int[queueDepth];
        segments = new int[queueDepth];
    }

    @Override
    public void serve(int request, Op op, long sector, long bytes, int segmentCount) {
        int place = (first + waiting) % requests.length;
        requests[place] = request;
        ops[place] = op;
        sectors[place] = sector;
        lengths[place] = (int) (bytes / Pages.SECTOR_SIZE);
        segments[place] = segmentCount;
        waiting++;
        workers.queue(0, work);
    }

    @Override
    public boolean hasVolatileCache() {
        return true;
    }

    @Override
    public boolean isHardware() {
        return false;
    }

    /** One turn of the worker: completes the request whose bio has ended, then passes on the next. */
    private long turn(Task worker) {
        if (passed != NONE) {
            if (!hasEnded) {
                bioWaiters.add(worker);
                return TaskBody.ASLEEP;
            }
            complete();
        }
        if (waiting == 0) {
            isItemBegun = false;
            return Work.Body.DONE;
        }
        beginItem();
        passOn(worker);
        return bill.settle();
    }

    private void beginItem() {
        if (!isItemBegun) {
            isItemBegun = true;
            bill.pay(Cost.WORK_ITEM);
        }
    }

    private void passOn(Task worker) {
        int place = first;
        first = (first + 1) % requests.length;
        waiting--;
        passed = requests[place];
        hasEnded = false;
        Op op = ops[place];
        bill.pay(Cost.VFS_READ);
        bill.pay(Cost.MAP_BLOCKS, op == Op.FLUSH ? 0 : 1);
        int bio = lowerBios.create(op, sectors[place], lengths[place], segments[place], bioEnd, 0);
        lower.submit(bio, worker, bill);
        lower.unplug(worker, bill);
    }

    private void endBio(int bio, int cpu, Context context) {
        hasEnded = true;
        status = lowerBios.hasFailed(bio) ? Status.IO_ERROR : Status.OK;
        bioWaiters.wakeOne(cpus);
    }

    private void complete() {
        int request = passed;
        passed = NONE;
        end.endRequest(request, status);
    }
}
