package dev.dropbehind.engine.cache;

import dev.dropbehind.engine.spec.Pages;

/**
 * One inode's cached pages.
 *
 * <p>Beside the index of its folios there are marks on its units, which are blocks, or pages where a block is larger
 * than a page. A dirty folio has at least one dirty unit, so these marks are at once the kernel's DIRTY tags and its
 * bitmaps of dirty blocks (kernel-model §1.3, §1.4).
 */
public final class Mapping {

    private final IndexLock indexLock = new IndexLock();
    private final int id;
    private int filePages;
    private final int minOrder;
    private int maxOrder;
    private final boolean ofBlockDevice;
    private final int unitShift;
    private final PageIndex index;
    private final Bitmap dirtyUnits = new Bitmap();
    private final Bitmap validUnits = new Bitmap();
    private final Bitmap writebackPages = new Bitmap();
    private final Bitmap mappedPages = new Bitmap();
    private final Bitmap writablePages = new Bitmap();
    private long cachedPages;
    private int writebackIndex;
    private int truncatedFrom;

    /** Made by {@link PageCache#newMapping}. */
    Mapping(
            int id,
            int filePages,
            int minOrder,
            int maxOrder,
            int unitSectors,
            boolean ofBlockDevice,
            ShadowNodes shadowNodes) {
        assert Pages.SECTORS % unitSectors == 0 : unitSectors + " sectors";
        unitShift = Integer.numberOfTrailingZeros(unitSectors);
        this.id = id;
        this.filePages = filePages;
        this.minOrder = minOrder;
        this.maxOrder = maxOrder;
        this.ofBlockDevice = ofBlockDevice;
        index = new PageIndex(id, shadowNodes);
    }

    /** Returns the lock of its index. */
    public IndexLock indexLock() {
        return indexLock;
    }

    /** Returns the number by which folios name their mapping. */
    public int id() {
        return id;
    }

    /** Returns the length of the file in pages, a last partial one included. */
    public int filePages() {
        return filePages;
    }

    /** Lets the file end at another page; what is cached behind that stays until {@link #truncated}. */
    public void resize(int pages) {
        truncatedFrom = Math.max(truncatedFrom, endOfLastBlock());
        // The next store to what was the last page must fault, so that its blocks behind the old end become dirty.
        writablePages.clear(Math.max(0, filePages - 1), filePages);
        filePages = pages;
    }

    /**
     * Says that nothing is cached behind the file's end any more, but for a folio that lies across it.
     *
     * @param end page behind that folio, or the file's end
     */
    void truncated(int end) {
        truncatedFrom = end;
    }

    /** Returns the page behind the last that may be cached: beyond the end only while, or where, a file was cut. */
    public int endOfCache() {
        return Math.max(endOfLastBlock(), truncatedFrom);
    }

    /** Returns the unit that holds a sector of the file. */
    long unitOf(long sector) {
        return sector >> unitShift;
    }

    /** Returns the unit behind the last that has a part in the sectors before this one. */
    long unitBehind(long endSector) {
        return (endSector + (1L << unitShift) - 1) >> unitShift;
    }

    /** Returns the first sector of a unit. */
    long sectorOf(long unit) {
        return unit << unitShift;
    }

    /** Returns the dirty units of cached folios. */
    Bitmap dirtyUnits() {
        return dirtyUnits;
    }

    /** Returns the up-to-date units of those cached folios that are up to date only in part. */
    Bitmap validUnits() {
        return validUnits;
    }

    /** Returns the pages under writeback. */
    Bitmap writebackPages() {
        return writebackPages;
    }

    /** Returns the pages that are in page tables: a task reads them without a fault. */
    Bitmap mappedPages() {
        return mappedPages;
    }

    /** Returns those of them that a task writes to without a fault; each is in a dirty folio. */
    Bitmap writablePages() {
        return writablePages;
    }

    /** Returns how many pages of a range are in page tables. */
    public int mappedIn(int first, int end) {
        if (mappedPages.isEmpty()) {
            return 0;
        }
        long mapped = 0;
        for (long page = mappedPages.nextSet(first, end); page < end; page = mappedPages.nextSet(page, end)) {
            long behind = mappedPages.nextClear(page, end);
            mapped += behind - page;
            page = behind;
        }
        return (int) mapped;
    }

    /** Returns the first page in a range that is in page tables, or the end of the range. */
    public int nextMapped(int first, int end) {
        return (int) mappedPages.nextSet(first, end);
    }

