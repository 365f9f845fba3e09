package dev.dropbehind.engine.spec;

/** The page size of the model, 4096 bytes, and what follows from it. */
public final class Pages {

    /** Bytes of a page as a power of two. */
    public static final int SHIFT = 12;

    /** Bytes of a page. */
    public static final int SIZE = 1 << SHIFT;

    /** Sectors of 512 bytes in a page. */
    public static final int SECTORS = SIZE / 512;

    private Pages() {}

    /** Returns the bytes of this many pages. */
    public static long bytes(long pages) {
        return pages << SHIFT;
    }

    /** Returns the page that holds this byte. */
    public static int of(long position) {
        return (int) (position >> SHIFT);
    }

    /** Returns how many pages hold this many bytes, a last partial one included. */
    public static int holding(long bytes) {
        return (int) ((bytes + SIZE - 1) >> SHIFT);
    }
}
