package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.block.BioEnd;
import dev.dropbehind.engine.block.BioTable;
import dev.dropbehind.engine.block.BlockQueue;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.WaitQueue;
import dev.dropbehind.engine.device.Op;

/** One bio at a time that a task submits and waits for, the kernel's {@code submit_bio_wait}. */
final class WaitedBio implements BioEnd {

    private final BioTable bios;
    private final BlockQueue queue;
    private final Cpus cpus;
    private final WaitQueue waiters = new WaitQueue();
    private boolean isOnItsWay;

    WaitedBio(BioTable bios, BlockQueue queue, Cpus cpus) {
        this.bios = bios;
        this.queue = queue;
        this.cpus = cpus;
    }

    /** Submits sectors, in one segment; the bio may have ended when this returns. */
    void submit(Op op, long sector, int sectors, Task task, Bill bill) {
        isOnItsWay = true;
        queue.submit(bios.create(op, sector, sectors, sectors == 0 ? 0 : 1, this, 0), task, bill);
        queue.unplug(task, bill);
    }

    /** Returns whether the bio has not ended. */
    boolean isOnItsWay() {
        return isOnItsWay;
    }

    /** Lets a task sleep until it has; the task must look again when it wakes. */
    void await(Task task) {
        waiters.addForIo(task);
    }

    @Override
    public void endBio(int bio, int cpu, Context context) {
        isOnItsWay = false;
        waiters.wakeAll(cpus);
    }
}
