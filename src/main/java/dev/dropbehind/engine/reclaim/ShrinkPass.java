package dev.dropbehind.engine.reclaim;

import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.LruLists;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cache.Workingset;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.memory.Cgroup;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.writeback.BdiWriteback;
import dev.dropbehind.engine.writeback.WritebackReason;

/**
 * Reclaim at one priority: of each group, one after the other, a share of the inactive list, and of the active one
 * where that is not spared, in rounds of 32 pages (kernel-model §6.3, §6.4). A folio counts with all its pages: a round
 * takes folios until it has seen 32 pages, and the share shrinks by 32 however many they were.
 *
 * <p>The active lists are spared unless the inactive ones of all groups together are low, or folios have come back
 * active since reclaim last ended: then a new working set forms, and what is active may be stale
 * (prepare_scan_control).
 *
 * <p>A round isolates folios off the old end and judges each: one that is locked or used by somebody goes back; a clean
 * one that only the cache refers to is freed, whether it was referenced once or not, and leaves a shadow. Reclaim
 * writes nothing: a folio that is dirty or under writeback is wanted from then on, so that the end of its writeback
 * brings it back to the old end; until then it is out of the way among the active ones. Every folio looked at costs
 * time, freed or not: that is all of kswapd's load.
 *
 * <p>Where a round meets nothing but dirty folios of which nobody has begun to write any, it starts the flusher. What a
 * group reclaims that nothing else holds (cgroup version 1) ends the pass there, so that the task can wait for the
 * flusher; and it ends at a folio that is still under writeback when it is met again, so that the task can wait for
 * that.
 *
 * <p>kswapd goes through all groups in their order. A task that allocates stops after a group once it has enough, and
 * the next pass begins with the group after that; but at the lowest effort it looks at all of a group's share, as who
 * reclaims directly had better do a batch of work at once (shrink_lruvec).
 */
final class ShrinkPass {

    /** The lowest effort, where each reclaimer begins: a 4096th of each list. */
    static final int DEFAULT_PRIORITY = 12;

    private static final int ROUND_PAGES = 32;
    private static final long PAGES_PER_GIB = 1 << 18;

    private final PageCache cache;
    private final FolioTable folios;
    private final LruLists lists;
    private final Workingset workingset;
    private final Counters counters;
    private final Till till;
    private final BdiWriteback writeback;
    private final Congestion congestion;
    private final Reclaimer who;
    private final boolean waitsForFolios;
    private final ReclaimStat stat = new ReclaimStat();
    private int priority;
    private long targetPages;
    private boolean sparesActive;
    private int turn;
    private int groupsLeft;
    private long inactiveLeft;
    private long activeLeft;
    private long freedOfGroup;
    private long scannedPages;
    private long freedPages;
    private boolean awaitsFlusher;
    private int awaitedMapping;
    private int awaitedPage;

    ShrinkPass(Reclaim.Parts parts, Congestion congestion, Reclaimer who) {
        this.congestion = congestion;
        this.who = who;
        cache = parts.cache();
        counters = parts.counters();
        till = parts.till();
        writeback = parts.writeback();
        waitsForFolios = who == Reclaimer.CGROUP && parts.waitsForFolios();
        folios = cache.folios();
        lists = cache.lists();
        workingset = cache.workingset();
    }

    /**
     * Sets out at a priority: the list sizes shifted right by it are what will be looked at.
     *
     * @param atPriority 12 for a 4096th of each list, 0 for all of it
     * @param pages how many to free of each group at most, give or take a round
     */
    void begin(int atPriority, long pages) {
        begin(atPriority, pages, false);
    }

    /**
     * Sets out like {@link #begin(int, long)}.
     *
     * @param sparingNothing whether the active lists are not spared in any case
     */
    void begin(int atPriority, long pages, boolean sparingNothing) {
        priority = atPriority;
        sparesActive = !sparingNothing && !workingset.isForming(who.target()) && !isInactiveLow();
        targetPages = pages;
        scannedPages = 0;
        freedPages = 0;
        awaitsFlusher = false;
        awaitedPage = FolioTable.NONE;
        stat.clear();
        turn = isPartial() ? turn : 0;
        groupsLeft = who.groups();
        cache.shrinkShadows();
        enterGroup();
    }

