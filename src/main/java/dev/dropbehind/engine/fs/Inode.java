package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.cache.Bitmap;
import dev.dropbehind.engine.cache.Layout;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cpu.ReadWriteSemaphore;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.time.Timeline;

/**
 * A file: its length, its lock, its cached pages, and where they are on the device.
 *
 * <p>Each of its units - a block, or a page where blocks are larger - is in one of four states (kernel-model §1.1): a
 * hole; reserved, which the kernel calls delayed allocation; allocated and not written, which reads as zeroes; or
 * written. What is allocated lies on the device in pieces, one behind the other or strewn over the file's room.
 */
public final class Inode implements Layout {

    private final String name;
    private final Mapping mapping;
    private final long firstSector;
    private final Fragments fragments;
    private final int unitSectors;
    private final int blockSectors;
    private final int unitShift;
    private final int blockShift;
    private final ReadWriteSemaphore lock;
    private final Bitmap reserved = new Bitmap();
    private final Bitmap allocated = new Bitmap();
    private final Bitmap written = new Bitmap();
    private long laidDownUnits;
    private long sizeBytes;
    private long diskSizeBytes;
    private final JournalledInode journal = new JournalledInode();
    private long extentSeq;
    private boolean isDefragmented;
    private long writeErrors;

    /**
     * Makes an empty file without blocks.
     *
     * @param name its name in the jobs
     * @param mapping its cached pages
     * @param blockSectors sectors of a block
     * @param firstSector where its room on the device begins
     * @param fragments how it lies there
     * @param timeline the machine's clock
     */
    public Inode(
            String name, Mapping mapping, int blockSectors, long firstSector, Fragments fragments, Timeline timeline) {
        this.name = name;
        this.mapping = mapping;
        this.blockSectors = blockSectors;
        this.firstSector = firstSector;
        this.fragments = fragments;
        unitSectors = Math.min(blockSectors, Pages.SECTORS);
        unitShift = Integer.numberOfTrailingZeros(unitSectors);
        blockShift = Integer.numberOfTrailingZeros(blockSectors);
        lock = new ReadWriteSemaphore(timeline);
    }

    /** Makes a file that is written and lies at the beginning of the device in one piece. */
    public static Inode inOnePiece(String name, Mapping mapping, long sizeBytes) {
        Inode file = new Inode(
                name,
                mapping,
                Pages.SECTORS << mapping.minOrder(),
                0,
                Fragments.one(mapping.endOfLastBlock()),
                new Timeline());
        file.layDown(mapping.endOfLastBlock(), true, true);
        file.exist(sizeBytes);
        return file;
    }

    /**
     * Lays down the next extent of a file that is on the device before the run.
     *
     * @param endPage page behind it
     * @param hasBlocks whether it is not a hole
     * @param isWritten whether it does not read as zeroes
     */
    public void layDown(int endPage, boolean hasBlocks, boolean isWritten) {
        long end = unitOf((long) endPage * Pages.SECTORS);
        if (hasBlocks) {
            allocated.set(laidDownUnits, end);
        }
        if (isWritten) {
            written.set(laidDownUnits, end);
        }
        laidDownUnits = end;
    }

    /** Gives a file that is on the device before the run its length in bytes. */
    public void exist(long bytes) {
        sizeBytes = bytes;
        diskSizeBytes = bytes;
    }

    /** Returns its name in the jobs. */
    public String name() {
        return name;
    }

    /** Returns its cached pages. */
    public Mapping mapping() {
        return mapping;
    }

    /** Returns its lock, the kernel's {@code i_rwsem}. */
    public ReadWriteSemaphore lock() {
        return lock;
    }

    /** Returns its length in bytes, the kernel's {@code i_size}. */
    @Override
    public long sizeBytes() {
        return sizeBytes;
    }

    /** Returns the length in bytes that the device knows of. */
    public long diskSizeBytes() {
        return diskSizeBytes;
    }

    /** Lets the file reach up to a byte at least. */
    public void growTo(long endBytes) {
        if (endBytes > sizeBytes) {
            resize(endBytes);
        }
    }

    /** Gives the file another length. */
    public void resize(long bytes) {
        sizeBytes = bytes;
        diskSizeBytes = Math.min(diskSizeBytes, bytes);
        mapping.resize(Pages.holding(bytes));
    }

    @Override
    public boolean isWritten(long sector) {
        return written.isSet(unitOf(sector));
    }

