package dev.dropbehind.engine.reclaim;

import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import java.util.List;

/**
 * What writing 1 to {@code /proc/sys/vm/drop_caches} does: of the files it is given, every clean folio that nobody uses
 * leaves the cache, and no shadow stays behind. What is locked, dirty, under writeback or in page tables stays.
 */
public final class DropCaches {

    /** Folios that are locked together, as many as a folio batch of the kernel. */
    private static final int BATCH_FOLIOS = 31;

    private static final int BUSY = FolioFlags.LOCKED | FolioFlags.DIRTY | FolioFlags.WRITEBACK;

    private final PageCache cache;
    private final FolioTable folios;
    private final Bill bill;

    /** Drops from a cache; who does it pays. */
    public DropCaches(PageCache cache, Bill bill) {
        this.cache = cache;
        this.bill = bill;
        folios = cache.folios();
    }

    /**
     * Drops what can be dropped.
     *
     * @param mappings of which files
     * @param cpu whose per-CPU list gets the pages
     */
    public void drop(List<Mapping> mappings, int cpu) {
        cache.drainAllBatches();
        for (Mapping mapping : mappings) {
            drop(mapping, cpu);
        }
    }

    private void drop(Mapping mapping, int cpu) {
        bill.pay(Cost.INDEX_LOOKUP);
        int end = mapping.endOfLastBlock();
        int page = 0;
        for (int folio = next(mapping, page, end); folio != FolioTable.NONE; folio = next(mapping, page, end)) {
            page = folios.endPage(folio);
            bill.pay(Cost.INDEX_STEP, folios.siblings(folio));
            if (!folios.hasAny(folio, BUSY) && folios.users(folio) == 0 && cache.mappedPages(folio) == 0) {
                bill.pay(Cost.DROP_FOLIO, folios.siblings(folio));
                bill.pay(Cost.DROP_PAGE, folios.pages(folio));
                cache.note(Fact.Kind.INVALIDATED, folio);
                cache.remove(folio, cpu);
            }
        }
        cache.forgetShadows(mapping, 0, end);
    }

    /** Of siblings some may be in page tables: then they are looked at one by one. */
    private int next(Mapping mapping, int page, int end) {
        int folio = cache.wholeFolios(mapping, page, end, BATCH_FOLIOS);
        boolean isMapped = folio != FolioTable.NONE && cache.mappedPages(folio) > 0;
        return isMapped ? cache.wholeFolios(mapping, page, end, 1) : folio;
    }
}
