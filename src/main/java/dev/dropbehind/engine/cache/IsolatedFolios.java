package dev.dropbehind.engine.cache;

import static dev.dropbehind.engine.cache.FolioFlags.ACTIVE;
import static dev.dropbehind.engine.cache.FolioFlags.REFERENCED;
import static dev.dropbehind.engine.cache.FolioFlags.WORKINGSET;
import static dev.dropbehind.engine.cache.FolioFlags.WRITEBACK;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Fact;

/** Folios that reclaim has taken off the lists to look at, and how they get back (kernel-model §6.3, §6.4). */
public final class IsolatedFolios {

    private static final int NONE = FolioTable.NONE;

    private final PageCache cache;
    private final FolioTable folios;
    private final LruLists lists;
    private final Workingset workingset;

    IsolatedFolios(PageCache cache) {
        this.cache = cache;
        folios = cache.folios();
        lists = cache.lists();
        workingset = cache.workingset();
    }

    /**
     * Isolates folios off the old end of the inactive list of a group, until they have so many pages; returns how many
     * they have.
     */
    public int isolateInactive(int group, int pages) {
        return isolate(LruLists.inactiveOf(group), pages);
    }

    /**
     * Isolates folios off the old end of the active list of a group, until they have so many pages; returns how many
     * they have.
     */
    public int isolateActive(int group, int pages) {
        return isolate(LruLists.activeOf(group), pages);
    }

    /** Returns the row that was isolated first, or {@link FolioTable#NONE}. */
    public int firstIsolated() {
        return lists.oldest(LruLists.ISOLATED);
    }

    /** Puts isolated folios that reclaim has looked at back at the head of the list they came from. */
    public void putBack(int folio) {
        folios.clear(folio, REFERENCED);
        putBackUnseen(folio);
    }

    /** Puts isolated folios back at the head of the list they came from without asking whether they were referenced. */
    public void putBackUnseen(int folio) {
        lists.unlink(folio);
        lists.putOnList(folio);
    }

    /**
     * Puts isolated folios that reclaim cannot have before they are written at the head of the active list, and marks
     * them as wanted: the end of their writeback {@link PageCache#rotate rotates} them.
     */
    public void activateWanted(int folio) {
        if (!folios.hasAny(folio, WRITEBACK)) {
            folios.clear(folio, REFERENCED);
        }
        folios.set(folio, FolioFlags.RECLAIM | ACTIVE);
        putBackUnseen(folio);
        lists.count(Counter.PGACTIVATE, folios.cgroup(folio), folios.pages(folio));
        workingset.activated(folios.cgroup(folio), folios.pages(folio));
    }

    /** Puts isolated active folios at the head of the inactive list; one that was referenced stays so. */
    public void deactivate(int folio) {
        lists.unlink(folio);
        folios.clear(folio, ACTIVE);
        folios.set(folio, WORKINGSET);
        lists.putOnList(folio);
        lists.count(Counter.PGDEACTIVATE, folios.cgroup(folio), folios.pages(folio));
        cache.note(Fact.Kind.DEACTIVATED, folio);
    }

    private int isolate(int list, int pages) {
        int isolated = 0;
        while (isolated < pages && lists.oldest(list) != NONE) {
            int folio = lists.oldest(list);
            folio = cache.rows()
                    .trimmed(folio, cache.rows().foliosUpTo(folio, folios.firstPage(folio) + pages - isolated));
            lists.unlink(folio);
            lists.link(folio, LruLists.ISOLATED);
            isolated += folios.pages(folio);
        }
        return isolated;
    }
}
