package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.block.BioEnd;
import dev.dropbehind.engine.block.BioTable;
import dev.dropbehind.engine.block.BlockQueue;
import dev.dropbehind.engine.cache.DirtyFolios;
import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.MappingOperations;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.FileSystemSpec.BufferedPath;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.time.Jiffies;
import dev.dropbehind.engine.time.Timeline;
import dev.dropbehind.engine.writeback.BdiWriteback;
import java.util.ArrayList;
import java.util.List;

/**
 * A file system: what it answers to a read, and the way from folios to bios and back. They differ in the folios and
 * blocks they have, the path they take and what they accept (kernel-model §1.2, §2.1, §5.4); only in {@link Btrfs} does
 * the end of a read need task context.
 */
public class FileSystem implements BioEnd {

    /** A bio has room for this many folios. */
    private static final int MAX_BIO_FOLIOS = 256;

    private final FileSystemSpec spec;
    private final Parts parts;
    private final Traits traits;
    private final WritePages writePages;
    private final Journal journal;
    private final MappingOperations operations;
    private final JournalLock journalLock;
    private final JournalThread journalThread;
    private final DirtyFolios dirty;
    private final Cpus cpus;
    private final List<Inode> inodes = new ArrayList<>();
    private final PageCache cache;
    private final BioTable bios;
    private final BlockQueue queue;
    private final Counters counters;
    private final int blocksLookedUpPerPage;

    /**
     * What every file system works on.
     *
     * @param completionBill where the end of a bio leaves what it costs, for whoever ends the bio
     * @param till where workers of the file system pay
     */
    public record Parts(
            PageCache cache,
            DirtyFolios dirty,
            BioTable bios,
            BlockQueue queue,
            BdiWriteback writeback,
            Timeline timeline,
            Cpus cpus,
            Jiffies jiffies,
            Bill completionBill,
            Counters counters,
            Till till) {}

    /**
     * What file systems and kernels differ in besides folios and blocks.
     *
     * @param readsDontcache whether its file operations carry FOP_DONTCACHE
     * @param writesDontcache whether they do for writes too
     * @param route the way of a file from folios to blocks
     * @param defragRoute the way of a file that has been defragmented
     * @param ext4 what ext4 does besides
     */
    public record Traits(
            boolean readsDontcache, boolean writesDontcache, Route route, Route defragRoute, Ext4Features ext4) {

        /** Returns the way of a file. */
        Route routeOf(Inode inode) {
            return inode.isDefragmented() ? defragRoute : route;
        }
    }

    /** Joins a cache and a queue. */
    public FileSystem(FileSystemSpec spec, Parts parts, Traits traits) {
        this.spec = spec;
        this.parts = parts;
        this.traits = traits;
        dirty = parts.dirty();
        cpus = parts.cpus();
        cache = parts.cache();
        bios = parts.bios();
        queue = parts.queue();
        counters = parts.counters();
        boolean bioByBlock = traits.route().writesBackByBlock() && spec.type() == FileSystemSpec.Type.BDEV;
        int blockSectors = spec.blockSize() / Pages.SECTOR_SIZE;
        writePages = new WritePages(inodes, parts, traits, bioByBlock ? blockSectors : Integer.MAX_VALUE);
        dirty.writtenBy(writePages);
        WaitedBio commitBio = new WaitedBio(bios, queue, cpus);
        journal = new Journal(formatOf(spec), commitBio, cpus, counters, inodes, writePages, dirty);
        operations = traits.ext4().journalsData() ? new JournalledPages(inodes, writePages, journal) : writePages;
        journalThread = new JournalThread(journal, parts.timeline(), cpus, parts.till());
        if (spec.type() == FileSystemSpec.Type.EXT4) {
            journal.committedBy(journalThread);
        }
        journalLock = new JournalLock(parts.till());
        blocksLookedUpPerPage = Math.max(1, Pages.SIZE / spec.blockSize());
    }

