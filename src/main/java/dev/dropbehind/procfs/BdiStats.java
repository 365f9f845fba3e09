package dev.dropbehind.procfs;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.Toggle;
import java.util.Locale;

/**
 * The two files that debugfs has of a backing device (kernel-model §7.4): {@code stats}, of the device as a whole, and
 * {@code wb_stats}, of its only writeback structure, that of the root cgroup.
 *
 * <p>What nothing has written to has no share of the dirty threshold and an estimated bandwidth of 100 MB/s, with which
 * the kernel begins. Share and bandwidth are those of the last time the kernel measured. The state says that the device
 * is registered, and whether it has dirty files.
 */
final class BdiStats {

    private static final int PAGE_TO_KIB = Pages.SHIFT - 10;
    private static final int REGISTERED = 1;
    private static final int HAS_DIRTY_FILES = 4;

    private BdiStats() {}

    /** Returns the file {@code stats}. */
    static String stats(Snapshot at) {
        return String.format(
                Locale.ROOT,
                """
                BdiWriteback:       %10d kB
                BdiReclaimable:     %10d kB
                %sBdiDirtyThresh:     %10d kB
                DirtyThresh:        %10d kB
                BackgroundThresh:   %10d kB
                BdiDirtied:         %10d kB
                BdiWritten:         %10d kB
                BdiWriteBandwidth:  %10d kBps
                b_dirty:            %10d
                b_io:               %10d
                b_more_io:          %10d
                b_dirty_time:       %10d
                bdi_list:           %10d
                state:              %10x
                """,
                at.kib(Counter.WB_WRITEBACK),
                at.kib(Counter.WB_RECLAIMABLE),
                dontcacheDirty(at, "BdiDontcacheDirty:  "),
                at.kib(Counter.WB_DIRTY_THRESH),
                MemoryFigures.dirtyThreshold(at) << PAGE_TO_KIB,
                MemoryFigures.backgroundThreshold(at) << PAGE_TO_KIB,
                at.kib(Counter.WB_DIRTIED),
                at.kib(Counter.WB_WRITTEN),
                at.kib(Counter.WB_WRITE_BANDWIDTH),
                at.count(Counter.WB_INODES_DIRTY),
                at.count(Counter.WB_INODES_IO),
                at.count(Counter.WB_INODES_MORE_IO),
                0,
                1,
                state(at));
    }

    /** Returns the file {@code wb_stats}. */
    static String wbStats(Snapshot at) {
        return String.format(
                Locale.ROOT,
                """
                WbCgIno:           %10d
                WbWriteback:       %10d kB
                WbReclaimable:     %10d kB
                %sWbDirtyThresh:     %10d kB
                WbDirtied:         %10d kB
                WbWritten:         %10d kB
                WbWriteBandwidth:  %10d kBps
                b_dirty:           %10d
                b_io:              %10d
                b_more_io:         %10d
                b_dirty_time:      %10d
                state:             %10x

                """,
                1,
                at.kib(Counter.WB_WRITEBACK),
                at.kib(Counter.WB_RECLAIMABLE),
                dontcacheDirty(at, "WbDontcacheDirty:  "),
                at.kib(Counter.WB_DIRTY_THRESH),
                at.kib(Counter.WB_DIRTIED),
                at.kib(Counter.WB_WRITTEN),
                at.kib(Counter.WB_WRITE_BANDWIDTH),
                at.count(Counter.WB_INODES_DIRTY),
                at.count(Counter.WB_INODES_IO),
                at.count(Counter.WB_INODES_MORE_IO),
                0,
                state(at));
    }

    /**
     * Returns the row that a patch adds, or nothing. The kernel adds up what its processors have, and shows nothing
     * that is negative.
     */
    private static String dontcacheDirty(Snapshot at, String label) {
        boolean hasRow = at.spec().kernel().toggles().has(Toggle.MM_BDI_DONTCACHE_DIRTY_ROW);
        long kib = Math.max(0, at.kib(Counter.WB_DONTCACHE_DIRTY));
        return hasRow ? String.format(Locale.ROOT, "%s%10d kB\n", label, kib) : "";
    }

    private static int state(Snapshot at) {
        long files = at.count(Counter.WB_INODES_DIRTY)
                + at.count(Counter.WB_INODES_IO)
                + at.count(Counter.WB_INODES_MORE_IO);
        return REGISTERED | (files > 0 ? HAS_DIRTY_FILES : 0);
    }
}
