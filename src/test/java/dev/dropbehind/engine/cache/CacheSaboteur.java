package dev.dropbehind.engine.cache;

/** Breaks a cache from within its package, so that tests see what notices. */
public final class CacheSaboteur {

    private final PageCache cache;

    /** Has this cache in its hands. */
    public CacheSaboteur(PageCache cache) {
        this.cache = cache;
    }

    /** Sets flags of the row that covers a page. */
    public void set(Mapping mapping, int page, int flags) {
        cache.folios().set(mapping.folioAt(page), flags);
    }

    /** Sets flags of a row. */
    public void setRow(int folio, int flags) {
        cache.folios().set(folio, flags);
    }

    /** Clears flags of the row that covers a page. */
    public void clear(Mapping mapping, int page, int flags) {
        cache.folios().clear(mapping.folioAt(page), flags);
    }

    /** Lets a mapping claim pages it does not have. */
    public void claim(Mapping mapping, int pages) {
        mapping.addCachedPages(pages);
    }

    /** Lets the index forget a page that is cached. */
    public void forget(Mapping mapping, int page) {
        mapping.index().remove(page, page + 1);
    }

    /** Lets the index find a page that is not cached in the folio of another. */
    public void pretend(Mapping mapping, int page, int cached) {
        mapping.index().insert(page, page + 1, mapping.folioAt(cached));
    }

    /** Takes a folio out of the cache and leaves a shadow, though it is not reclaim that does so. */
    public void dropLeavingAShadow(Mapping mapping, int page) {
        cache.evict(mapping.folioAt(page), 0, 0);
    }

    /** Forgets the shadows of the leaf of a page, which has no folios. */
    public void forgetShadows(Mapping mapping, int page) {
        mapping.index().forgetShadows(page);
    }

    /** Charges a folio to a group that knows nothing of it. */
    public void charge(Mapping mapping, int page, int group) {
        cache.folios().chargeTo(mapping.folioAt(page), group);
    }

    /** Lets writes change pages that are cached, of which nobody hears. */
    public void dirtySecretly(Mapping mapping, int page) {
        int folio = cache.rows().only(mapping, page);
        cache.folios().set(folio, FolioFlags.DIRTY | FolioFlags.DIRTY_TAG);
        mapping.dirtyUnits().set(cache.firstUnit(mapping, folio), cache.endUnit(mapping, folio));
    }

    /** Marks a page as under writeback. */
    public void markWritten(Mapping mapping, int page) {
        mapping.writebackPages().set(page, page + 1);
    }

    /** Leaks a row: folios that are neither cached nor used. */
    public void leak() {
        cache.folios().create(FolioTable.NONE, 0, 1, 0, 0);
    }

    /** Caches a folio of two pages, indexed and listed as it should be, wherever it is told to. */
    public void cachePair(Mapping mapping, int page) {
        int folio = cache.folios().create(mapping.id(), page, 1, 1, FolioFlags.UPTODATE);
        mapping.index().insert(page, page + 2, folio);
        mapping.addCachedPages(2);
        cache.lists().putOnList(folio);
    }
}
