package dev.dropbehind.engine.cache;

import java.util.StringJoiner;

/** The flags of a folio (kernel-model §1.1), as bits. */
public final class FolioFlags {

    /** Somebody works on it; a folio under read I/O stays locked until the read ends. */
    public static final int LOCKED = 1;
    /** Its contents are those of the file. */
    public static final int UPTODATE = 1 << 1;
    /** Its contents must be written back. */
    public static final int DIRTY = 1 << 2;
    /** It is on its way to the device. */
    public static final int WRITEBACK = 1 << 3;
    /** It leaves the cache when its reader or its writeback is done with it. */
    public static final int DROPBEHIND = 1 << 4;
    /** It was used once since it came or since reclaim last looked. */
    public static final int REFERENCED = 1 << 5;
    /** It is on the active list, or will be when it gets to a list. */
    public static final int ACTIVE = 1 << 6;
    /** It was active before. */
    public static final int WORKINGSET = 1 << 7;
    /** Whoever reads it starts the next read-ahead window. */
    public static final int READAHEAD = 1 << 8;
    /** Reclaim wants it: it goes to the old end of its list when its writeback ends. */
    public static final int RECLAIM = 1 << 9;
    /** Its dirty pages are accounted, and the index says so. */
    public static final int DIRTY_TAG = 1 << 10;
    /** Its dirty pages are counted among those that leave the cache once written; the kernel keeps no such flag. */
    static final int COUNTED = 1 << 11;
    /** An uncached write of a part of it has made or marked it; the kernel has no such flag (kernel-model §8.7). */
    public static final int EDGE = 1 << 12;

    private static final String[] NAMES = {
        "locked",
        "uptodate",
        "dirty",
        "writeback",
        "dropbehind",
        "referenced",
        "active",
        "workingset",
        "readahead",
        "reclaim"
    };

    private FolioFlags() {}

    /** Returns the names of the flags that are set, for messages. */
    public static String toString(int flags) {
        StringJoiner names = new StringJoiner("|");
        for (int bit = 0; bit < NAMES.length; bit++) {
            if ((flags & (1 << bit)) != 0) {
                names.add(NAMES[bit]);
            }
        }
        return names.toString();
    }
}