    /** Returns what a commit writes: a log record, or what is sealed by a block of its own. */
    private static Journal.Format formatOf(FileSystemSpec spec) {
        int block = Math.max(spec.blockSize(), Pages.SIZE) / Pages.SECTOR_SIZE;
        return switch (spec.type()) {
            case XFS, F2FS, BDEV -> new Journal.Format(Pages.SECTORS, 0);
            case EXT4 -> new Journal.Format(3 * block, block);
            case BTRFS -> new Journal.Format(4 * block, block);
        };
    }

    /** Returns whether a read of this mode is accepted; otherwise it fails with EOPNOTSUPP. */
    public boolean supports(IoMode mode) {
        return mode != IoMode.DONTCACHE || traits.readsDontcache();
    }

    /** Returns whether a write of this mode is accepted; otherwise it fails with EOPNOTSUPP. */
    public boolean supportsWrites(IoMode mode) {
        return mode != IoMode.DONTCACHE || traits.writesDontcache();
    }

    /** Returns whether a DONTCACHE write marks a folio that it makes to write at a byte (kernel-model §3.5). */
    public boolean marksNewFolio(Inode inode, long at) {
        return routeOf(inode).marksOverwrites() || !inode.isWritten(at / Pages.SECTOR_SIZE);
    }

    /**
     * Returns whether writes to a file go through iomap, which knows of edges that writers share (kernel-model §8.7).
     */
    public boolean keepsEdges(Inode inode) {
        return spec.path() != BufferedPath.OWN && !routeOf(inode).writesByBlock();
    }

    /** Returns the page, behind whole pages that a DONTCACHE write makes, up to which it treats all like the first. */
    public int endOfLikeMarks(Inode inode, int page, int end) {
        return routeOf(inode).marksOverwrites()
                ? end
                : (int) (inode.endOfPiece((long) page * Pages.SECTORS, (long) end * Pages.SECTORS) / Pages.SECTORS);
    }

    /** Returns whether this is no file system but a block device: it has neither holes nor a size that could change. */
    public boolean isBlockDevice() {
        return spec.type() == FileSystemSpec.Type.BDEV;
    }

    /** Returns whether readers take the file's lock, shared (kernel-model §2.1). */
    public boolean readersLock() {
        return spec.type() == FileSystemSpec.Type.XFS || isBlockDevice();
    }

    /**
     * Returns whether a direct write takes the file's lock shared, so that others read and write beside it. With XFS
     * and btrfs it does so inside the file, of whole blocks or written ones; with ext4 where no block is missing, too.
     *
     * @param from first byte
     * @param to byte behind the last
     */
    public boolean sharesDirectWrites(Inode inode, long from, long to) {
        boolean isWhole = from == inode.blockOf(from) && to == inode.blockOf(to);
        boolean isOverwrite =
                to <= inode.sizeBytes() && (isWhole ? inode.hasBlocks(from, to) : inode.hasData(from, to));
        return switch (spec.type()) {
            case BDEV -> true;
            case XFS -> isOverwrite || (isWhole && from <= inode.sizeBytes());
            case BTRFS -> isOverwrite || (isWhole && to <= inode.sizeBytes());
            case EXT4 -> isOverwrite;
            case F2FS -> false;
        };
    }

    /**
     * Returns of what direct I/O wants positions in a file to be a multiple, as statx says, in bytes; 0 where that says
     * nothing: of btrfs, and of files whose data is journalled.
     *
     * @param deviceBlock bytes of the device's block
     */
    public int directAlignBytes(int deviceBlock) {
        return switch (spec.type()) {
            case EXT4 -> journalsData() ? 0 : deviceBlock;
            case XFS, BDEV -> deviceBlock;
            case F2FS -> spec.blockSize();
            case BTRFS -> 0;
        };
    }

    /** Returns whether data on its way to the device must not change: it has been given a checksum. */
    public boolean needsStablePages() {
        return spec.type() == FileSystemSpec.Type.BTRFS;
    }

