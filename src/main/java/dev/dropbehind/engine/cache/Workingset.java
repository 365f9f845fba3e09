package dev.dropbehind.engine.cache;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.memory.Cgroup;

/**
 * Tells whether a folio that is read again after reclaim would still be cached had the active list given way to it
 * (kernel-model §6.5).
 *
 * <p>Each group has a clock that advances by the pages that leave the inactive list: evicted off its end or activated.
 * Reclaim leaves the clock's reading in the index, as a shadow. Where a folio is inserted over a shadow, the clock's
 * way since then is how much longer the inactive list would have had to be. Is it no longer than the active list, then
 * the folio competes with what is active and is inserted active itself; was it active before its eviction, it is
 * restored.
 *
 * <p>The clock read is that of the group whose limit made reclaim run, the root group's where that was the memory of
 * the machine; the root group's clock advances with every other. A shadow is an int below {@link FolioTable#NONE}: 28
 * bits of the clock, in steps that are larger than a page where memory would otherwise wrap it, the group, and whether
 * the folio was part of the working set. Index leaves that hold nothing else are freed from the oldest once there is
 * one for eight pages cached: a shadow older than that tells nothing.
 */
public final class Workingset {

    private static final int NONE = FolioTable.NONE;
    private static final int CLOCK_BITS = 28;
    private static final int CLOCK_MASK = (1 << CLOCK_BITS) - 1;
    private static final int WORKINGSET_BIT = 1;
    private static final int GROUP_BIT = 1 << 1;
    private static final int CLOCK_SHIFT = 2;
    private static final int PAGES_PER_NODE = 8;

    private final FolioTable folios;
    private final LruLists lists;
    private final Counters counters;
    private final ShadowNodes nodes;
    private final long[] clock = new long[Cgroup.MAX_GROUPS];
    private final long[] activatedAtReclaim = new long[Cgroup.MAX_GROUPS];
    private final int stepShift;
    private final int[] shadows = new int[FolioTable.MAX_SIBLINGS];
    private long evictedPages;
    private long forgottenPages;

    /**
     * Starts with all clocks at zero.
     *
     * @param totalPages pages of memory
     */
    Workingset(FolioTable folios, LruLists lists, Counters counters, long totalPages) {
        this.folios = folios;
        this.lists = lists;
        this.counters = counters;
        nodes = new ShadowNodes(counters);
        int bits = Long.SIZE - Long.numberOfLeadingZeros(PAGES_PER_NODE * totalPages);
        stepShift = Math.max(0, bits - CLOCK_BITS);
    }

    /** Returns the pages on which reclaim has left a shadow so far. */
    public long evictedPages() {
        return evictedPages;
    }

    /** Returns the pages whose shadow was freed with its leaf, or because the page was said not to be needed. */
    public long forgottenPages() {
        return forgottenPages;
    }

    /** Returns where indexes tell of their leaves. */
    ShadowNodes nodes() {
        return nodes;
    }

    /** Leaves the shadows of folios that reclaim takes, for the sake of a group. */
    void evict(PageIndex index, int folio, int target) {
        boolean workingset = folios.hasAny(folio, FolioFlags.WORKINGSET);
        int order = folios.order(folio);
        for (int sibling = 0; sibling < folios.siblings(folio); sibling++) {
            shadows[sibling] = shadow(target, workingset);
            advance(target, 1 << order);
        }
        index.evict(folios.firstPage(folio), folios.endPage(folio), order, shadows);
        evictedPages += folios.pages(folio);
    }

    /** Advances the clock of a group for pages that were activated. */
    void activated(int group, int pages) {
        advance(group, pages);
    }

    /**
     * Judges one folio that is about to be inserted; with shadows on several of its pages the last one counts.
     *
     * @param group whom it will be charged to
     * @return the flags that it gets besides others: none, active, or active and workingset
     */
    int refault(Mapping mapping, int first, int pages, int group) {
        int shadow = lastShadow(mapping.index(), first, first + pages);
        if (shadow == NONE) {
            return 0;
        }
        lists.count(Counter.WORKINGSET_REFAULT_FILE, group, pages);
        if (!isRecent(shadow)) {
            return 0;
        }
        counters.tell(Fact.Kind.REFAULTED, mapping.id(), first, pages);
        lists.count(Counter.WORKINGSET_ACTIVATE_FILE, group, pages);
        advance(group, pages);
        if ((shadow & WORKINGSET_BIT) == 0) {
            return FolioFlags.ACTIVE;
        }
        lists.count(Counter.WORKINGSET_RESTORE_FILE, group, pages);
        return FolioFlags.ACTIVE | FolioFlags.WORKINGSET;
    }

    /** Returns whether folios of a group have come back active since reclaim for it last ended. */
    public boolean isForming(int group) {
        return activations(group) != activatedAtReclaim[group];
    }

    /** Hears that reclaim for a group has ended. */
    public void reclaimEnds(int group) {
        activatedAtReclaim[group] = activations(group);
    }

    private long activations(int group) {
        Counter activated = Counter.WORKINGSET_ACTIVATE_FILE;
        return counters.get(group == Cgroup.ROOT ? activated : activated.ofCgroup());
    }

    /** Returns whether there are more leaves of shadows than are worth their memory. */
    boolean hasTooManyNodes() {
        long cached = counters.get(Counter.NR_ACTIVE_FILE) + counters.get(Counter.NR_INACTIVE_FILE);
        return counters.get(Counter.WORKINGSET_NODES) > cached / PAGES_PER_NODE;
    }

    /** Forgets the shadows of a range. */
    void forget(Mapping mapping, int first, int end) {
        forgottenPages += mapping.index().forgetShadows(first, end);
    }

    /** Returns the number of the mapping that the oldest leaf is of. */
    int mappingOfOldest() {
        return nodes.mappingOf(nodes.oldest());
    }

    /** Forgets the shadows of the oldest leaf, which is of this mapping. */
    void forgetOldest(Mapping mapping) {
        forgottenPages += mapping.index().forgetShadows(nodes.pageOf(nodes.oldest()));
        counters.add(Counter.WORKINGSET_NODERECLAIM, 1);
    }

    private static int lastShadow(PageIndex index, int first, int end) {
        for (int page = end - 1; page >= first; page--) {
            if (index.shadowOf(page) != NONE) {
                return index.shadowOf(page);
            }
        }
        return NONE;
    }

    /** The sign and a bit that is never set keep a shadow apart from rows and from none. */
    private int shadow(int group, boolean workingset) {
        int code = ((int) (clock[group] >> stepShift) & CLOCK_MASK) << CLOCK_SHIFT;
        return Integer.MIN_VALUE | code | group * GROUP_BIT | (workingset ? WORKINGSET_BIT : 0);
    }

    private boolean isRecent(int shadow) {
        int group = (shadow & GROUP_BIT) == 0 ? Cgroup.ROOT : 1;
        int now = (int) (clock[group] >> stepShift);
        int then = shadow >> CLOCK_SHIFT;
        long distance = (long) ((now - then) & CLOCK_MASK) << stepShift;
        Counter active = group == Cgroup.ROOT ? Counter.NR_ACTIVE_FILE : Counter.NR_ACTIVE_FILE.ofCgroup();
        return distance <= counters.get(active);
    }

    private void advance(int group, int pages) {
        clock[Cgroup.ROOT] += pages;
        if (group != Cgroup.ROOT) {
            clock[group] += pages;
        }
    }
}
