package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.block.BioEnd;
import dev.dropbehind.engine.block.BioTable;
import dev.dropbehind.engine.block.BlockQueue;
import dev.dropbehind.engine.cache.Contents;
import dev.dropbehind.engine.cache.DirtyFolios;
import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.MappingOperations;
import dev.dropbehind.engine.cache.WritebackControl;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.writeback.BdiWriteback;
import java.util.Arrays;
import java.util.List;

/**
 * From dirty folios to bios, and from the end of those to clean folios (kernel-model §5.1, §5.4, §5.5).
 *
 * <p>Folios are taken in the order of the file. Of each only what is dirty and lies before the file's end is written;
 * blocks that were reserved are allocated, all that lie together at once. What continues the bio that is being filled
 * goes into it. With buffer heads each block has a bio of its own, and the block layer joins them again.
 */
final class WritePages implements MappingOperations, BioEnd {

    /** Pages after which a writer pays for what it has done so far. */
    private static final int STEP_PAGES = 1024;

    /** The most pages that ext4 allocates by one handle of the journal ({@code MAX_WRITEPAGES_EXTENT_LEN}). */
    private static final int MAX_EXTENT_PAGES = 2048;

    private final List<Inode> inodes;
    private final DirtyFolios dirty;
    private final Contents contents;
    private final FolioTable folios;
    private final BioTable bios;
    private final BlockQueue queue;
    private final BdiWriteback writeback;
    private final Counters counters;
    private final Bill completionBill;
    private final FileSystem.Traits traits;
    private final IoendQueue ioends;
    private final OpenBio open;
    private final int bioSectors;

    private long[] runFrom = new long[16];
    private long[] runTo = new long[16];
    private int runs;
    private Route route;
    private long beginOfRow;
    private long foliosUnpaid;
    private long endOfFolio;
    private long endOfPass;

    /**
     * Joins the cache and the queue of a file system.
     *
     * @param inodes its files, by the number of their mapping
     * @param traits the way of each, and whether their data is journalled
     * @param bioSectors the most sectors of a bio: a block where blocks are written one by one, else no limit
     */
    WritePages(List<Inode> inodes, FileSystem.Parts parts, FileSystem.Traits traits, int bioSectors) {
        this.inodes = inodes;
        this.traits = traits;
        route = traits.route();
        this.bioSectors = bioSectors;
        dirty = parts.dirty();
        contents = parts.cache().contents();
        folios = parts.cache().folios();
        bios = parts.bios();
        queue = parts.queue();
        writeback = parts.writeback();
        counters = parts.counters();
        completionBill = parts.completionBill();
        open = new OpenBio(bios, queue, counters, this);
        ioends = new IoendQueue("ioend", parts.cpus(), parts.till(), new IoendQueue.End() {
            @Override
            public long pay(long tag, int sectors, int folioCount) {
                boolean converts = (FileTag.stage(tag) & EndStages.CONVERSION) != 0;
                return parts.till().pay(Cost.CONVERT_EXTENT, converts ? 1 : 0);
            }

            @Override
            public long end(long tag, int sectors, boolean failed, Task worker) {
                return finish(tag, sectors, failed, worker.cpu(), Context.KWORKER);
            }
        });
    }

    @Override
    public void becameDirty(Mapping mapping) {
        writeback.markDirty(mapping);
    }

    @Override
    public void writebackEnded(Mapping mapping, int pages) {
        writeback.writebackEnded(pages, !mapping.isUnderWriteback());
    }

    @Override
    public Step writePages(Mapping mapping, WritebackControl control, Task task, Bill bill) {
        if (!queue.hasRoom()) {
            return bill.isOwing() ? Step.PAY : sleepUntilRoom(task);
        }
        writeback.submissionBegins();
        Inode inode = inodes.get(mapping.id());
        int left = STEP_PAGES;
        while (!control.isDone() && left > 0) {
            int page = mapping.nextDirty(control.cursor(), control.endPage());
            if (page == control.endPage()) {
                control.moveTo(page);
                continue;
            }
            int end = inode.journal().nextHeld(page, Math.min(control.endPage(), page + left));
            if (end == page && control.isSyncAll()) {
                break;
            }
            if (end == page) {
                left--;
                control.countSkipped(1);
                control.moveTo(page + 1);
                continue;
            }
            int folio = fullyDirty(mapping, dirty.find(mapping, page, end));
            boolean isWritten = folios.hasAny(folio, FolioFlags.WRITEBACK);
            if (folios.hasAny(folio, FolioFlags.LOCKED) || (isWritten && control.isSyncAll())) {
                return letGoAndWait(mapping, page, task, bill);
            }
            left -= folios.pages(folio);
            if (isWritten) {
                control.countSkipped(folios.pages(folio));
                control.moveTo(folios.endPage(folio));
            } else {
                int endPage = control.endPage();
                control.countWritten(folios.pages(folio));
                control.moveTo(folios.endPage(folio));
                write(inode, folio, endPage, task, bill);
            }
        }
        open.submit(task, bill);
        queue.unplug(task, bill);
        writeback.submissionEnds();
        return control.isDone() ? Step.DONE : Step.PAY;
    }

