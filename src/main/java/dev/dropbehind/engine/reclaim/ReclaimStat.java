package dev.dropbehind.engine.reclaim;

import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.cache.FolioTable;

/**
 * What a pass has met, in pages: the kernel's {@code reclaim_stat}. What differs from the device cannot be freed, and
 * how much of it there was at the old end of the lists says whether reclaim has to wait for writeback (kernel-model
 * §6.4).
 */
final class ReclaimStat {

    private static final int UNWRITTEN = FolioFlags.DIRTY | FolioFlags.WRITEBACK;

    private long taken;
    private long dirty;
    private long unqueuedDirty;
    private long congested;
    private long writeback;
    private long immediate;

    void clear() {
        taken = 0;
        dirty = 0;
        unqueuedDirty = 0;
        congested = 0;
        writeback = 0;
        immediate = 0;
    }

    /** Counts pages that were isolated. */
    void take(int pages) {
        taken += pages;
    }

    /** Counts folios that could be locked, by whether they are dirty, under writeback, and wanted already. */
    void look(FolioTable folios, int folio) {
        if (!folios.hasAny(folio, UNWRITTEN)) {
            return;
        }
        int pages = folios.pages(folio);
        dirty += pages;
        if (!folios.hasAny(folio, FolioFlags.WRITEBACK)) {
            unqueuedDirty += pages;
        } else if (folios.hasAny(folio, FolioFlags.RECLAIM)) {
            congested += pages;
        }
    }

    /** Counts pages under writeback that were passed over. */
    void countWriteback(int pages) {
        writeback += pages;
    }

    /** Counts pages under writeback that have come round before they were written. */
    void countImmediate(int pages) {
        immediate += pages;
    }

    /** Returns the pages that are dirty and that nobody has begun to write. */
    long unqueuedDirty() {
        return unqueuedDirty;
    }

    /** Returns whether all that was taken is under writeback. */
    boolean isAllUnderWriteback() {
        return writeback > 0 && writeback == taken;
    }

    /** Returns whether all that is not written yet is on its way and was wanted before. */
    boolean isCongested() {
        return dirty > 0 && dirty == congested;
    }

    /** Returns whether folios come round faster than they are written. */
    boolean cyclesTooFast() {
        return immediate > 0;
    }
}
