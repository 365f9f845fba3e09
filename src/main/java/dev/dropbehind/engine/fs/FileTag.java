package dev.dropbehind.engine.fs;

/** What a file system knows a bio by: the number of the file, the first sector in it, and how the bio ends. */
final class FileTag {

    private static final int SECTOR_BITS = 34;
    private static final int STAGE_BITS = 2;

    private FileTag() {}

    static long of(int mapping, long sector, int stage) {
        return ((((long) mapping << STAGE_BITS) | stage) << SECTOR_BITS) | sector;
    }

    static int mapping(long tag) {
        return (int) (tag >>> (SECTOR_BITS + STAGE_BITS));
    }

    static long sector(long tag) {
        return tag & ((1L << SECTOR_BITS) - 1);
    }

    static int stage(long tag) {
        return (int) (tag >>> SECTOR_BITS) & ((1 << STAGE_BITS) - 1);
    }
}
