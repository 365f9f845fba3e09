package dev.dropbehind.engine.block;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.engine.time.Timeline;

/**
 * The ramdisk's driver, without requests: whoever submits copies, to read and to write, and the bio ends before
 * submission returns, in the submitter's task (kernel-model §9.3, synchronous devices).
 */
public final class BioDriver implements BlockQueue {

    private final BioTable bios;
    private final BioCompletion completion;
    private final Counters counters;
    private final BadSectors badSectors;

    /**
     * Works on bios of this table.
     *
     * @param completion who ends them
     * @param timeline the machine's clock
     */
    public BioDriver(QueueSpec spec, BioTable bios, BioCompletion completion, Timeline timeline, Counters counters) {
        this.bios = bios;
        this.completion = completion;
        this.counters = counters;
        badSectors = new BadSectors(spec.badSectors(), timeline);
    }

    @Override
    public void submit(int bio, Task task, Bill bill) {
        DiskCounters.countSubmitted(counters, bios, bio);
        bill.pay(Cost.BIO);
        if (bios.op(bio) == Op.FLUSH) {
            counters.add(Counter.FLUSHES_NOT_NEEDED, 1);
        } else {
            transfer(bio, bill);
        }
        completion.end(bio, task.cpu(), Context.TASK);
    }

    private void transfer(int bio, Bill bill) {
        Op op = bios.op(bio);
        long bytes = (long) bios.sectors(bio) * Pages.SECTOR_SIZE;
        bill.pay(Cost.RAMDISK_COPY, bytes);
        payFolios(bio, bill);
        DiskCounters.countEnded(counters, op, bytes);
        if (badSectors.areIn(bios.sector(bio), bios.sectors(bio))) {
            bios.fail(bio);
        }
    }

    /** The folios of a write that asks for a task cost time where it ends. */
    private void payFolios(int bio, Bill bill) {
        if (bios.op(bio) == Op.READ) {
            bill.pay(Cost.END_READ, bios.folios(bio));
        } else if (!bios.completesInTask(bio)) {
            bill.pay(Cost.END_WRITEBACK, bios.folios(bio));
        }
    }

    @Override
    public void unplug(Task task, Bill bill) {
        // Nothing is ever held back.
    }

    @Override
    public boolean fillsByProcessor() {
        return true;
    }

    @Override
    public boolean hasRoom() {
        return true;
    }

    @Override
    public int waitingRequests() {
        return 0;
    }

    @Override
    public void awaitRoom(Task task) {
        throw new IllegalStateException("a driver without requests never makes a submitter wait");
    }

    @Override
    public void countBusyTime() {
        // A driver without requests keeps no times, like the kernel's ramdisk.
    }

    @Override
    public long unendedNanos() {
        return 0;
    }
}