    /** Returns whether a sector of the file has no block yet, nor is one reserved for it. */
    public boolean isHole(long sector) {
        return !allocated.isSet(unitOf(sector)) && !reserved.isSet(unitOf(sector));
    }

    /** Returns whether a range of bytes has blocks throughout, written or not. */
    boolean hasBlocks(long from, long to) {
        long end = unitBehind(Math.ceilDiv(to, Pages.SECTOR_SIZE));
        return allocated.nextClear(unitOf(from / Pages.SECTOR_SIZE), end) == end;
    }

    /** Returns whether a range of bytes has been written throughout. */
    boolean hasData(long from, long to) {
        long end = unitBehind(Math.ceilDiv(to, Pages.SECTOR_SIZE));
        return written.nextClear(unitOf(from / Pages.SECTOR_SIZE), end) == end;
    }

    /** Returns whether a sector of the file has a block. */
    boolean isAllocated(long sector) {
        return allocated.isSet(unitOf(sector));
    }

    @Override
    public long endOfPiece(long sector, long end) {
        long unit = unitOf(sector);
        long endUnit = unitBehind(end);
        if (!written.isSet(unit)) {
            return Math.min(end, written.nextSet(unit, endUnit) * unitSectors);
        }
        return Math.min(endOfRoom(sector, end), written.nextClear(unit, endUnit) * unitSectors);
    }

    /** Returns the sector behind what is written as one piece: with blocks that lie together, all written or none. */
    long endOfBlocks(long sector, long end) {
        long unit = unitOf(sector);
        long endUnit = unitBehind(end);
        long sameState = written.isSet(unit) ? written.nextClear(unit, endUnit) : written.nextSet(unit, endUnit);
        long sameBlocks = allocated.nextClear(unit, endUnit);
        return Math.min(endOfRoom(sector, end), Math.min(sameState, sameBlocks) * unitSectors);
    }

    private long endOfRoom(long sector, long end) {
        return Math.min(end, (long) fragments.endOf((int) (sector / Pages.SECTORS)) * Pages.SECTORS);
    }

    @Override
    public long onDevice(long sector) {
        int page = (int) (sector / Pages.SECTORS);
        return firstSector + (long) fragments.placeOf(page) * Pages.SECTORS + sector % Pages.SECTORS;
    }

    /** Reserves blocks for a range of sectors where there are none; returns whether any was reserved. */
    public boolean reserveBlocks(long first, long end) {
        boolean any = false;
        long endUnit = endOfLastBlock(end);
        for (long unit = unitOf(firstOfBlock(first)); unit < endUnit; ) {
            unit = allocated.nextClear(unit, endUnit);
            long next = allocated.nextSet(unit, endUnit);
            any |= unit < next && reserved.set(unit, next) > 0;
            unit = next;
        }
        extentSeq += any ? 1 : 0;
        return any;
    }

    /**
     * Allocates the blocks that were reserved, from a sector on as far as they go without a gap.
     *
     * @return the sector behind them
     */
    long allocate(long sector, long end) {
        return allocate(sector, end, endOfRoom());
    }

    /**
     * Allocates blocks that were reserved, from a sector on as far as they go without a gap, but not beyond another.
     *
     * @param end sector behind those that are allocated in any case
     * @param most sector behind those that are allocated at most
     * @return the sector behind them
     */
    long allocate(long sector, long end, long most) {
        long first = unitOf(firstOfBlock(sector));
        long lastReserved = reserved.nextClear(first, endOfLastBlock(Math.min(most, endOfRoom())));
        long endUnit = Math.max(endOfLastBlock(end), lastReserved);
        long behind = Math.min(endUnit, allocated.nextSet(first, endUnit));
        allocated.set(first, behind);
        reserved.clear(first, behind);
        journal.changed();
        extentSeq++;
        return behind * unitSectors;
    }

    /** Allocates the blocks of a range of sectors where there are none; returns how many pieces that took. */
    public int allocateMissing(long first, long end) {
        int pieces = 0;
        long endUnit = endOfLastBlock(end);
        for (long unit = allocated.nextClear(unitOf(firstOfBlock(first)), endUnit); unit < endUnit; pieces++) {
            long behind = allocated.nextSet(unit, endUnit);
            allocated.set(unit, behind);
            reserved.clear(unit, behind);
            unit = allocated.nextClear(behind, endUnit);
        }
        extentSeq += pieces;
        return pieces;
    }

