package dev.dropbehind.procfs;

import static dev.dropbehind.engine.measure.Counter.NR_ACTIVE_FILE;
import static dev.dropbehind.engine.measure.Counter.NR_BUFFER_PAGES;
import static dev.dropbehind.engine.measure.Counter.NR_FILE_PAGES;
import static dev.dropbehind.engine.measure.Counter.NR_FREE_PAGES;
import static dev.dropbehind.engine.measure.Counter.NR_INACTIVE_FILE;

import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.VmSpec;
import dev.dropbehind.engine.spec.Watermarks;

/**
 * What the kernel works out from several counters when a file is read (kernel-model §4.2, §7.5). The zone's high
 * watermark is all of the kernel's reserve: there is one zone, so none keeps memory back for another.
 */
final class MemoryFigures {

    private static final int PAGE_TO_KIB = Pages.SHIFT - 10;
    private static final int OVERCOMMIT_PERCENT = 50;

    private MemoryFigures() {}

    /** Returns the memory that the kernel manages, in KiB. */
    static long totalKib(Snapshot at) {
        return at.spec().memory().ramBytes() >> Pages.SHIFT << PAGE_TO_KIB;
    }

    /** Returns what could be allocated without swapping, in KiB: free memory and the part of the cache that can go. */
    static long availableKib(Snapshot at) {
        Watermarks marks = Watermarks.of(at.spec().memory());
        long kept = Math.min(filePages(at) / 2, marks.low());
        long available = at.count(NR_FREE_PAGES) - marks.high() + filePages(at) - kept;
        return Math.max(available, 0) << PAGE_TO_KIB;
    }

    /** Returns the page cache without that of block devices, in KiB. */
    static long cachedKib(Snapshot at) {
        return at.kib(NR_FILE_PAGES) - at.kib(NR_BUFFER_PAGES);
    }

    /** Returns what sar calls used, in KiB: neither free nor page cache nor slab. */
    static long usedKib(Snapshot at) {
        return totalKib(at) - at.kib(NR_FREE_PAGES) - at.kib(NR_FILE_PAGES) - slabKib(at);
    }

    /** Returns the memory in slabs, in KiB; none of it can be reclaimed. */
    static long slabKib(Snapshot at) {
        return slabPages(at) << PAGE_TO_KIB;
    }

    /** Returns the memory in slabs, in pages. */
    static long slabPages(Snapshot at) {
        return at.spec().memory().slabBytes() >> Pages.SHIFT;
    }

    /** Returns what may be promised to processes where overcommitting is off, in KiB. */
    static long commitLimitKib(Snapshot at) {
        long pages = at.spec().memory().ramBytes() >> Pages.SHIFT;
        return (pages * OVERCOMMIT_PERCENT / 100) << PAGE_TO_KIB;
    }

    /** Returns the dirty pages at which writers are held. */
    static long dirtyThreshold(Snapshot at) {
        return at.spec().memory().vm().thresholdPages(dirtyablePages(at));
    }

    /** Returns the dirty pages at which writeback begins. */
    static long backgroundThreshold(Snapshot at) {
        return at.spec().memory().vm().backgroundPages(dirtyablePages(at));
    }

    private static long dirtyablePages(Snapshot at) {
        long reserve = Watermarks.of(at.spec().memory()).high();
        return VmSpec.dirtyablePages(at.count(NR_FREE_PAGES), reserve, filePages(at));
    }

    private static long filePages(Snapshot at) {
        return at.count(NR_ACTIVE_FILE) + at.count(NR_INACTIVE_FILE);
    }
}
