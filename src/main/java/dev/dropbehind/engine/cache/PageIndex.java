package dev.dropbehind.engine.cache;

import java.util.Arrays;

/**
 * Which folio row covers which page of one mapping: a tree of fixed depth, found directly by page number. A root slot
 * names a branch of 1024 leaves, a branch slot a leaf, and the 64 slots of a leaf the rows of its pages. Leaf and
 * branch exist only while one of their pages is cached, so memory follows the cache and not the file.
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
    private int[] branchOf = new int[0];

    /** Returns the row that covers a page, or {@link FolioTable#NONE}. */
    int find(int page) {
        int leaf = leafAt(page);
        return leaf == NONE ? NONE : leaves.get(leaf, page & LEAF_MASK);
    }

    /** Lets a row cover a range in which nothing is cached. */
    void insert(int first, int end, int folio) {
        for (int page = first; page < end; page = nextLeaf(page)) {
            leaves.fill(leafFor(page), page & LEAF_MASK, pagesInLeaf(page, end), folio);
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
            if (leaves.isEmpty(leaf)) {
                releaseLeaf(page, leaf);
            }
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
            page = behindGap(page);
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
        return leafAt(page) == NONE ? nextLeaf(page) : page + 1;
    }

    private int leafFor(int page) {
        int branch = branchFor(page);
        int slot = slotInBranch(page);
        if (branches.get(branch, slot) == NONE) {
            branches.fill(branch, slot, 1, leaves.take());
        }
        return branches.get(branch, slot);
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