    /** Returns whether anything of this priority's share is left that is wanted. */
    boolean hasMore() {
        if (awaitsFlusher || mustAwaitFolio()) {
            return false;
        }
        while (groupsLeft > 0 && isGroupDone()) {
            boolean enough = isPartial() && freedPages >= targetPages;
            turn = (turn + 1) % who.groups();
            groupsLeft = enough ? 0 : groupsLeft - 1;
            enterGroup();
        }
        return groupsLeft > 0;
    }

    /** Looks at the next 32 pages of each list of a group, on a processor; returns the nanoseconds it took. */
    long round(int cpu) {
        long nanos = 0;
        cache.drainBatch(cpu);
        if (inactiveLeft > 0) {
            nanos += shrink(cpu);
        }
        if (activeLeft > 0) {
            nanos += age();
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

    /** Returns what the pass has met. */
    ReclaimStat stat() {
        return stat;
    }

    /** Returns whether the pass has ended since the flusher must get on first. */
    boolean mustAwaitFlusher() {
        return awaitsFlusher;
    }

    /** Returns whether the pass has ended since a folio must be written first. */
    boolean mustAwaitFolio() {
        return awaitedPage != FolioTable.NONE;
    }

    /** Returns the number of the mapping of that folio. */
    int awaitedMapping() {
        return awaitedMapping;
    }

    /** Returns its first page. */
    int awaitedPage() {
        return awaitedPage;
    }

    /** Returns whether there were folios on active lists that were spared. */
    boolean hasSparedActive() {
        return sparesActive && pagesOfTarget(Counter.NR_ACTIVE_FILE) > 0;
    }

    /** Says that the last of several passes is over: folios that come back active from now on are news. */
    void reclaimEnds() {
        workingset.reclaimEnds(who.target());
    }

    private boolean isPartial() {
        return who == Reclaimer.DIRECT;
    }

    private boolean takesWholeShare() {
        return who == Reclaimer.DIRECT && priority == DEFAULT_PRIORITY;
    }

    private int group() {
        return who.target() + turn;
    }

    private void enterGroup() {
        freedOfGroup = 0;
        inactiveLeft = share(lists.inactivePages(group()));
        activeLeft = sparesActive ? 0 : share(lists.activePages(group()));
    }

    private boolean isGroupDone() {
        boolean isEnough = freedOfGroup >= targetPages && !takesWholeShare();
        return (inactiveLeft == 0 && activeLeft == 0) || isEnough;
    }

    private long shrink(int cpu) {
        int isolated = cache.isolated().isolateInactive(group(), (int) Math.min(ROUND_PAGES, inactiveLeft));
        inactiveLeft = isolated == 0 ? 0 : Math.max(0, inactiveLeft - ROUND_PAGES);
        counters.tell(Fact.Kind.SCANNED, Fact.NO_FILE, 0, isolated);
        long unqueued = stat.unqueuedDirty();
        stat.take(isolated);
        long nanos = 0;
        for (int folio = cache.isolated().firstIsolated();
                folio != FolioTable.NONE;
                folio = cache.isolated().firstIsolated()) {
            int pages = folios.pages(folio);
            scannedPages += pages;
            who.countScanned(counters, group(), pages);
            nanos += judge(folio, cpu);
        }
        if (isolated > 0 && stat.unqueuedDirty() - unqueued == isolated) {
            writeback.startAll(WritebackReason.VMSCAN);
            awaitsFlusher = waitsForFolios;
        }
        return nanos;
    }

    private long judge(int folio, int cpu) {
        boolean isLocked = folios.hasAny(folio, FolioFlags.LOCKED);
        if (!isLocked) {
            stat.look(folios, folio);
        }
        if (!isLocked && !folios.hasAny(folio, FolioFlags.DIRTY | FolioFlags.WRITEBACK) && folios.users(folio) == 0) {
            return free(folio, cpu);
        }
        long nanos = pay(Cost.RECLAIM_KEEP, folios.siblings(folio));
        cache.note(Fact.Kind.KEPT, folio);
        if (isLocked) {
            cache.isolated().putBackUnseen(folio);
        } else if (folios.hasAny(folio, FolioFlags.WRITEBACK)) {
            passOver(folio);
        } else if (folios.hasAny(folio, FolioFlags.DIRTY)) {
            counters.add(Counter.NR_VMSCAN_IMMEDIATE_RECLAIM, folios.pages(folio));
            cache.isolated().activateWanted(folio);
        } else {
            cache.isolated().putBack(folio);
        }
        return nanos;
    }

    private long free(int folio, int cpu) {
        int pages = folios.pages(folio);
        long nanos = payFree(folio);
        freedPages += pages;
        freedOfGroup += pages;
        who.countStolen(counters, group(), pages);
        cache.note(Fact.Kind.RECLAIMED, folio);
        cache.evict(folio, who.target(), cpu);
        return nanos;
    }

    /** The three cases of a folio under writeback. */
    private void passOver(int folio) {
        int pages = folios.pages(folio);
        boolean wasWanted = folios.hasAny(folio, FolioFlags.RECLAIM);
        if (wasWanted && who == Reclaimer.KSWAPD && congestion.hasManyUnderWriteback()) {
            stat.countImmediate(pages);
            cache.isolated().activateWanted(folio);
        } else if (wasWanted && waitsForFolios) {
            awaitFirst(folio);
            cache.isolated().putBackUnseen(folio);
        } else {
            stat.countWriteback(pages);
            cache.isolated().activateWanted(folio);
        }
    }

    private void awaitFirst(int folio) {
        if (!mustAwaitFolio()) {
            awaitedMapping = folios.mappingOf(folio);
            awaitedPage = folios.firstPage(folio);
        }
    }

    private long age() {
        int isolated = cache.isolated().isolateActive(group(), (int) Math.min(ROUND_PAGES, activeLeft));
        activeLeft = isolated == 0 ? 0 : Math.max(0, activeLeft - ROUND_PAGES);
        long nanos = 0;
        for (int folio = cache.isolated().firstIsolated();
                folio != FolioTable.NONE;
                folio = cache.isolated().firstIsolated()) {
            who.countRefilled(counters, group(), folios.pages(folio));
            cache.isolated().deactivate(folio);
            nanos += pay(Cost.RECLAIM_KEEP, folios.siblings(folio));
        }
        return nanos;
    }

    private long payFree(int folio) {
        int siblings = folios.siblings(folio);
        return folios.order(folio) == 0
                ? pay(Cost.RECLAIM_FOLIO, siblings)
                : pay(Cost.RECLAIM_LARGE_FOLIO, siblings) + pay(Cost.RECLAIM_LARGE_PAGE, folios.pages(folio));
    }

    private long pay(Cost cost, int units) {
        return till.pay(who.account(), cost, units);
    }

    private boolean isInactiveLow() {
        long inactive = pagesOfTarget(Counter.NR_INACTIVE_FILE);
        long active = pagesOfTarget(Counter.NR_ACTIVE_FILE);
        long gib = (inactive + active) / PAGES_PER_GIB;
        long ratio = gib == 0 ? 1 : (long) Math.sqrt(10.0 * gib);
        return inactive * ratio < active;
    }

    private long pagesOfTarget(Counter list) {
        return counters.get(who.target() == Cgroup.ROOT ? list : list.ofCgroup());
    }

    private long share(long listPages) {
        long share = listPages >> priority;
        return share > 0 ? share : Math.min(listPages, ROUND_PAGES);
    }
}