    private Step sleepUntilRoom(Task task) {
        queue.awaitRoom(task);
        return Step.PARKED;
    }

    /** Nobody sleeps on what somebody else waits for: what has been collected goes to the device first. */
    private Step letGoAndWait(Mapping mapping, int page, Task task, Bill bill) {
        open.submit(task, bill);
        queue.unplug(task, bill);
        if (bill.isOwing()) {
            return Step.PAY;
        }
        counters.tell(Fact.Kind.WAITS_FOR_FOLIO, mapping.id(), page, 1);
        dirty.await(mapping, page, task);
        return Step.PARKED;
    }

    /** Cuts a row down to the folios at its beginning that are dirty throughout, or to its first. */
    private int fullyDirty(Mapping mapping, int folio) {
        if (folios.siblings(folio) == 1) {
            return folio;
        }
        long first = (long) folios.firstPage(folio) * Pages.SECTORS;
        long clean = mapping.nextCleanSector(first, (long) folios.endPage(folio) * Pages.SECTORS);
        int whole = (int) (clean / Pages.SECTORS);
        return dirty.find(mapping, folios.firstPage(folio), Math.max(whole, folios.firstPage(folio) + 1));
    }

    private void write(Inode inode, int folio, int endPage, Task task, Bill bill) {
        Mapping mapping = inode.mapping();
        route = traits.routeOf(inode);
        int siblings = folios.siblings(folio);
        boolean dropbehind = folios.hasAny(folio, FolioFlags.DROPBEHIND);
        bill.pay(Cost.START_WRITEBACK);
        foliosUnpaid = siblings - 1L;
        dirty.startWriteback(mapping, folio, task.cpu());
        int sectors = collectRuns(inode, folio);
        if (sectors == 0) {
            payForFolios(foliosUnpaid, bill);
            dirty.takeDirtySectors(mapping, folio, 0);
            bill.pay(Cost.END_WRITEBACK, siblings);
            bill.charge(dirty.endWriteback(mapping, folio, task.cpu(), Context.TASK));
            return;
        }
        dirty.takeDirtySectors(mapping, folio, sectors);
        beginOfRow = (long) folios.firstPage(folio) * Pages.SECTORS;
        endOfFolio = (long) folios.endPage(folio) * Pages.SECTORS;
        endOfPass = (long) endPage * Pages.SECTORS;
        long folioSectors = (long) folios.pages(folio) * Pages.SECTORS / siblings;
        for (int run = 0; run < runs; run++) {
            writeRun(inode, runFrom[run], runTo[run], folioSectors, dropbehind, task, bill);
        }
        payForFolios(foliosUnpaid, bill);
    }

    /**
     * Pays for the next folios of a row, which are prepared one after the other, each before its sectors go into a bio:
     * a bio that is submitted in between begins earlier.
     */
    private void payForFolios(long count, Bill bill) {
        long next = Math.min(count, foliosUnpaid);
        bill.pay(Cost.START_WRITEBACK, next);
        foliosUnpaid -= next;
    }

    /** Returns whether blocks are allocated under a handle of the journal, for buffers that bios go on over. */
    private boolean needsHandle() {
        return route.writesBackByBlock() && bioSectors == Integer.MAX_VALUE;
    }

    /**
     * Returns the sector up to which a handle of the journal allocates: all that is reserved, or what is written now.
     */
    private long endOfExtent(Mapping mapping, long sector) {
        if (!route.writesBackByBlock()) {
            return Long.MAX_VALUE;
        }
        long most = Math.min(endOfPass, sector + (long) MAX_EXTENT_PAGES * Pages.SECTORS);
        return mapping.nextCleanSector(endOfFolio, Math.max(endOfFolio, most));
    }

    /** Notes the dirty sectors of folios that lie before the end of the file; returns how many there are. */
    private int collectRuns(Inode inode, int folio) {
        Mapping mapping = inode.mapping();
        long end = Math.min((long) folios.endPage(folio) * Pages.SECTORS, inode.endSector());
        long sector = mapping.nextDirtySector((long) folios.firstPage(folio) * Pages.SECTORS, end);
        int sectors = 0;
        runs = 0;
        while (sector < end) {
            long clean = mapping.nextCleanSector(sector, end);
            if (runs == runFrom.length) {
                runFrom = Arrays.copyOf(runFrom, 2 * runs);
                runTo = Arrays.copyOf(runTo, 2 * runs);
            }
            runFrom[runs] = sector;
            runTo[runs] = clean;
            runs++;
            sectors += (int) (clean - sector);
            sector = mapping.nextDirtySector(clean, end);
        }
        return sectors;
    }

