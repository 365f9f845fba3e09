package dev.dropbehind.engine.cache;

import java.util.Arrays;

/**
 * Blocks of ints, all of one size and in one array, handed out and taken back. A slot holds a number or
 * {@link FolioTable#NONE}; a block knows how many of its slots hold a number.
 */
final class IntBlocks {

    private static final int NONE = FolioTable.NONE;
    private static final int FIRST_CAPACITY = 16;

    private final int shift;
    private int[] slots = new int[0];
    private int[] used = new int[0];
    private int blocks;
    private int freeBlock = NONE;

    /**
     * Starts without blocks.
     *
     * @param shift slots of a block as a power of two
     */
    IntBlocks(int shift) {
        this.shift = shift;
    }

    /** Hands out an empty block. */
    int take() {
        int block = freeBlock;
        if (block == NONE) {
            block = blocks++;
            growTo(blocks);
        } else {
            freeBlock = slots[block << shift];
        }
        Arrays.fill(slots, block << shift, (block + 1) << shift, NONE);
        used[block] = 0;
        return block;
    }

    /** Takes an empty block back. */
    void release(int block) {
        assert isEmpty(block) : "block " + block + " holds " + used[block];
        slots[block << shift] = freeBlock;
        freeBlock = block;
    }

    int get(int block, int slot) {
        return slots[(block << shift) + slot];
    }

    /** Puts a number into slots that hold none. */
    void fill(int block, int slot, int count, int number) {
        assert count(block, slot, count) == 0 : "slot " + slot + " of block " + block + " is taken";
        replace(block, slot, count, number);
        used[block] += count;
    }

    /** Puts another number into slots that hold one. */
    void replace(int block, int slot, int count, int number) {
        int from = (block << shift) + slot;
        Arrays.fill(slots, from, from + count, number);
    }

    /** Puts another number into a slot that holds one. */
    void replace(int block, int slot, int number) {
        slots[(block << shift) + slot] = number;
    }

    /** Empties slots that hold a number. */
    void clear(int block, int slot, int count) {
        replace(block, slot, count, NONE);
        used[block] -= count;
    }

    boolean isEmpty(int block) {
        return used[block] == 0;
    }

    /** Returns how many slots of a block hold a number. */
    int used(int block) {
        return used[block];
    }

    /** Returns how many of some slots hold a number. */
    int count(int block, int slot, int count) {
        int from = (block << shift) + slot;
        int holding = 0;
        for (int i = from; i < from + count; i++) {
            holding += slots[i] == NONE ? 0 : 1;
        }
        return holding;
    }

    private void growTo(int needed) {
        if (needed > used.length) {
            int capacity = Math.max(FIRST_CAPACITY, used.length * 2);
            used = Arrays.copyOf(used, capacity);
            slots = Arrays.copyOf(slots, capacity << shift);
        }
    }
}