    /** Returns whether a write behind the end of a file first fills the block in which it ended. */
    public boolean zeroesGaps() {
        return spec.type() == FileSystemSpec.Type.XFS;
    }

    /** Returns the way of a file from folios to blocks. */
    public Route routeOf(Inode inode) {
        return traits.routeOf(inode);
    }

    /** Returns whether data is written to the journal first, and not by direct calls ({@code data=journal}). */
    public boolean journalsData() {
        return traits.ext4().journalsData();
    }

    /** Returns whether a write looks its extent up again that has changed since it was looked up. */
    public boolean checksExtents(Inode inode) {
        return traits.ext4().extentSeq() && !routeOf(inode).writesByBlock();
    }

    /** Returns whether an extent look-up of a write takes a lock that all files have in common. */
    public boolean checksJournal(Inode inode) {
        return traits.ext4().checksJournal() && !routeOf(inode).writesByBlock();
    }

    /** Takes that lock and leaves it. */
    public void checkJournal(int cpu, Bill bill) {
        journalLock.pass(cpu, parts.timeline().now(), bill);
    }

    /** Looks up what a first store to a mapped folio is about to dirty. */
    public void payForFault(Inode inode, long sectors, Bill bill) {
        if (routeOf(inode).faultsByBlock()) {
            bill.pay(Cost.GET_BLOCK, Math.ceilDiv(sectors * Pages.SECTOR_SIZE, inode.blockBytes()));
        } else {
            bill.pay(Cost.MAP_BLOCKS);
        }
    }

    /** Returns whether blocks of which a part is to be zeroed are written back before. */
    public boolean flushesBeforeZeroing(Inode inode) {
        boolean isExt4 = spec.type() == FileSystemSpec.Type.EXT4;
        return passesUnwritten(inode) && (!isExt4 || traits.ext4().flushesBeforeZeroing());
    }

    /** Returns whether zeroing passes a sector over because its block is unwritten, whatever the cache has of it. */
    public boolean passesForZero(Inode inode, long sector) {
        return passesUnwritten(inode) && inode.isAllocated(sector) && !inode.isWritten(sector);
    }

    private boolean passesUnwritten(Inode inode) {
        return spec.path() != BufferedPath.OWN && !routeOf(inode).zeroesByBlock();
    }

    /** Looks up a block of which a part is zeroed. */
    public void payForZeroing(Inode inode, Bill bill) {
        if (routeOf(inode).zeroesByBlock()) {
            bill.pay(Cost.GET_BLOCK);
            bill.pay(Cost.BUFFER_HEAD);
        } else {
            bill.pay(Cost.MAP_BLOCKS);
        }
    }

    /**
     * Hears that a part of a block was zeroed in the cache, which is dirty now: with ordered or journalled data the
     * next commit has to know.
     */
    public void zeroedInCache(Inode inode, long first, long end, Bill bill) {
        if (journalsData()) {
            collect(inode, first, end, bill);
        } else if (routeOf(inode).ordersData()) {
            inode.journal().order((int) (first / Pages.SECTORS), (int) Math.ceilDiv(end, Pages.SECTORS));
        }
    }

    /** Returns whether a file can be defragmented; where it goes through iomap a kernel may be unable to. */
    public boolean canDefragment(Inode inode) {
        return spec.type() == FileSystemSpec.Type.EXT4
                && (traits.ext4().defragFallsBack() || routeOf(inode).equals(traits.defragRoute()));
    }

    /** Returns whether a file must give up its way for that. */
    public boolean mustFallBack(Inode inode) {
        return !routeOf(inode).equals(traits.defragRoute());
    }

    /** Has a file of which nothing is cached go through buffer heads from now on. */
    public void fallBack(Inode inode) {
        inode.defragmented();
        if (!traits.defragRoute().largeFolios()) {
            inode.mapping().disableLargeFolios();
        }
    }

