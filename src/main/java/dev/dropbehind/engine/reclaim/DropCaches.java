package dev.dropbehind.engine.reclaim;

import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
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
    private final long walkNanos;
    private final long stepNanos;
    private final long folioNanos;
    private final long pageNanos;

    /** Drops from a cache. */
    public DropCaches(PageCache cache, CostModel costs) {
        this.cache = cache;
        folios = cache.folios();
        walkNanos = costs.of(Cost.INDEX_LOOKUP);
        stepNanos = costs.of(Cost.INDEX_STEP);
        folioNanos = costs.of(Cost.DROP_FOLIO);
        pageNanos = costs.of(Cost.DROP_PAGE);
    }

    /**
     * Drops what can be dropped.
     *
     * @param mappings of which files
     * @param cpu whose per-CPU list gets the pages
     * @return CPU nanoseconds it took
     */
    public long drop(List<Mapping> mappings, int cpu) {
        cache.drainAllBatches();
        long nanos = 0;
        for (Mapping mapping : mappings) {
            nanos += drop(mapping, cpu);
        }
        return nanos;
    }

    private long drop(Mapping mapping, int cpu) {
        long nanos = walkNanos;
        int end = mapping.endOfLastBlock();
        int page = 0;
        for (int folio = next(mapping, page, end); folio != FolioTable.NONE; folio = next(mapping, page, end)) {
            page = folios.endPage(folio);
            nanos += folios.siblings(folio) * stepNanos;
            if (!folios.hasAny(folio, BUSY) && folios.users(folio) == 0 && cache.mappedPages(folio) == 0) {
                nanos += folios.siblings(folio) * folioNanos + folios.pages(folio) * pageNanos;
                cache.note(Fact.Kind.INVALIDATED, folio);
                cache.remove(folio, cpu);
            }
        }
        cache.forgetShadows(mapping, 0, end);
        return nanos;
    }

    /** Of siblings some may be in page tables: then they are looked at one by one. */
    private int next(Mapping mapping, int page, int end) {
        int folio = cache.wholeFolios(mapping, page, end, BATCH_FOLIOS);
        boolean isMapped = folio != FolioTable.NONE && cache.mappedPages(folio) > 0;
        return isMapped ? cache.wholeFolios(mapping, page, end, 1) : folio;
    }
}