    /** Returns the first page in a range that a task cannot read without a fault, or the end of the range. */
    public int nextUnmapped(int first, int end) {
        return (int) mappedPages.nextClear(first, end);
    }

    /** Returns the first page in a range that a task cannot write to without a fault, or the end of the range. */
    public int nextUnwritable(int first, int end) {
        return (int) writablePages.nextClear(first, end);
    }

    /** Returns the first page in a range that a task can write to without a fault, or the end of the range. */
    public int nextWritable(int first, int end) {
        return (int) writablePages.nextSet(first, end);
    }

    /** Returns whether any folio is dirty. */
    public boolean isDirty() {
        return !dirtyUnits.isEmpty();
    }

    /** Returns whether any folio is under writeback. */
    public boolean isUnderWriteback() {
        return !writebackPages.isEmpty();
    }

    /** Returns the first dirty page in a range, or the end of the range. */
    public int nextDirty(int first, int end) {
        long unit = dirtyUnits.nextSet(unitOf((long) first * Pages.SECTORS), unitOf((long) end * Pages.SECTORS));
        return (int) (sectorOf(unit) / Pages.SECTORS);
    }

    /** Returns the first sector in a range of sectors that must be written, or the end of the range. */
    public long nextDirtySector(long first, long end) {
        return Math.min(end, Math.max(first, sectorOf(dirtyUnits.nextSet(unitOf(first), unitBehind(end)))));
    }

    /** Returns the first sector in a range of sectors that need not be written, or the end of the range. */
    public long nextCleanSector(long first, long end) {
        return Math.min(end, Math.max(first, sectorOf(dirtyUnits.nextClear(unitOf(first), unitBehind(end)))));
    }

    /** Returns the first page in a range that is under writeback, or the end of the range. */
    public int nextUnderWriteback(int first, int end) {
        return (int) writebackPages.nextSet(first, end);
    }

    /** Returns the page behind the last block: where a block is larger than a page, folios reach up to it. */
    public int endOfLastBlock() {
        return (filePages + (1 << minOrder) - 1) >> minOrder << minOrder;
    }

    /** Returns the pages of the smallest folio as a power of two: a block larger than a page is never split. */
    public int minOrder() {
        return minOrder;
    }

    /**
     * Returns the pages of the largest folio as a power of two; as small as the smallest where folios have one size.
     */
    public int maxOrder() {
        return maxOrder;
    }

    /** Lets it have no folios larger than need be any more; nothing of it may be cached. */
    public void disableLargeFolios() {
        assert cachedPages == 0 : cachedPages + " cached pages";
        maxOrder = minOrder;
    }

    /** Returns whether folios have more than one size (kernel-model §1.2). */
    public boolean hasLargeFolios() {
        return maxOrder > 0;
    }

    /** Returns whether this is a block device: its cached pages are what meminfo calls buffers (kernel-model §9.1). */
    public boolean isBlockDevice() {
        return ofBlockDevice;
    }

    /** Returns how many pages are cached. */
    public long cachedPages() {
        return cachedPages;
    }

    /** Returns the row of the folio that holds a page, or {@link FolioTable#NONE}. */
    public int folioAt(int page) {
        return index.find(page);
    }

    /** Returns the first page in a range that is not cached, or the end of the range. */
    public int nextMissing(int first, int end) {
        return index.nextMissing(first, end);
    }

    /** Returns the first page in a range that is cached, or the end of the range. */
    public int nextPresent(int first, int end) {
        return index.nextPresent(first, end);
    }

    /** Returns how many pages before this one are cached without a gap, at most as many as asked for. */
    public int presentBefore(int page, int most) {
        return index.presentBefore(page, most);
    }

    /** Returns how many pages have a shadow: reclaim took them. */
    public long shadowPages() {
        return index.shadowPages();
    }

    /** Returns how many shadows pages have had when they were cached again. */
    public long overwrittenShadows() {
        return index.overwrittenShadows();
    }

    /** Returns the first page in a range that has a shadow, or the end of the range. */
    public int nextShadow(int first, int end) {
        return index.nextShadow(first, end);
    }

    /** Returns the page where the next pass over the file begins that writes a number of pages. */
    public int writebackIndex() {
        return writebackIndex;
    }

    /** Has the next such pass begin at a page. */
    public void continueWritebackAt(int page) {
        writebackIndex = page;
    }

    PageIndex index() {
        return index;
    }

    void addCachedPages(int pages) {
        cachedPages += pages;
    }
}