    /** Takes data that is in the cache into the journal, and gives it blocks ({@code data=journal}). */
    public void collect(Inode inode, long first, long end, Bill bill) {
        int extents = inode.allocateMissing(first, end);
        inode.collect(first, end);
        journal.collected(end - first);
        journalThread.dataCollected();
        counters.add(Counter.EXTENTS_ALLOCATED, extents);
        bill.pay(Cost.ALLOCATE_EXTENT, extents);
        bill.pay(Cost.JOURNAL_HANDLE, Math.ceilDiv(end, Pages.SECTORS) - first / Pages.SECTORS);
    }

    /**
     * Returns whether the journal has to be waited for before changes of a file are durable.
     *
     * @param dataOnly whether it is enough that the data will be found, as for {@code fdatasync}: then the time of the
     *     last write does not matter
     */
    public boolean hasChangesToCommit(Inode inode, boolean dataOnly) {
        return !isBlockDevice() && inode.journal().isUncommitted(dataOnly);
    }

    /** Notes that a file is written to now, by the kernel's coarse clock. */
    public void touch(Inode inode) {
        inode.journal().modified(parts.jiffies().now());
    }

    /** Says where on the device the journal lies. */
    public void layJournal(long sector) {
        journal.layAt(sector);
    }

    /** Makes a task's wait for the journal. */
    public Journal.Commit newCommit() {
        return journal.new Commit();
    }

    /** Makes a task's flush of the device. */
    public DeviceFlush newFlush() {
        return new DeviceFlush(new WaitedBio(bios, queue, cpus));
    }

    /** Opens the page cache of a file of so many pages, with folios as this file system uses them. */
    public Mapping newMapping(int filePages) {
        int unitSectors = Math.min(spec.blockSize(), Pages.SIZE) / Pages.SECTOR_SIZE;
        int maxOrder = traits.route().largeFolios() ? FileSystemSpec.MAX_ORDER : spec.minOrder();
        return cache.newMapping(filePages, spec.minOrder(), maxOrder, unitSectors, isBlockDevice());
    }

    /** Takes in a file of this file system. */
    public void add(Inode inode) {
        while (inodes.size() <= inode.mapping().id()) {
            inodes.add(inode);
        }
        inodes.set(inode.mapping().id(), inode);
    }

    /** Returns what writes the folios of its files. */
    public MappingOperations operations() {
        return operations;
    }

    /** Makes the reader of blocks that are written in part, for one task. */
    public EdgeRead newEdgeRead() {
        return new EdgeRead(cache, bios, queue, cpus, counters, this::asksForTask);
    }

    /** Returns whether a read of single blocks into a folio marked drop-behind asks to be ended in task context. */
    private boolean asksForTask(Inode inode) {
        return routeOf(inode).stages().readAsksForTask();
    }

    /** Makes what carries the direct calls of one task on a file. */
    public DirectIo newDirectIo(Inode inode) {
        boolean converts = spec.type() == FileSystemSpec.Type.EXT4 || spec.type() == FileSystemSpec.Type.XFS;
        return new DirectIo(parts, inode, converts);
    }

    /** Returns the queue under this file system. */
    public BlockQueue queue() {
        return queue;
    }

    /** Returns the bios of the device. */
    protected final BioTable bios() {
        return bios;
    }

    /** Returns the sectors that the device has read and that a worker has still to look at. */
    public long readSectorsAtWorkers() {
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
        long end = (long) folios.end() * Pages.SECTORS;
        boolean byBlock = routeOf(inode).readsByBlock();
        for (long sector = (long) folios.first() * Pages.SECTORS; sector < end; ) {
            long pieceEnd = inode.endOfPiece(sector, end);
            bill.pay(Cost.MAP_BLOCKS);
            bill.pay(Cost.READ_BLOCK, byBlock ? (long) pagesIn(sector, pieceEnd) * blocksLookedUpPerPage : 0);
            if (inode.isWritten(sector)) {
                submit(inode, folios, sector, pieceEnd, task, bill);
            } else {
                fillWithZeroes(inode, sector, pieceEnd, bill);
            }
            sector = pieceEnd;
        }
    }

