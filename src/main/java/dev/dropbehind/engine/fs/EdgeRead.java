package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.block.BioEnd;
import dev.dropbehind.engine.block.BioTable;
import dev.dropbehind.engine.block.BlockQueue;
import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.WaitQueue;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Pages;
import java.util.function.Predicate;

/**
 * Blocks that a write covers only in part, on their way from the device: the writer waits for them with the folio, and
 * the file, locked (kernel-model §3.3 step 3).
 */
public final class EdgeRead implements BioEnd {

    private final PageCache cache;
    private final BioTable bios;
    private final BlockQueue queue;
    private final Cpus cpus;
    private final Counters counters;
    private final Predicate<Inode> asksForTask;
    private final WaitQueue writer = new WaitQueue();
    private int onTheirWay;
    private boolean failed;

    /**
     * Reads for one task.
     *
     * @param asksForTask whether a read of a file into a folio marked drop-behind asks to be ended in task context
     */
    EdgeRead(
            PageCache cache,
            BioTable bios,
            BlockQueue queue,
            Cpus cpus,
            Counters counters,
            Predicate<Inode> asksForTask) {
        this.asksForTask = asksForTask;
        this.cache = cache;
        this.bios = bios;
        this.queue = queue;
        this.cpus = cpus;
        this.counters = counters;
    }

    /** Returns how many requests of the device's queue are allowed before a task must wait. */
    public BlockQueue queue() {
        return queue;
    }

    /** Starts to read a block, in as many pieces as it lies in; the plug is still to be let go. */
    public void submit(Inode inode, long first, long end, Task task, Bill bill) {
        failed = false;
        counters.add(Counter.EDGE_READ_SECTORS, end - first);
        long page = first / Pages.SECTORS;
        counters.tell(Fact.Kind.EDGES_READ, inode.mapping().id(), page, Math.ceilDiv(end, Pages.SECTORS) - page);
        for (long sector = first; sector < end; ) {
            long pieceEnd = inode.endOfPiece(sector, end);
            if (inode.isWritten(sector)) {
                onTheirWay++;
                long tag = FileTag.of(inode.mapping().id(), sector, 0);
                int bio = bios.create(Op.READ, inode.onDevice(sector), (int) (pieceEnd - sector), 1, this, tag);
                if (asksForTask.test(inode) && isDropbehind(inode.mapping(), sector)) {
                    bios.completeInTask(bio);
                }
                queue.submit(bio, task, bill);
            }
            sector = pieceEnd;
        }
    }

    private boolean isDropbehind(Mapping mapping, long sector) {
        return cache.folios().hasAny(mapping.folioAt((int) (sector / Pages.SECTORS)), FolioFlags.DROPBEHIND);
    }

    /** Returns whether anything is still on its way. */
    public boolean isPending() {
        return onTheirWay > 0;
    }

    /** Returns whether the device could not read. */
    public boolean hasFailed() {
        return failed;
    }

    /** Lets the writer sleep until a block has come; it must look again when it wakes. */
    public void await(Task task) {
        writer.addForIo(task);
    }

    @Override
    public void endBio(int bio, int cpu, Context context) {
        long tag = bios.tag(bio);
        cache.arrived(FileTag.mapping(tag), FileTag.sector(tag), bios.sectors(bio), bios.sector(bio));
        onTheirWay--;
        failed |= bios.hasFailed(bio);
        if (onTheirWay == 0) {
            writer.wakeAll(cpus);
        }
    }
}
