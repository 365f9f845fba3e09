package dev.dropbehind.engine.spec;

/** The page size of the model, 4096 bytes, and what follows from it. */
public final class Pages {

    /** Bytes of a page as a power of two. */
    public static final int SHIFT = 12;

    /** Bytes of a page. */
    public static final int SIZE = 1 << SHIFT;

    /** Bytes of a sector, in which the block layer counts whatever the device's own blocks are. */
    public static final int SECTOR_SIZE = 512;

    /** Sectors of 512 bytes in a page. */
    public static final int SECTORS = SIZE / SECTOR_SIZE;

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
