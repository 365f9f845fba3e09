package dev.dropbehind.engine.reclaim;

import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.LruLists;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;

/**
 * Reclaim at one priority: a share of the inactive list, and of the active one where the inactive is low, in rounds of
 * 32 folios (kernel-model §6.3, §6.4).
 *
 * <p>A round isolates folios off the old end and judges each: one that is locked, dirty, under writeback or used by
 * somebody goes back; a clean one that only the cache refers to is freed, whether it was referenced once or not. Every
 * folio looked at costs time, freed or not: that is all of kswapd's load.
 */
final class ShrinkPass {

    private static final int ROUND_FOLIOS = 32;
    private static final long PAGES_PER_GIB = 1 << 18;
    private static final int UNFREEABLE = FolioFlags.LOCKED | FolioFlags.DIRTY | FolioFlags.WRITEBACK;

    private final PageCache cache;
    private final FolioTable folios;
    private final LruLists lists;
    private final Counters counters;
    private final Counter scan;
    private final Counter steal;
    private final long reclaimNanos;
    private final long keepNanos;
    private long inactiveLeft;
    private long activeLeft;
    private long scannedPages;
    private long freedPages;

    ShrinkPass(PageCache cache, Counters counters, CostModel costs, Counter scan, Counter steal) {
        this.cache = cache;
        this.counters = counters;
        this.scan = scan;
        this.steal = steal;
        folios = cache.folios();
        lists = cache.lists();
        reclaimNanos = costs.of(Cost.RECLAIM_FOLIO);
        keepNanos = costs.of(Cost.RECLAIM_KEEP);
    }

    /** Sets out at a priority: the list sizes shifted right by it are what will be looked at. */
    void begin(int priority) {
        scannedPages = 0;
        freedPages = 0;
        inactiveLeft = share(lists.inactiveFolios(), priority);
        activeLeft = isInactiveLow() ? share(lists.activeFolios(), priority) : 0;
    }

    /** Returns whether anything of this priority's share is left. */
    boolean hasMore() {
        return inactiveLeft > 0 || activeLeft > 0;
    }

    /** Looks at the next 32 folios of each list, on a processor; returns the nanoseconds it took. */
    long round(int cpu) {
        long nanos = 0;
        cache.drainBatch(cpu);
        if (activeLeft > 0) {
            nanos += age();
        }
        if (inactiveLeft > 0) {
            nanos += shrink(cpu);
        }
        return nanos;
    }

    /** Returns the pages looked at since the pass began. */
    long scannedPages() {
        return scannedPages;
    }

    /** Returns the pages freed since the pass began. */
    long freedPages() {
        return freedPages;
    }

    private long shrink(int cpu) {
        int isolated = cache.isolateInactive((int) Math.min(ROUND_FOLIOS, inactiveLeft));
        inactiveLeft = isolated == 0 ? 0 : inactiveLeft - isolated;
        counters.tell(Fact.Kind.SCANNED, Fact.NO_FILE, 0, isolated);
        long nanos = 0;
        for (int folio = cache.firstIsolated(); folio != FolioTable.NONE; folio = cache.firstIsolated()) {
            int pages = folios.pages(folio);
            scannedPages += pages;
            counters.add(scan, pages);
            if (isFreeable(folio)) {
                nanos += folios.siblings(folio) * reclaimNanos;
                freedPages += pages;
                counters.add(steal, pages);
                cache.note(Fact.Kind.RECLAIMED, folio);
                cache.remove(folio, cpu);
            } else {
                nanos += folios.siblings(folio) * keepNanos;
                cache.note(Fact.Kind.KEPT, folio);
                cache.putBack(folio);
            }
        }
        return nanos;
    }

    private long age() {
        int isolated = cache.isolateActive((int) Math.min(ROUND_FOLIOS, activeLeft));
        activeLeft = isolated == 0 ? 0 : activeLeft - isolated;
        for (int folio = cache.firstIsolated(); folio != FolioTable.NONE; folio = cache.firstIsolated()) {
            counters.add(Counter.PGREFILL, folios.pages(folio));
            cache.deactivate(folio);
        }
        return isolated * keepNanos;
    }

    private boolean isFreeable(int folio) {
        return !folios.hasAny(folio, UNFREEABLE) && folios.users(folio) == 0;
    }

    private boolean isInactiveLow() {
        long inactive = counters.get(Counter.NR_INACTIVE_FILE);
        long active = counters.get(Counter.NR_ACTIVE_FILE);
        long gib = (inactive + active) / PAGES_PER_GIB;
        long ratio = gib == 0 ? 1 : (long) Math.sqrt(10.0 * gib);
        return inactive * ratio < active;
    }

    private static long share(long listFolios, int priority) {
        long share = listFolios >> priority;
        return share > 0 ? share : Math.min(listFolios, ROUND_FOLIOS);
    }
}
