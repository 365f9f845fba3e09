package dev.dropbehind.engine.cache;

/** One inode's cached pages. */
public final class Mapping {

    private final int id;
    private final int filePages;
    private final int minOrder;
    private final int maxOrder;
    private final boolean ofBlockDevice;
    private final PageIndex index;
    private long cachedPages;
    private int writebackIndex;

    /** Made by {@link PageCache#newMapping}. */
    Mapping(int id, int filePages, int minOrder, int maxOrder, boolean ofBlockDevice, ShadowNodes shadowNodes) {
        this.id = id;
        this.filePages = filePages;
        this.minOrder = minOrder;
        this.maxOrder = maxOrder;
        this.ofBlockDevice = ofBlockDevice;
        index = new PageIndex(id, shadowNodes);
    }

    /** Returns the number by which folios name their mapping. */
    public int id() {
        return id;
    }

    /** Returns the length of the file in pages, a last partial one included. */
    public int filePages() {
        return filePages;
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