    /**
     * Reads those sectors of a locked folio that are not up to date, where writes have made it up to date in part.
     *
     * @param page a page of the folio
     */
    public void readRest(Inode inode, int page, Task task, Bill bill) {
        Mapping mapping = inode.mapping();
        int folio = mapping.folioAt(page);
        long first = (long) cache.folios().firstPage(folio) * Pages.SECTORS;
        long end = (long) cache.folios().endPage(folio) * Pages.SECTORS;
        boolean inTask = asksForTask(inode) && cache.folios().hasAny(folio, FolioFlags.DROPBEHIND);
        for (long sector = dirty.nextInvalidSector(mapping, first, end);
                sector < end && !cache.folios().hasAny(folio, FolioFlags.UPTODATE); ) {
            long pieceEnd = inode.endOfPiece(sector, dirty.nextValidSector(mapping, sector, end));
            bill.pay(Cost.MAP_BLOCKS);
            if (inode.isWritten(sector)) {
                submit(inode, sector, pieceEnd, 1, inTask, task, bill);
            } else {
                fillWithZeroes(inode, sector, pieceEnd, bill);
            }
            sector = dirty.nextInvalidSector(mapping, pieceEnd, end);
        }
        queue.unplug(task, bill);
    }

    @Override
    public void endBio(int bio, int cpu, Context context) {
        arrived(bio);
        endRead(bios.tag(bio), bios.sectors(bio));
    }

    /** Notes what a bio has brought into the cache; it counts as read once {@link #endRead} says so. */
    protected final void arrived(int bio) {
        long tag = bios.tag(bio);
        cache.arrived(FileTag.mapping(tag), FileTag.sector(tag), bios.sectors(bio), bios.sector(bio));
    }

    /** Ends the read of the sectors of a bio. */
    protected final void endRead(long tag, int sectors) {
        long first = FileTag.sector(tag);
        cache.endRead(FileTag.mapping(tag), first, first + sectors);
    }

    private void submit(Inode inode, LockedFolios folios, long first, long end, Task task, Bill bill) {
        for (long sector = first; sector < end; ) {
            int page = (int) (sector / Pages.SECTORS);
            int bioEnd = folios.endOfFolios(page, MAX_BIO_FOLIOS);
            long sectorEnd = Math.min(end, (long) bioEnd * Pages.SECTORS);
            int behind = (int) Math.ceilDiv(sectorEnd, Pages.SECTORS);
            submit(inode, sector, sectorEnd, folios.foliosIn(page, behind), false, task, bill);
            sector = sectorEnd;
        }
    }

    private void submit(Inode inode, long first, long end, int folioCount, boolean inTask, Task task, Bill bill) {
        int mapping = inode.mapping().id();
        bill.pay(Cost.BIO_ADD_FOLIO, folioCount);
        counters.tell(Fact.Kind.BIO_SUBMITTED, mapping, first / Pages.SECTORS, pagesIn(first, end));
        long tag = FileTag.of(mapping, first, 0);
        int bio = bios.create(Op.READ, inode.onDevice(first), (int) (end - first), folioCount, this, tag);
        if (inTask) {
            bios.completeInTask(bio);
        }
        queue.submit(bio, task, bill);
    }

    private void fillWithZeroes(Inode inode, long first, long end, Bill bill) {
        int pages = pagesIn(first, end);
        bill.pay(Cost.CLEAR_PAGE, pages);
        counters.add(Counter.ZERO_FILLED_SECTORS, end - first);
        counters.tell(Fact.Kind.FILLED_WITH_ZEROES, inode.mapping().id(), first / Pages.SECTORS, pages);
        cache.contents().zeroed(inode.mapping(), first * Pages.SECTOR_SIZE, end * Pages.SECTOR_SIZE);
        cache.endRead(inode.mapping().id(), first, end);
    }

    private static int pagesIn(long first, long end) {
        return (int) (Math.ceilDiv(end, Pages.SECTORS) - first / Pages.SECTORS);
    }
}
