package dev.dropbehind.engine.block;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.device.RamDisk;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.engine.time.Timeline;

/** A driver without requests, as the ramdisk's: the bio ends before submission returns, in the submitter's task. */
public final class BioDriver implements BlockQueue {

    private final BioTable bios;
    private final BioCompletion completion;
    private final RamDisk disk;
    private final Counters counters;
    private final BadSectors badSectors;
    private final long bioNanos;
    private final long endReadNanos;
    private final long endWritebackNanos;

    /**
     * Works on bios of this table.
     *
     * @param completion who ends them
     * @param timeline the machine's clock
     */
    public BioDriver(
            QueueSpec spec,
            BioTable bios,
            BioCompletion completion,
            RamDisk disk,
            Timeline timeline,
            Counters counters,
            CostModel costs) {
        this.bios = bios;
        this.completion = completion;
        this.disk = disk;
        this.counters = counters;
        badSectors = new BadSectors(spec.badSectors(), timeline);
        bioNanos = costs.of(Cost.BIO);
        endReadNanos = costs.of(Cost.END_READ);
        endWritebackNanos = costs.of(Cost.END_WRITEBACK);
    }

    @Override
    public void submit(int bio, Task task, Bill bill) {
        DiskCounters.countSubmitted(counters, bios, bio);
        bill.charge(bioNanos);
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
        bill.charge(disk.copyNanos(bytes) + foliosNanos(bio));
        DiskCounters.countEnded(counters, op, bytes);
        if (badSectors.areIn(bios.sector(bio), bios.sectors(bio))) {
            bios.fail(bio);
        }
    }

    /** The folios of a write that asks for a task cost time where it ends. */
    private long foliosNanos(int bio) {
        if (bios.op(bio) == Op.READ) {
            return bios.folios(bio) * endReadNanos;
        }
        return bios.completesInTask(bio) ? 0 : bios.folios(bio) * endWritebackNanos;
    }

    @Override
    public void unplug(Task task, Bill bill) {
        // Nothing is ever held back.
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
