package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.block.BioEnd;
import dev.dropbehind.engine.block.BioTable;
import dev.dropbehind.engine.block.BlockQueue;
import dev.dropbehind.engine.cache.Contents;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.WaitQueue;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.Pages;

/**
 * The bios of one direct call at a time, built from the pages of the caller's buffer: as many as its range needs, all
 * on their way before the first is waited for (iomap_dio_rw).
 *
 * <p>Each page of the buffer is a segment, and a bio has room for 256. Where no block is written a read is filled with
 * zeroes and needs no bio. A write allocates the blocks it finds missing; of a block that it covers only in part and
 * that was never written the rest is written as zeroes.
 */
public final class DirectIo implements BioEnd {

    private static final long MAX_BIO_SECTORS = 256L * Pages.SECTORS;

    /** Tells bytes that are not the caller's from the sector of those that are. */
    private static final long ZEROES = -1;

    private final Inode inode;
    private final BioTable bios;
    private final BlockQueue queue;
    private final Contents contents;
    private final Cpus cpus;
    private final Counters counters;
    private final WaitQueue caller = new WaitQueue();
    private final boolean convertsBlocks;

    private long firstSector;
    private long endSector;
    private long stamp;
    private int onTheirWay;
    private boolean failed;

    DirectIo(FileSystem.Parts parts, Inode inode, boolean convertsBlocks) {
        this.inode = inode;
        this.convertsBlocks = convertsBlocks;
        bios = parts.bios();
        queue = parts.queue();
        contents = parts.cache().contents();
        cpus = parts.cpus();
        counters = parts.counters();
    }

    /** Begins to read sectors of the file; what is written to the cache from now on it may miss. */
    public void beginRead(long first, long end) {
        begin(first, end);
        stamp = contents.now();
    }

    /** Begins to write sectors of the file. */
    public void beginWrite(long first, long end) {
        begin(first, end);
        stamp = contents.directWriteBegins(mapping(), bytes(first), bytes(end));
    }

    private void begin(long first, long end) {
        assert onTheirWay == 0 : onTheirWay + " bios of another call";
        firstSector = first;
        endSector = end;
        failed = false;
    }

    /** Reads the next piece, from a sector on; returns the sector behind it. */
    public long readNext(long sector, Task task, Bill bill) {
        long end = inode.endOfPiece(sector, Math.min(endSector, sector + MAX_BIO_SECTORS));
        bill.pay(Cost.MAP_BLOCKS);
        if (inode.isWritten(sector)) {
            submit(Op.READ, sector, end, sector, task, bill);
        } else {
            bill.pay(Cost.CLEAR_PAGE, pagesIn(sector, end));
            counters.tell(Fact.Kind.FILLED_WITH_ZEROES, mapping().id(), sector / Pages.SECTORS, pagesIn(sector, end));
            contents.directRead(mapping(), sector, (int) (end - sector), Contents.HOLE, stamp);
        }
        return end;
    }

    /** Writes the next piece, from a sector on; returns the sector behind it. */
    public long writeNext(long sector, Task task, Bill bill) {
        long most = Math.min(endSector, sector + MAX_BIO_SECTORS);
        if (!inode.isAllocated(sector)) {
            inode.allocate(sector, endSector);
            bill.pay(Cost.ALLOCATE_EXTENT);
            counters.add(Counter.EXTENTS_ALLOCATED, 1);
        }
        long end = inode.endOfBlocks(sector, most);
        bill.pay(Cost.MAP_BLOCKS);
        boolean isNew = !inode.isWritten(sector);
        if (isNew && sector == firstSector) {
            writeZeroes(inode.firstOfBlock(sector), sector, task, bill);
        }
        submit(Op.WRITE, sector, end, sector, task, bill);
        if (isNew && end == endSector) {
            writeZeroes(end, inode.endOfBlock(end), task, bill);
        }
        return end;
    }

    private void writeZeroes(long first, long end, Task task, Bill bill) {
        if (first < end) {
            bill.pay(Cost.CLEAR_PAGE, pagesIn(first, end));
            contents.zeroesSentOut(inode.onDevice(first), (int) (end - first));
            submit(Op.WRITE, first, end, ZEROES, task, bill);
        }
    }

    private void submit(Op op, long first, long end, long ofCaller, Task task, Bill bill) {
        int pages = pagesIn(first, end);
        bill.pay(Cost.BIO_ADD_FOLIO, pages);
        Fact.Kind submitted = op == Op.WRITE ? Fact.Kind.WRITE_SUBMITTED : Fact.Kind.BIO_SUBMITTED;
        counters.tell(submitted, mapping().id(), first / Pages.SECTORS, pages);
        onTheirWay++;
        queue.submit(bios.create(op, inode.onDevice(first), (int) (end - first), pages, this, ofCaller), task, bill);
    }

    /** Ends a write whose bios have all ended well: its blocks are written, and the file is as long as it says. */
    public void completeWrite(long endBytes, Bill bill) {
        inode.growTo(endBytes);
        if (inode.markWritten(firstSector, endSector) && convertsBlocks) {
            bill.pay(Cost.CONVERT_EXTENT);
            counters.add(Counter.EXTENT_CONVERSIONS, 1);
        }
    }

    /** Ends a write once what was cached of its range is gone. */
    public void endWrite() {
        if (failed) {
            contents.directWriteFails(mapping(), bytes(firstSector), bytes(endSector), stamp);
        } else {
            contents.directWriteEnds(mapping(), bytes(firstSector), bytes(endSector), stamp);
        }
    }

    /** Says that pages of the range are cached which are older than the write: the kernel warns of them. */
    public void staleIsCached(long from, long to) {
        contents.unsettled(mapping(), from, to);
        inode.writeFailed();
    }

    /** Returns the queue that the bios go to. */
    public BlockQueue queue() {
        return queue;
    }

    /** Returns whether anything is still on its way. */
    public boolean isPending() {
        return onTheirWay > 0;
    }

    /** Returns whether the device could not read or write. */
    public boolean hasFailed() {
        return failed;
    }

    /** Lets the caller sleep until its bios have ended; it must look again when it wakes. */
    public void await(Task task) {
        caller.addForIo(task);
    }

    @Override
    public void endBio(int bio, int cpu, Context context) {
        failed |= bios.hasFailed(bio);
        noteEnd(bio);
        onTheirWay--;
        if (onTheirWay == 0) {
            caller.wakeAll(cpus);
        }
    }

    private void noteEnd(int bio) {
        long sector = bios.tag(bio);
        int sectors = bios.sectors(bio);
        if (bios.op(bio) == Op.READ) {
            counters.add(Counter.DIRECT_READ_SECTORS, sectors);
        }
        if (bios.hasFailed(bio)) {
            return;
        }
        if (bios.op(bio) == Op.READ) {
            contents.directRead(mapping(), sector, sectors, bios.sector(bio), stamp);
        } else if (sector == ZEROES) {
            contents.writtenOut(bios.sector(bio), sectors);
        } else {
            contents.directWritten(mapping(), sector, sectors, bios.sector(bio), stamp);
        }
    }

    private Mapping mapping() {
        return inode.mapping();
    }

    private static int pagesIn(long first, long end) {
        return (int) Math.ceilDiv(end - first, (long) Pages.SECTORS);
    }

    private static long bytes(long sectors) {
        return sectors * Pages.SECTOR_SIZE;
    }
}
