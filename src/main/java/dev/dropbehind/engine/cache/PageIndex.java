package dev.dropbehind.engine.cache;

import java.util.Arrays;

/**
 * Which folio row covers which page of one mapping: leaves of 64 slots found directly by page number. A leaf exists
 * only while one of its pages is cached.
 */
final class PageIndex {

    private static final int LEAF_SHIFT = 6;
    private static final int LEAF_SLOTS = 1 << LEAF_SHIFT;
    private static final int SLOT_MASK = LEAF_SLOTS - 1;
    private static final int NONE = FolioTable.NONE;

    private int[] leafOf = filled(16);
    private int[] slots = new int[0];
    private int[] used = new int[0];
    private int leaves;
    private int freeLeaf = NONE;

    /** Returns the row that covers a page, or {@link FolioTable#NONE}. */
    int find(int page) {
        int place = page >>> LEAF_SHIFT;
        int leaf = place < leafOf.length ? leafOf[place] : NONE;
        return leaf == NONE ? NONE : slots[(leaf << LEAF_SHIFT) + (page & SLOT_MASK)];
    }

    /** Lets a row cover a range in which nothing is cached. */
    void insert(int first, int end, int folio) {
        for (int page = first; page < end; ) {
            int leaf = leafFor(page);
            int stop = Math.min(end, (page | SLOT_MASK) + 1);
            int from = (leaf << LEAF_SHIFT) + (page & SLOT_MASK);
            assert isEmpty(from, stop - page) : "page " + page + " is cached already";
            Arrays.fill(slots, from, from + stop - page, folio);
            used[leaf] += stop - page;
            page = stop;
        }
    }

    /** Lets another row cover a range that is cached. */
    void replace(int first, int end, int folio) {
        for (int page = first; page < end; page++) {
            slots[(leafOf[page >>> LEAF_SHIFT] << LEAF_SHIFT) + (page & SLOT_MASK)] = folio;
        }
    }

    /** Forgets a range that is cached. */
    void remove(int first, int end) {
        for (int page = first; page < end; ) {
            int leaf = leafOf[page >>> LEAF_SHIFT];
            int stop = Math.min(end, (page | SLOT_MASK) + 1);
            int from = (leaf << LEAF_SHIFT) + (page & SLOT_MASK);
            Arrays.fill(slots, from, from + stop - page, NONE);
            used[leaf] -= stop - page;
            if (used[leaf] == 0) {
                releaseLeaf(page >>> LEAF_SHIFT);
            }
            page = stop;
        }
    }

    /** Returns the first page in a range that is not cached, or the end of the range. */
    int nextMissing(int first, int end) {
        int page = first;
        while (page < end && find(page) != NONE) {
            page++;
        }
        return page;
    }

    /** Returns the first page in a range that is cached, or the end of the range. */
    int nextPresent(int first, int end) {
        int page = first;
        while (page < end && find(page) == NONE) {
            page++;
        }
        return page;
    }

    /** Returns how many pages before this one are cached without a gap, at most as many as asked for. */
    int presentBefore(int page, int most) {
        int count = 0;
        while (count < most && page - count > 0 && find(page - count - 1) != NONE) {
            count++;
        }
        return count;
    }

    private int leafFor(int page) {
        int place = page >>> LEAF_SHIFT;
        if (place >= leafOf.length) {
            int[] longer = filled(Math.max(place + 1, leafOf.length * 2));
            System.arraycopy(leafOf, 0, longer, 0, leafOf.length);
            leafOf = longer;
        }
        if (leafOf[place] == NONE) {
            leafOf[place] = takeLeaf();
        }
        return leafOf[place];
    }

    private int takeLeaf() {
        int leaf = freeLeaf;
        if (leaf == NONE) {
            leaf = leaves++;
            growTo(leaves);
        } else {
            freeLeaf = slots[leaf << LEAF_SHIFT];
        }
        Arrays.fill(slots, leaf << LEAF_SHIFT, (leaf + 1) << LEAF_SHIFT, NONE);
        used[leaf] = 0;
        return leaf;
    }

    private void releaseLeaf(int place) {
        int leaf = leafOf[place];
        leafOf[place] = NONE;
        slots[leaf << LEAF_SHIFT] = freeLeaf;
        freeLeaf = leaf;
    }

    private void growTo(int needed) {
        if (needed > used.length) {
            int capacity = Math.max(16, used.length * 2);
            used = Arrays.copyOf(used, capacity);
            slots = Arrays.copyOf(slots, capacity << LEAF_SHIFT);
        }
    }

    private boolean isEmpty(int from, int count) {
        for (int slot = from; slot < from + count; slot++) {
            if (slots[slot] != NONE) {
                return false;
            }
        }
        return true;
    }

    private static int[] filled(int length) {
        int[] array = new int[length];
        Arrays.fill(array, NONE);
        return array;
    }
}
