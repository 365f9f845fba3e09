package dev.dropbehind.engine.cache;

import java.util.Arrays;

/**
 * Marks on the pages, or the blocks, of a file: the tags of the kernel's index and its bitmaps of blocks. It takes
 * memory only where there are marks, and none for long stretches that are marked throughout.
 */
public final class Bitmap {

    private static final int WORD_SHIFT = 6;
    private static final int CHUNK_SHIFT = 15;
    private static final int CHUNK_BITS = 1 << CHUNK_SHIFT;
    private static final int CHUNK_MASK = CHUNK_BITS - 1;
    private static final int CHUNK_WORDS = CHUNK_BITS >> WORD_SHIFT;
    private static final long ALL = -1L;

    private static final long[] EMPTY = new long[0];
    private static final long[] FULL = fullChunk();

    private long[][] chunks = new long[0][];
    private int[] marksIn = new int[0];
    private long marks;

    /** Returns how many marks there are. */
    public long count() {
        return marks;
    }

    /** Returns whether nothing is marked. */
    public boolean isEmpty() {
        return marks == 0;
    }

    /** Returns whether a place is marked. */
    public boolean isSet(long place) {
        int chunk = (int) (place >>> CHUNK_SHIFT);
        if (chunk >= chunks.length || marksIn[chunk] == 0) {
            return false;
        }
        int bit = (int) place & CHUNK_MASK;
        return ((chunks[chunk][bit >>> WORD_SHIFT] >>> bit) & 1) != 0;
    }

    /** Marks a range; returns how many places of it were not marked before. */
    public long set(long first, long end) {
        long added = 0;
        for (long place = first; place < end; place = nextChunk(place)) {
            int chunk = (int) (place >>> CHUNK_SHIFT);
            growTo(chunk + 1);
            int from = (int) place & CHUNK_MASK;
            int to = from + (int) (Math.min(end, nextChunk(place)) - place);
            int missing = marksIn[chunk] == CHUNK_BITS ? 0 : fill(chunk, from, to);
            marksIn[chunk] += missing;
            added += missing;
        }
        marks += added;
        return added;
    }

    /** Takes the marks off a range; returns how many there were. */
    public long clear(long first, long end) {
        long removed = 0;
        for (long place = first; place < end && place >>> CHUNK_SHIFT < chunks.length; place = nextChunk(place)) {
            int chunk = (int) (place >>> CHUNK_SHIFT);
            int from = (int) place & CHUNK_MASK;
            int to = from + (int) (Math.min(end, nextChunk(place)) - place);
            int found = marksIn[chunk] == 0 ? 0 : wipe(chunk, from, to);
            marksIn[chunk] -= found;
            removed += found;
        }
        marks -= removed;
        return removed;
    }

    /** Returns the first marked place in a range, or the end of the range. */
    public long nextSet(long first, long end) {
        long place = first;
        while (place < end) {
            int chunk = (int) (place >>> CHUNK_SHIFT);
            if (chunk >= chunks.length) {
                return end;
            }
            if (marksIn[chunk] > 0) {
                int bit = nextIn(chunks[chunk], (int) place & CHUNK_MASK, 0);
                if (bit < CHUNK_BITS) {
                    return Math.min(end, (place & ~CHUNK_MASK) + bit);
                }
            }
            place = nextChunk(place);
        }
        return end;
    }

    /** Returns the first place in a range that is not marked, or the end of the range. */
    public long nextClear(long first, long end) {
        long place = first;
        while (place < end) {
            int chunk = (int) (place >>> CHUNK_SHIFT);
            if (chunk >= chunks.length || marksIn[chunk] == 0) {
                return place;
            }
            if (marksIn[chunk] < CHUNK_BITS) {
                int bit = nextIn(chunks[chunk], (int) place & CHUNK_MASK, ALL);
                if (bit < CHUNK_BITS) {
                    return Math.min(end, (place & ~CHUNK_MASK) + bit);
                }
            }
            place = nextChunk(place);
        }
        return end;
    }

    private int fill(int chunk, int from, int to) {
        if (to - from == CHUNK_BITS) {
            chunks[chunk] = FULL;
            return CHUNK_BITS - marksIn[chunk];
        }
        long[] words = writable(chunk);
        int added = 0;
        for (int bit = from; bit < to; bit = (bit | 63) + 1) {
            long mask = maskOf(bit, to);
            added += Long.bitCount(mask & ~words[bit >>> WORD_SHIFT]);
            words[bit >>> WORD_SHIFT] |= mask;
        }
        return added;
    }

    private int wipe(int chunk, int from, int to) {
        if (to - from == CHUNK_BITS) {
            chunks[chunk] = EMPTY;
            return marksIn[chunk];
        }
        long[] words = writable(chunk);
        int removed = 0;
        for (int bit = from; bit < to; bit = (bit | 63) + 1) {
            long mask = maskOf(bit, to);
            removed += Long.bitCount(mask & words[bit >>> WORD_SHIFT]);
            words[bit >>> WORD_SHIFT] &= ~mask;
        }
        return removed;
    }

    private long[] writable(int chunk) {
        if (chunks[chunk].length == 0) {
            chunks[chunk] = new long[CHUNK_WORDS];
        } else if (isShared(chunks[chunk])) {
            chunks[chunk] = FULL.clone();
        }
        return chunks[chunk];
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isShared(long[] words) {
        return words == FULL;
    }

    /** Returns the first bit from one on that differs from those of a pattern of ones or zeroes. */
    private static int nextIn(long[] words, int from, long pattern) {
        int word = from >>> WORD_SHIFT;
        long bits = (words[word] ^ pattern) & (ALL << from);
        while (bits == 0) {
            word++;
            if (word == CHUNK_WORDS) {
                return CHUNK_BITS;
            }
            bits = words[word] ^ pattern;
        }
        return (word << WORD_SHIFT) + Long.numberOfTrailingZeros(bits);
    }

    /** Returns the bits of one word from a bit on and before another. */
    private static long maskOf(int from, int to) {
        int end = (from | 63) + 1;
        long below = to < end ? ~(ALL << to) : ALL;
        return (ALL << from) & below;
    }

    private static long nextChunk(long place) {
        return (place | CHUNK_MASK) + 1;
    }

    private void growTo(int needed) {
        if (needed > chunks.length) {
            int known = chunks.length;
            int capacity = Math.max(needed, 2 * known);
            chunks = Arrays.copyOf(chunks, capacity);
            Arrays.fill(chunks, known, capacity, EMPTY);
            marksIn = Arrays.copyOf(marksIn, capacity);
        }
    }

    private static long[] fullChunk() {
        long[] words = new long[CHUNK_WORDS];
        Arrays.fill(words, ALL);
        return words;
    }
}
