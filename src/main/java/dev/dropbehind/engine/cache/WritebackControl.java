package dev.dropbehind.engine.cache;

/**
 * What is to be written of a file, and how far that has come: the kernel's {@code writeback_control}. Used over and
 * over by whoever writes.
 */
public final class WritebackControl {

    private int cursor;
    private int endPage;
    private int wrapPage;
    private long toWrite;
    private long written;
    private long skipped;
    private boolean syncAll;

    /** Sets out to write all that is dirty in a range now, waiting for folios that are on their way already. */
    public void beginSyncAll(int firstPage, int end) {
        begin(firstPage, end, firstPage, Long.MAX_VALUE, true);
    }

    /** Sets out to write what is dirty in a range, without folios that are on their way already. */
    public void beginSyncNone(int firstPage, int end) {
        begin(firstPage, end, firstPage, Long.MAX_VALUE, false);
    }

    /**
     * Sets out to write a number of pages from where the last such pass ended, and from the first page on when the end
     * is reached; without folios that are on their way already.
     *
     * @param from where the last pass ended
     * @param end page behind the last of the file
     * @param pages how many at most; the folio that reaches it is written whole
     */
    public void beginCyclic(int from, int end, long pages) {
        int start = from < end ? from : 0;
        begin(start, end, start, pages, false);
        wrapPage = start;
    }

    private void begin(int from, int end, int wrap, long pages, boolean all) {
        cursor = from;
        endPage = end;
        wrapPage = wrap;
        toWrite = pages;
        syncAll = all;
        written = 0;
        skipped = 0;
    }

    /** Returns whether folios that are under writeback are waited for; otherwise they are skipped. */
    public boolean isSyncAll() {
        return syncAll;
    }

    /** Returns the next page to look at. */
    public int cursor() {
        return cursor;
    }

    /** Returns the page behind the last to look at before the pass turns round or ends. */
    public int endPage() {
        return endPage;
    }

    /** Moves on to a page; a cyclic pass that is through with the end goes on at the beginning. */
    public void moveTo(int page) {
        cursor = page;
        if (page >= endPage && wrapPage > 0 && !syncAll && toWrite != Long.MAX_VALUE) {
            cursor = 0;
            endPage = wrapPage;
            wrapPage = 0;
        }
    }

    /** Returns whether nothing is left to look at or enough has been written. */
    public boolean isDone() {
        return cursor >= endPage || toWrite <= 0;
    }

    /** Counts pages that have been put under writeback. */
    public void countWritten(long pages) {
        written += pages;
        toWrite -= toWrite == Long.MAX_VALUE ? 0 : pages;
    }

    /** Counts dirty pages that were passed over because they are under writeback or being read. */
    public void countSkipped(long pages) {
        skipped += pages;
    }

    /** Returns the pages put under writeback since the beginning. */
    public long writtenPages() {
        return written;
    }

    /** Returns the dirty pages passed over since the beginning. */
    public long skippedPages() {
        return skipped;
    }

    /** Returns the pages still to be written; {@link Long#MAX_VALUE} where there is no limit. */
    public long pagesLeft() {
        return toWrite;
    }
}
