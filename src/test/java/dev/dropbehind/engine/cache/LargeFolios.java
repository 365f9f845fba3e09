package dev.dropbehind.engine.cache;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.testing.Bench;

/** Large folios made by hand: up to date, charged to nobody, at the head of the inactive list. */
public final class LargeFolios {

    private LargeFolios() {}

    /** Caches a folio of an order in the bench's file; the page must be a multiple of its size. */
    public static int cache(Bench bench, int page, int order) {
        int pages = 1 << order;
        Mapping file = bench.file();
        if (bench.machine().allocator().take(bench.relief(), pages) < pages) {
            throw new IllegalStateException("no memory");
        }
        int folio = bench.cache().folios().create(file.id(), page, 1, order, FolioFlags.UPTODATE);
        file.index().insert(page, page + pages, folio);
        file.addCachedPages(pages);
        bench.machine().counters().add(Counter.NR_FILE_PAGES, pages);
        bench.cache().lists().addToBatch(folio, 0);
        return folio;
    }
}
