package dev.dropbehind.engine.cache;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.memory.Cgroup;
import java.util.Arrays;

/**
 * The classic file lists: inactive and active of each memory cgroup, newest at the head, and the per-CPU batches in
 * front of them, which the groups share (kernel-model §6.2). All of them, and the folios that reclaim has isolated, are
 * links inside the folio table; a folio is on one list at most.
 */
public final class LruLists {

    /** Additions that a processor collects before they get to a list. */
    static final int BATCH_FOLIOS = 31;

    static final int NO_LIST = -1;
    static final int INACTIVE = 0;
    static final int ACTIVE = 1;
    static final int ISOLATED = 2 * Cgroup.MAX_GROUPS;
    private static final int FIRST_BATCH = ISOLATED + 1;
    private static final int NONE = FolioTable.NONE;

    private final FolioTable folios;
    private final Counters counters;
    private final int[] newest;
    private final int[] oldest;
    private final long[] pages;
    private final int[] batched;

    LruLists(FolioTable folios, Counters counters, int cpus) {
        this.folios = folios;
        this.counters = counters;
        newest = new int[FIRST_BATCH + cpus];
        oldest = new int[FIRST_BATCH + cpus];
        pages = new long[FIRST_BATCH + cpus];
        batched = new int[cpus];
        Arrays.fill(newest, NONE);
        Arrays.fill(oldest, NONE);
    }

    /** Returns how many pages are on the inactive list of a group. */
    public long inactivePages(int group) {
        return pages[inactiveOf(group)];
    }

    /** Returns how many pages are on the active list of a group. */
    public long activePages(int group) {
        return pages[activeOf(group)];
    }

    /** Returns the pages that wait in the batches of all processors. */
    public long batchedPages() {
        long sum = 0;
        for (int list = FIRST_BATCH; list < pages.length; list++) {
            sum += pages[list];
        }
        return sum;
    }

    /** Returns whether folios are on the active or inactive list of a group, and not in a batch nor isolated. */
    boolean isOnList(int folio) {
        return folios.listOf(folio) >= 0 && folios.listOf(folio) < ISOLATED;
    }

    /** Moves what all processors have collected to the lists. */
    void drainAll() {
        for (int cpu = 0; cpu < batched.length; cpu++) {
            drain(cpu);
        }
    }

    static int inactiveOf(int group) {
        return 2 * group + INACTIVE;
    }

    static int activeOf(int group) {
        return 2 * group + ACTIVE;
    }

    /** Returns how many more folios this processor's batch takes before it is drained. */
    int batchRoom(int cpu) {
        return BATCH_FOLIOS - batched[cpu];
    }

    /** Puts folios into a processor's batch and drains it when it is full, or at once where they are large. */
    void addToBatch(int folio, int cpu) {
        link(folio, FIRST_BATCH + cpu);
        if (batchRoom(cpu) <= 0 || folios.order(folio) > 0) {
            drain(cpu);
        }
    }

    /** Moves what a processor has collected to the lists, oldest first. */
    void drain(int cpu) {
        int batch = FIRST_BATCH + cpu;
        while (oldest[batch] != NONE) {
            int folio = oldest[batch];
            unlink(folio);
            putOnList(folio);
        }
    }

    /** Puts folios at the head of the list their active flag names. */
    void putOnList(int folio) {
        int group = folios.cgroup(folio);
        link(folio, folios.hasAny(folio, FolioFlags.ACTIVE) ? activeOf(group) : inactiveOf(group));
    }

    /** Moves folios to the head of the active list; those still in a batch get there when it is drained. */
    void activate(int folio) {
        folios.set(folio, FolioFlags.ACTIVE);
        int group = folios.cgroup(folio);
        if (folios.listOf(folio) == inactiveOf(group)) {
            unlink(folio);
            link(folio, activeOf(group));
        }
        count(Counter.PGACTIVATE, group, folios.pages(folio));
    }

    /** Counts pages for the machine, and for their group where that is not the root group. */
    void count(Counter counter, int group, int amount) {
        counters.add(counter, amount);
        if (group != Cgroup.ROOT) {
            counters.add(counter.ofCgroup(), amount);
        }
    }

    int oldest(int list) {
        return oldest[list];
    }

    /** Takes folios off the list they are on. */
    void unlink(int folio) {
        int list = folios.listOf(folio);
        int newer = folios.newerOf(folio);
        int older = folios.olderOf(folio);
        if (newer == NONE) {
            newest[list] = older;
        } else {
            folios.setOlder(newer, older);
        }
        if (older == NONE) {
            oldest[list] = newer;
        } else {
            folios.setNewer(older, newer);
        }
        folios.setList(folio, NO_LIST);
        count(list, -folios.siblings(folio), -folios.pages(folio));
    }

    /** Puts inactive folios at the old end of their list, where reclaim looks first. */
    void putAtOldEnd(int folio) {
        int list = inactiveOf(folios.cgroup(folio));
        int tail = oldest[list];
        if (tail == NONE) {
            link(folio, list);
            return;
        }
        folios.setNewer(folio, tail);
        folios.setOlder(folio, NONE);
        folios.setOlder(tail, folio);
        oldest[list] = folio;
        folios.setList(folio, list);
        count(list, folios.siblings(folio), folios.pages(folio));
    }

    /** Puts folios at the head of a list. */
    void link(int folio, int list) {
        assert folios.listOf(folio) == NO_LIST : folios.view(folio);
        int head = newest[list];
        folios.setOlder(folio, head);
        folios.setNewer(folio, NONE);
        if (head == NONE) {
            oldest[list] = folio;
        } else {
            folios.setNewer(head, folio);
        }
        newest[list] = folio;
        folios.setList(folio, list);
        count(list, folios.siblings(folio), folios.pages(folio));
    }

    /** Links what was split off right behind the folios it was split from, towards the newer end. */
    void linkSplit(int folio, int tail) {
        int list = folios.listOf(folio);
        if (list == NO_LIST) {
            return;
        }
        int newer = folios.newerOf(folio);
        folios.setNewer(tail, newer);
        folios.setOlder(tail, folio);
        folios.setNewer(folio, tail);
        folios.setList(tail, list);
        if (newer == NONE) {
            newest[list] = tail;
        } else {
            folios.setOlder(newer, tail);
        }
    }

    private void count(int list, int foliosChange, int pagesChange) {
        pages[list] += pagesChange;
        if (list < ISOLATED) {
            boolean active = list % 2 == ACTIVE;
            count(active ? Counter.NR_ACTIVE_FILE : Counter.NR_INACTIVE_FILE, list / 2, pagesChange);
        } else if (list == ISOLATED) {
            counters.add(Counter.NR_ISOLATED_FILE, pagesChange);
        } else {
            batched[list - FIRST_BATCH] += foliosChange;
        }
    }
}
