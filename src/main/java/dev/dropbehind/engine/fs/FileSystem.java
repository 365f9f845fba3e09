package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.block.BioEnd;
import dev.dropbehind.engine.block.BioTable;
import dev.dropbehind.engine.block.BlockQueue;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.FileSystemSpec.BufferedPath;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.Pages;

/**
 * A file system: what it answers to a read, and the way from folios to bios and back. They differ in the folios and
 * blocks they have, the path they take and what they accept (kernel-model §1.2, §2.1, §5.4); only in {@link Btrfs} does
 * the end of a read need task context.
 */
public class FileSystem implements BioEnd {

    /** A bio has room for this many folios. */
    private static final int MAX_BIO_FOLIOS = 256;

    private final FileSystemSpec spec;
    private final boolean acceptsDontcache;
    private final PageCache cache;
    private final BioTable bios;
    private final BlockQueue queue;
    private final Counters counters;
    private final long mapNanos;
    private final long pageNanos;
    private final long addNanos;
    private final long clearNanos;

    /** What every file system works on. */
    public record Parts(PageCache cache, BioTable bios, BlockQueue queue, Counters counters, CostModel costs) {}

    /**
     * Joins a cache and a queue.
     *
     * @param acceptsDontcache whether its file operations carry FOP_DONTCACHE
     */
    public FileSystem(FileSystemSpec spec, Parts parts, boolean acceptsDontcache) {
        this.spec = spec;
        this.acceptsDontcache = acceptsDontcache;
        cache = parts.cache();
        bios = parts.bios();
        queue = parts.queue();
        counters = parts.counters();
        CostModel costs = parts.costs();
        mapNanos = costs.of(Cost.MAP_BLOCKS);
        addNanos = costs.of(Cost.BIO_ADD_FOLIO);
        clearNanos = costs.of(Cost.CLEAR_PAGE);
        boolean byBlock = spec.path() == BufferedPath.BUFFER_HEADS;
        pageNanos = byBlock ? costs.of(Cost.GET_BLOCK) * Math.max(1, Pages.SIZE / spec.blockSize()) : 0;
    }

    /** Returns whether a call of this mode is accepted; otherwise it fails with EOPNOTSUPP. */
    public boolean supports(IoMode mode) {
        return mode != IoMode.DONTCACHE || acceptsDontcache;
    }

    /** Opens the page cache of a file of so many pages, with folios as this file system uses them. */
    public Mapping newMapping(int filePages) {
        return cache.newMapping(filePages, spec.minOrder(), spec.maxOrder(), spec.type() == FileSystemSpec.Type.BDEV);
    }

    /** Returns the queue under this file system. */
    public BlockQueue queue() {
        return queue;
    }

    /** Returns the bios of the device. */
    protected final BioTable bios() {
        return bios;
    }

    /** Returns the pages that the device has read and that a worker has still to look at. */
    public long pagesAtWorkers() {
        return 0;
    }

    /**
     * Reads folios, piece by piece, under the task's plug. What no block is written for needs no bio: it is filled with
     * zeroes at once.
     *
     * @param inode the file
     * @param folios what to read, locked in the cache
     * @param task who submits
     * @param bill who pays
     */
    public void read(Inode inode, LockedFolios folios, Task task, Bill bill) {
        for (int page = folios.first(); page < folios.end(); ) {
            int end = Math.min(folios.end(), inode.endOfPiece(page));
            bill.charge(mapNanos + (end - page) * pageNanos);
            if (inode.isWritten(page)) {
                submit(inode, folios, page, end, task, bill);
            } else {
                fillWithZeroes(inode, page, end, bill);
            }
            page = end;
        }
    }

    @Override
    public void endBio(int bio, Context context) {
        arrived(bio);
        endRead(bios.tag(bio), bios.sectors(bio) / Pages.SECTORS);
    }

    /** Notes what a bio has brought into the cache; it counts as read once {@link #endRead} says so. */
    protected final void arrived(int bio) {
        long tag = bios.tag(bio);
        int page = (int) tag;
        long length = (long) bios.sectors(bio) * Pages.SECTOR_SIZE;
        cache.arrived((int) (tag >>> Integer.SIZE), Pages.bytes(page), length, bios.sector(bio) * Pages.SECTOR_SIZE);
    }

    /** Ends the read of the pages of a bio. */
    protected final void endRead(long tag, int pages) {
        int first = (int) tag;
        cache.endRead((int) (tag >>> Integer.SIZE), first, first + pages);
    }

    private void submit(Inode inode, LockedFolios folios, int first, int end, Task task, Bill bill) {
        int mapping = inode.mapping().id();
        for (int page = first; page < end; ) {
            int bioEnd = Math.min(end, folios.endOfFolios(page, MAX_BIO_FOLIOS));
            int count = folios.foliosIn(page, bioEnd);
            bill.charge(count * addNanos);
            counters.tell(Fact.Kind.BIO_SUBMITTED, mapping, page, bioEnd - page);
            int bio = bios.create(
                    Op.READ, inode.sectorOf(page), (bioEnd - page) * Pages.SECTORS, count, this, tag(mapping, page));
            queue.submit(bio, task, bill);
            page = bioEnd;
        }
    }

    private void fillWithZeroes(Inode inode, int first, int end, Bill bill) {
        bill.charge((end - first) * clearNanos);
        counters.add(Counter.ZERO_FILLED_PAGES, end - first);
        counters.tell(Fact.Kind.FILLED_WITH_ZEROES, inode.mapping().id(), first, end - first);
        cache.contents().zeroed(inode.mapping(), Pages.bytes(first), Pages.bytes(end));
        cache.endRead(inode.mapping().id(), first, end);
    }

    private static long tag(int mapping, int page) {
        return ((long) mapping << Integer.SIZE) + page;
    }
}
