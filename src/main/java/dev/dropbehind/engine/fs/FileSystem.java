package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.block.BioEnd;
import dev.dropbehind.engine.block.BioTable;
import dev.dropbehind.engine.block.BlockQueue;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.IoMode;

/** A file system: its answers, and the way from folios to bios and back that all of them share. */
public abstract class FileSystem implements BioEnd {

    /** A bio holds at most this many pages where folios are single pages. */
    private static final int MAX_BIO_PAGES = 256;

    private final PageCache cache;
    private final BioTable bios;
    private final BlockQueue queue;
    private final long mapNanos;
    private final long addNanos;

    /** Joins a cache and a queue. */
    protected FileSystem(PageCache cache, BioTable bios, BlockQueue queue, CostModel costs) {
        this.cache = cache;
        this.bios = bios;
        this.queue = queue;
        mapNanos = costs.of(Cost.MAP_BLOCKS);
        addNanos = costs.of(Cost.BIO_ADD_FOLIO);
    }

    /** Returns whether a call of this mode is accepted; otherwise it fails with EOPNOTSUPP. */
    public abstract boolean supports(IoMode mode);

    /** Returns the queue under this file system. */
    public BlockQueue queue() {
        return queue;
    }

    /**
     * Reads a run of pages whose folios are locked in the cache, under the task's plug.
     *
     * @param inode the file
     * @param first first page
     * @param count how many
     * @param task who submits
     * @param bill who pays
     */
    public void read(Inode inode, int first, int count, Task task, Bill bill) {
        bill.charge(mapNanos + count * addNanos);
        for (int done = 0; done < count; done += MAX_BIO_PAGES) {
            int pages = Math.min(MAX_BIO_PAGES, count - done);
            long tag = tag(inode.mapping().id(), first + done);
            queue.submit(bios.create(inode.sectorOf(first + done), pages, pages, this, tag), task, bill);
        }
    }

    @Override
    public void endBio(long tag, int pages, Context context) {
        int first = (int) tag;
        cache.endRead((int) (tag >>> Integer.SIZE), first, first + pages);
    }

    private static long tag(int mapping, int page) {
        return ((long) mapping << Integer.SIZE) + page;
    }
}
