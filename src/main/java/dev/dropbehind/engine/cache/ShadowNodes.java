package dev.dropbehind.engine.cache;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import java.util.Arrays;

/**
 * The leaves of all indexes that hold nothing but shadows, in the order in which they came to that (kernel-model §6.5).
 * Their number is {@link Counter#WORKINGSET_NODES}.
 */
final class ShadowNodes {

    private static final int NONE = FolioTable.NONE;
    private static final int FIRST_CAPACITY = 64;

    private final Counters counters;
    private int[] mapping = new int[FIRST_CAPACITY];
    private int[] page = new int[FIRST_CAPACITY];
    private int[] newer = new int[FIRST_CAPACITY];
    private int[] older = new int[FIRST_CAPACITY];
    private int nodes;
    private int freeNode = NONE;
    private int newest = NONE;
    private int oldest = NONE;

    ShadowNodes(Counters counters) {
        this.counters = counters;
    }

    /** Adds the leaf of a mapping that has this page; returns the number by which it is removed. */
    int add(int mappingId, int firstPage) {
        int node = freeNode;
        if (node == NONE) {
            node = nodes++;
            growTo(nodes);
        } else {
            freeNode = older[node];
        }
        mapping[node] = mappingId;
        page[node] = firstPage;
        newer[node] = NONE;
        older[node] = newest;
        if (newest == NONE) {
            oldest = node;
        } else {
            newer[newest] = node;
        }
        newest = node;
        counters.add(Counter.WORKINGSET_NODES, 1);
        return node;
    }

    /** Removes a leaf, as it got a folio or is gone. */
    void remove(int node) {
        int before = older[node];
        int behind = newer[node];
        if (behind == NONE) {
            newest = before;
        } else {
            older[behind] = before;
        }
        if (before == NONE) {
            oldest = behind;
        } else {
            newer[before] = behind;
        }
        older[node] = freeNode;
        freeNode = node;
        counters.add(Counter.WORKINGSET_NODES, -1);
    }

    /** Returns the leaf that has been here longest, or {@link FolioTable#NONE}. */
    int oldest() {
        return oldest;
    }

    int mappingOf(int node) {
        return mapping[node];
    }

    int pageOf(int node) {
        return page[node];
    }

    private void growTo(int needed) {
        if (needed > mapping.length) {
            int capacity = mapping.length * 2;
            mapping = Arrays.copyOf(mapping, capacity);
            page = Arrays.copyOf(page, capacity);
            newer = Arrays.copyOf(newer, capacity);
            older = Arrays.copyOf(older, capacity);
        }
    }
}
