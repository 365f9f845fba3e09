package dev.dropbehind.engine.block;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.device.RamDisk;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.Pages;

/** A driver without requests, as the ramdisk's: the bio ends before submission returns, in the submitter's task. */
public final class BioDriver implements BlockQueue {

    private final BioTable bios;
    private final BioCompletion completion;
    private final RamDisk disk;
    private final Counters counters;
    private final long bioNanos;
    private final long endReadNanos;

    /**
     * Works on bios of this table.
     *
     * @param completion who ends them
     */
    public BioDriver(BioTable bios, BioCompletion completion, RamDisk disk, Counters counters, CostModel costs) {
        this.bios = bios;
        this.completion = completion;
        this.disk = disk;
        this.counters = counters;
        bioNanos = costs.of(Cost.BIO);
        endReadNanos = costs.of(Cost.END_READ);
    }

    @Override
    public void submit(int bio, Task task, Bill bill) {
        long bytes = (long) bios.sectors(bio) * Pages.SECTOR_SIZE;
        bill.charge(bioNanos + disk.copyNanos(bytes) + bios.folios(bio) * endReadNanos);
        counters.add(Counter.BIOS_SUBMITTED, 1);
        counters.add(Counter.DEVICE_READ_REQUESTS, 1);
        counters.add(Counter.DEVICE_READ_BYTES, bytes);
        completion.end(bio, task.cpu(), Context.TASK);
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