    private void writeRun(
            Inode inode, long from, long to, long folioSectors, boolean dropbehind, Task task, Bill bill) {
        for (long sector = from; sector < to; ) {
            if (!inode.isAllocated(sector)) {
                allocate(inode, sector, to);
                bill.pay(Cost.ALLOCATE_EXTENT);
                bill.pay(Cost.JOURNAL_HANDLE, needsHandle() ? 1 : 0);
                counters.add(Counter.EXTENTS_ALLOCATED, 1);
            }
            long end = Math.min(inode.endOfBlocks(sector, to), sector + bioSectors);
            while (sector < end) {
                sector = add(inode, sector, end, folioSectors, dropbehind, task, bill);
            }
        }
    }

    private void allocate(Inode inode, long sector, long to) {
        long behind = inode.allocate(sector, to, endOfExtent(inode.mapping(), sector));
        if (route.ordersData() && !route.stages().conversionsInWorker()) {
            inode.journal().order((int) (sector / Pages.SECTORS), (int) Math.ceilDiv(behind, Pages.SECTORS));
        }
    }

    /** Puts sectors into the open bio, or a new one, as long as it has room; returns the sector behind them. */
    private long add(Inode inode, long sector, long end, long folioSectors, boolean dropbehind, Task task, Bill bill) {
        long firstFolio = sector / folioSectors;
        if (sector % folioSectors == 0 && sector > beginOfRow) {
            payForFolios(1, bill);
        }
        EndStages stages = route.stages();
        int stage = stages.stageOf(inode.isWritten(sector), dropbehind);
        long onDevice = inode.onDevice(sector);
        if (!open.takes(sector, onDevice, stage) || bioSectors < Integer.MAX_VALUE) {
            open.submit(task, bill);
            open.start(inode.mapping().id(), sector, onDevice, stage);
            // A buffer head knows its block.
            bill.pay(Cost.MAP_BLOCKS, bioSectors == Integer.MAX_VALUE ? 1 : 0);
        }
        long added = Math.min(end, (firstFolio + open.room()) * folioSectors);
        int length = (int) (added - sector);
        int folioCount = foliosEndedIn(sector, length, folioSectors);
        contents.sentOut(inode.mapping(), sector, length, onDevice);
        open.add(length, folioCount, dropbehind && stages.dontcacheAsksForTask());
        bill.pay(Cost.BIO_ADD_FOLIO, folioCount);
        payForFolios((added - 1) / folioSectors - firstFolio, bill);
        return added;
    }

    /**
     * Returns how many folios a piece ends, at least one where a bio may have several pieces: of the buffers of a folio
     * the last one ends it, and all of them are one segment.
     */
    private int foliosEndedIn(long sector, int length, long folioSectors) {
        if (bioSectors == Integer.MAX_VALUE) {
            return (int) (Math.ceilDiv(sector + length, folioSectors) - sector / folioSectors);
        }
        return (sector + length) % folioSectors == 0 ? 1 : 0;
    }

    @Override
    public void endBio(int bio, int cpu, Context context) {
        long tag = bios.tag(bio);
        int sectors = bios.sectors(bio);
        noteEnd(bio, tag);
        if (traits.routeOf(inodes.get(FileTag.mapping(tag))).stages().isForWorker(FileTag.stage(tag))) {
            ioends.add(tag, sectors, bios.folios(bio), bios.hasFailed(bio));
        } else {
            completionBill.charge(finish(tag, sectors, bios.hasFailed(bio), cpu, context));
        }
    }

    /** Notes what the device holds from now on, or does not. */
    private void noteEnd(int bio, long tag) {
        if (bios.hasFailed(bio)) {
            Mapping mapping = inodes.get(FileTag.mapping(tag)).mapping();
            contents.lost(mapping, FileTag.sector(tag), bios.sectors(bio), bios.sector(bio));
        } else {
            contents.writtenOut(bios.sector(bio), bios.sectors(bio));
        }
    }

    /** Ends the writeback of what a bio carried; returns the CPU nanoseconds that drops took. */
    private long finish(long tag, int sectors, boolean failed, int cpu, Context context) {
        long first = FileTag.sector(tag);
        Inode inode = inodes.get(FileTag.mapping(tag));
        if (failed) {
            inode.writeFailed();
        } else if (markWritten(inode, first, first + sectors)) {
            boolean converts = (FileTag.stage(tag) & EndStages.CONVERSION) != 0;
            counters.add(Counter.EXTENT_CONVERSIONS, converts ? 1 : 0);
        }
        return dirty.endWriteback(inode.mapping(), first, first + sectors, cpu, context);
    }

    /** What the journal has had its data of, it knows already. */
    private boolean markWritten(Inode inode, long first, long end) {
        return traits.ext4().journalsData() ? inode.markStored(first, end) : inode.markWritten(first, end);
    }
}
