package dev.dropbehind.engine.cache;

import java.util.Arrays;

/**
 * Which folio row covers which page of one mapping: a tree of fixed depth, found directly by page number. A root slot
 * names a branch of 1024 leaves, a branch slot a leaf, and the 64 slots of a leaf the rows of its pages. Leaf and
 * branch exist only while one of their pages is cached or has a shadow, so memory follows the cache and not the file.
 *
 * <p>A shadow is a number below {@link FolioTable#NONE} in the place of a row; what it says is {@link Workingset}'s
 * business. A page with a shadow is not cached. Leaves that hold only shadows are known to {@link ShadowNodes}, by
 * which they are found again when there are too many.
 */
final class PageIndex {

    private static final int LEAF_SHIFT = 6;
    private static final int LEAF_MASK = (1 << LEAF_SHIFT) - 1;
    private static final int BRANCH_SHIFT = 10;
    private static final int BRANCH_MASK = (1 << BRANCH_SHIFT) - 1;
    private static final int ROOT_SHIFT = LEAF_SHIFT + BRANCH_SHIFT;
    private static final int ROOT_MASK = (1 << ROOT_SHIFT) - 1;
    private static final int NONE = FolioTable.NONE;

    private final IntBlocks leaves = new IntBlocks(LEAF_SHIFT);
    private final IntBlocks branches = new IntBlocks(BRANCH_SHIFT);
    private final int mapping;
    private final ShadowNodes shadowNodes;
    private int[] branchOf = new int[0];
    private int[] cachedIn = new int[0];
    private int[] nodeOf = new int[0];
    private long shadowPages;
    private long overwrittenShadows;

    /** Starts empty, as the index of a mapping. */
    PageIndex(int mapping, ShadowNodes shadowNodes) {
        this.mapping = mapping;
        this.shadowNodes = shadowNodes;
    }

    /** Returns the row that covers a page, or {@link FolioTable#NONE}. */
    int find(int page) {
        return Math.max(NONE, entry(page));
    }

    /** Returns the shadow of a page, or {@link FolioTable#NONE} where it is cached or has none. */
    int shadowOf(int page) {
        return Math.min(NONE, entry(page));
    }

    /** Returns how many pages have a shadow. */
    long shadowPages() {
        return shadowPages;
    }

    /** Returns how many shadows pages have had when they were cached again. */
    long overwrittenShadows() {
        return overwrittenShadows;
    }

    /** Lets a row cover a range in which nothing is cached; shadows there go. */
    void insert(int first, int end, int folio) {
        for (int page = first; page < end; page = nextLeaf(page)) {
            int leaf = leafFor(page);
            overwrittenShadows += clearShadows(leaf, page & LEAF_MASK, pagesInLeaf(page, end));
            leaves.fill(leaf, page & LEAF_MASK, pagesInLeaf(page, end), folio);
            cachedIn[leaf] += pagesInLeaf(page, end);
            listUnlessCached(leaf, page);
        }
    }

    /** Lets another row cover a range that is cached. */
    void replace(int first, int end, int folio) {
        for (int page = first; page < end; page = nextLeaf(page)) {
            leaves.replace(leafAt(page), page & LEAF_MASK, pagesInLeaf(page, end), folio);
        }
    }

    /** Forgets a range that is cached. */
    void remove(int first, int end) {
        for (int page = first; page < end; page = nextLeaf(page)) {
            int leaf = leafAt(page);
            leaves.clear(leaf, page & LEAF_MASK, pagesInLeaf(page, end));
            cachedIn[leaf] -= pagesInLeaf(page, end);
            if (leaves.isEmpty(leaf)) {
                releaseLeaf(page, leaf);
            } else {
                listUnlessCached(leaf, page);
            }
        }
    }

    /**
     * Leaves shadows on folios that are cached.
     *
     * @param order pages of each folio as a power of two
     * @param shadows one a folio, in their order
     */
    void evict(int first, int end, int order, int[] shadows) {
        for (int page = first; page < end; page = nextLeaf(page)) {
            int leaf = leafAt(page);
            int pages = pagesInLeaf(page, end);
            for (int i = page; i < page + pages; i++) {
                leaves.replace(leaf, i & LEAF_MASK, shadows[(i - first) >> order]);
            }
            cachedIn[leaf] -= pages;
            shadowPages += pages;
            listUnlessCached(leaf, page);
        }
    }

    /** Forgets the shadows of a range; returns how many there were. */
    int forgetShadows(int first, int end) {
        int forgotten = 0;
        for (int page = nextShadow(first, end); page < end; page = nextShadow(page, end)) {
            int leaf = leafAt(page);
            forgotten += clearShadows(leaf, page & LEAF_MASK, pagesInLeaf(page, end));
            if (leaves.isEmpty(leaf)) {
                shadowNodes.remove(nodeOf[leaf]);
                nodeOf[leaf] = NONE;
                releaseLeaf(page, leaf);
            }
        }
        return forgotten;
    }

