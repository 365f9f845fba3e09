package dev.dropbehind.engine.cache;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import java.util.Arrays;

/**
 * The classic file lists: inactive and active, newest at the head, and the per-CPU batches in front of them
 * (kernel-model §6.2). All of them, and the folios that reclaim has isolated, are links inside the folio table; a folio
 * is on one list at most.
 */
public final class LruLists {

    /** Additions that a processor collects before they get to a list. */
    static final int BATCH_FOLIOS = 31;

    static final int NO_LIST = -1;
    static final int INACTIVE = 0;
    static final int ACTIVE = 1;
    static final int ISOLATED = 2;
    private static final int FIRST_BATCH = 3;
    private static final int NONE = FolioTable.NONE;

    private final FolioTable folios;
    private final Counters counters;
    private final int[] newest;
    private final int[] oldest;
    private final long[] length;

    LruLists(FolioTable folios, Counters counters, int cpus) {
        this.folios = folios;
        this.counters = counters;
        newest = new int[FIRST_BATCH + cpus];
        oldest = new int[FIRST_BATCH + cpus];
        length = new long[FIRST_BATCH + cpus];
        Arrays.fill(newest, NONE);
        Arrays.fill(oldest, NONE);
    }

    /** Returns how many folios are on the inactive list. */
    public long inactiveFolios() {
        return length[INACTIVE];
    }

    /** Returns how many folios are on the active list. */
    public long activeFolios() {
        return length[ACTIVE];
    }

    /** Returns the pages that wait in the batches of all processors. */
    public long batchedPages() {
        long sum = 0;
        for (int list = FIRST_BATCH; list < newest.length; list++) {
            for (int folio = oldest[list]; folio != NONE; folio = folios.newerOf(folio)) {
                sum += folios.pages(folio);
            }
        }
        return sum;
    }

    /** Returns whether folios are on the active or inactive list, and not in a batch nor isolated. */
    boolean isOnList(int folio) {
        return folios.listOf(folio) == INACTIVE || folios.listOf(folio) == ACTIVE;
    }

    /** Moves what all processors have collected to the lists. */
    void drainAll() {
        for (int batch = FIRST_BATCH; batch < newest.length; batch++) {
            drain(batch - FIRST_BATCH);
        }
    }

    /** Returns how many more folios this processor's batch takes before it is drained. */
    int batchRoom(int cpu) {
        return BATCH_FOLIOS - (int) length[FIRST_BATCH + cpu];
    }

    /** Puts folios into a processor's batch and drains it when it is full. */
    void addToBatch(int folio, int cpu) {
        link(folio, FIRST_BATCH + cpu);
        if (batchRoom(cpu) == 0) {
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
        link(folio, folios.hasAny(folio, FolioFlags.ACTIVE) ? ACTIVE : INACTIVE);
    }

    /** Moves folios to the head of the active list; those still in a batch get there when it is drained. */
    void activate(int folio) {
        folios.set(folio, FolioFlags.ACTIVE);
        if (folios.listOf(folio) == INACTIVE) {
            unlink(folio);
            link(folio, ACTIVE);
        }
        counters.add(Counter.PGACTIVATE, folios.pages(folio));
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

    private void count(int list, int foliosChange, int pages) {
        length[list] += foliosChange;
        switch (list) {
            case INACTIVE -> counters.add(Counter.NR_INACTIVE_FILE, pages);
            case ACTIVE -> counters.add(Counter.NR_ACTIVE_FILE, pages);
            case ISOLATED -> counters.add(Counter.NR_ISOLATED_FILE, pages);
            default -> {
                // Batches are seen by nobody.
            }
        }
    }
}