    /** Takes data that is in the cache into the journal, blocks and size with it ({@code data=journal}). */
    public void collect(long first, long end) {
        journal.collect(firstOfBlock(first), endOfBlock(end));
        diskSizeBytes = Math.max(diskSizeBytes, Math.min(sizeBytes, end * Pages.SECTOR_SIZE));
    }

    /** Makes a range of sectors written; returns whether it was not before, so that the journal has to know. */
    boolean markWritten(long first, long end) {
        boolean isNews = markStored(first, end);
        long behind = Math.min(sizeBytes, end * Pages.SECTOR_SIZE);
        isNews |= behind > diskSizeBytes;
        diskSizeBytes = Math.max(diskSizeBytes, behind);
        if (isNews) {
            journal.changed();
        }
        return isNews;
    }

    /** Makes a range of sectors written whose blocks and size the journal knows; returns whether it was not before. */
    boolean markStored(long first, long end) {
        boolean isNews = written.set(unitOf(firstOfBlock(first)), endOfLastBlock(end)) > 0;
        extentSeq += isNews ? 1 : 0;
        return isNews;
    }

    /** Makes whole blocks of a range of sectors unwritten: they read as zeroes. */
    public void unwrite(long first, long end) {
        written.clear(unitOf(endOfBlock(first)), unitOf(firstOfBlock(end)));
        reserved.clear(unitOf(endOfBlock(first)), unitOf(firstOfBlock(end)));
        journal.forget(endOfBlock(first), firstOfBlock(end));
        journal.changed();
        extentSeq++;
    }

    /** Frees the blocks behind the file's end. */
    public void freeBlocksBehindEnd() {
        long from = endOfLastBlock((sizeBytes + Pages.SECTOR_SIZE - 1) / Pages.SECTOR_SIZE);
        long end = unitOf(endOfRoom());
        reserved.clear(from, end);
        allocated.clear(from, end);
        written.clear(from, end);
        journal.cut(from * unitSectors, end * unitSectors);
        journal.changed();
        extentSeq++;
    }

    /**
     * Returns whether size or blocks have changed since the journal was last committed, or the time of modification.
     *
     * @param dataOnly whether that time does not matter
     */
    public boolean owesJournal(boolean dataOnly) {
        return journal.owesCommit(dataOnly);
    }

    /** Returns what the journal has to do with it. */
    public JournalledInode journal() {
        return journal;
    }

    /** Returns a number that goes up with each change of its extents. */
    public long extentSeq() {
        return extentSeq;
    }

    /** Returns whether it has been defragmented, and so goes through buffer heads. */
    public boolean isDefragmented() {
        return isDefragmented;
    }

    /** Has it go through buffer heads from now on; nothing of it may be cached. */
    public void defragmented() {
        isDefragmented = true;
    }

    /** Counts a write to the device that failed. */
    void writeFailed() {
        writeErrors++;
    }

    /** Returns how many writes to the device have failed: who saw fewer has an error to report. */
    public long writeErrors() {
        return writeErrors;
    }

    /** Returns the first byte of the block that holds a byte. */
    public long blockOf(long byteOffset) {
        long block = (long) blockSectors * Pages.SECTOR_SIZE;
        return byteOffset / block * block;
    }

    /** Returns the bytes of a block. */
    public int blockBytes() {
        return blockSectors * Pages.SECTOR_SIZE;
    }

    /** Returns the sector behind the block that holds the file's last byte: nothing behind it is ever written. */
    public long endSector() {
        return endOfLastBlock((sizeBytes + Pages.SECTOR_SIZE - 1) / Pages.SECTOR_SIZE) * unitSectors;
    }

    private long endOfRoom() {
        return fragments.pages() * (long) Pages.SECTORS;
    }

    long firstOfBlock(long sector) {
        return sector >> blockShift << blockShift;
    }

    long endOfBlock(long sector) {
        return Math.ceilDiv(sector, blockSectors) * blockSectors;
    }

    private long endOfLastBlock(long sector) {
        return (sector + blockSectors - 1) >> blockShift << blockShift >> unitShift;
    }

    private long unitOf(long sector) {
        return sector >> unitShift;
    }

    private long unitBehind(long sector) {
        return (sector + unitSectors - 1) >> unitShift;
    }
}