    /** Forgets all shadows of the leaf of a page; returns how many there were. */
    int forgetShadows(int page) {
        return forgetShadows(page & ~LEAF_MASK, nextLeaf(page));
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
            page = behindGap(page);
        }
        return Math.min(page, end);
    }

    /** Returns the first page in a range that has a shadow, or the end of the range. */
    int nextShadow(int first, int end) {
        int page = shadowPages == 0 ? end : first;
        while (page < end && shadowOf(page) == NONE) {
            page = behindShadowless(page);
        }
        return Math.min(page, end);
    }

    /** Returns how many pages before this one are cached without a gap, at most as many as asked for. */
    int presentBefore(int page, int most) {
        int count = 0;
        while (count < most && page - count > 0 && find(page - count - 1) != NONE) {
            count++;
        }
        return count;
    }

    private int entry(int page) {
        int leaf = leafAt(page);
        return leaf == NONE ? NONE : leaves.get(leaf, page & LEAF_MASK);
    }

    private int clearShadows(int leaf, int slot, int count) {
        if (leaves.used(leaf) == cachedIn[leaf]) {
            return 0;
        }
        int cleared = 0;
        for (int i = slot; i < slot + count; i++) {
            if (leaves.get(leaf, i) < NONE) {
                leaves.clear(leaf, i, 1);
                cleared++;
            }
        }
        shadowPages -= cleared;
        return cleared;
    }

    /** Keeps the list of leaves that hold only shadows. */
    private void listUnlessCached(int leaf, int page) {
        boolean listed = nodeOf[leaf] != NONE;
        if (cachedIn[leaf] == 0 && !listed) {
            nodeOf[leaf] = shadowNodes.add(mapping, page);
        } else if (cachedIn[leaf] > 0 && listed) {
            shadowNodes.remove(nodeOf[leaf]);
            nodeOf[leaf] = NONE;
        }
    }

    private int branchAt(int page) {
        int root = page >>> ROOT_SHIFT;
        return root < branchOf.length ? branchOf[root] : NONE;
    }

    private int leafAt(int page) {
        int branch = branchAt(page);
        return branch == NONE ? NONE : branches.get(branch, slotInBranch(page));
    }

    /** Returns the page behind what is known to be missing from a missing page on. */
    private int behindGap(int page) {
        if (branchAt(page) == NONE) {
            return (page | ROOT_MASK) + 1;
        }
        int leaf = leafAt(page);
        return leaf == NONE || cachedIn[leaf] == 0 ? nextLeaf(page) : page + 1;
    }

    /** Returns the page behind what is known to have no shadow from a page without one on. */
    private int behindShadowless(int page) {
        if (branchAt(page) == NONE) {
            return (page | ROOT_MASK) + 1;
        }
        int leaf = leafAt(page);
        return leaf == NONE || leaves.used(leaf) == cachedIn[leaf] ? nextLeaf(page) : page + 1;
    }

    private int leafFor(int page) {
        int branch = branchFor(page);
        int slot = slotInBranch(page);
        if (branches.get(branch, slot) == NONE) {
            branches.fill(branch, slot, 1, newLeaf());
        }
        return branches.get(branch, slot);
    }

    private int newLeaf() {
        int leaf = leaves.take();
        if (leaf >= cachedIn.length) {
            int capacity = Math.max(16, 2 * cachedIn.length);
            cachedIn = Arrays.copyOf(cachedIn, capacity);
            nodeOf = Arrays.copyOf(nodeOf, capacity);
        }
        cachedIn[leaf] = 0;
        nodeOf[leaf] = NONE;
        return leaf;
    }

    private int branchFor(int page) {
        int root = page >>> ROOT_SHIFT;
        if (root >= branchOf.length) {
            int known = branchOf.length;
            branchOf = Arrays.copyOf(branchOf, Math.max(root + 1, 2 * known));
            Arrays.fill(branchOf, known, branchOf.length, NONE);
        }
        if (branchOf[root] == NONE) {
            branchOf[root] = branches.take();
        }
        return branchOf[root];
    }

    private void releaseLeaf(int page, int leaf) {
        leaves.release(leaf);
        int branch = branchAt(page);
        branches.clear(branch, slotInBranch(page), 1);
        if (branches.isEmpty(branch)) {
            branches.release(branch);
            branchOf[page >>> ROOT_SHIFT] = NONE;
        }
    }

    private static int slotInBranch(int page) {
        return (page >>> LEAF_SHIFT) & BRANCH_MASK;
    }

    private static int nextLeaf(int page) {
        return (page | LEAF_MASK) + 1;
    }

    private static int pagesInLeaf(int page, int end) {
        return Math.min(end, nextLeaf(page)) - page;
    }
}
