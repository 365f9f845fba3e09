package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.spec.Pages;
import java.util.Arrays;

/** A file: its length, its cached pages, and where its extents are on the device. */
public final class Inode {

    private static final long NOWHERE = -1;

    private final String name;
    private final Mapping mapping;
    private final long sizeBytes;
    private int[] extentEnds = new int[1];
    private long[] extentSectors = new long[1];
    private int extents;

    /**
     * Makes a file without extents.
     *
     * @param name its name in the jobs
     * @param mapping its cached pages
     * @param sizeBytes its length
     */
    public Inode(String name, Mapping mapping, long sizeBytes) {
        this.name = name;
        this.mapping = mapping;
        this.sizeBytes = sizeBytes;
    }

    /** Appends an extent that ends at a page and begins on the device at a sector. */
    public void appendExtent(int endPage, long sector) {
        if (extents == extentEnds.length) {
            extentEnds = Arrays.copyOf(extentEnds, 2 * extents);
            extentSectors = Arrays.copyOf(extentSectors, 2 * extents);
        }
        extentEnds[extents] = endPage;
        extentSectors[extents] = sector;
        extents++;
    }

    /** Appends a hole, or an extent whose blocks were never written, that ends at a page: it reads as zeroes. */
    public void appendZeroes(int endPage) {
        appendExtent(endPage, NOWHERE);
    }

    /** Returns its name in the jobs. */
    public String name() {
        return name;
    }

    /** Returns its cached pages. */
    public Mapping mapping() {
        return mapping;
    }

    /** Returns its length in bytes. */
    public long sizeBytes() {
        return sizeBytes;
    }

    /** Returns the page behind the extent that holds a page. */
    int endOfExtent(int page) {
        return extentEnds[extentOf(page)];
    }

    /** Returns whether the device has something for a page; otherwise it reads as zeroes. */
    boolean isWritten(int page) {
        return extentSectors[extentOf(page)] != NOWHERE;
    }

    /** Returns the first sector of a page that is written. */
    long sectorOf(int page) {
        int extent = extentOf(page);
        int first = extent == 0 ? 0 : extentEnds[extent - 1];
        return extentSectors[extent] + (long) (page - first) * Pages.SECTORS;
    }

    private int extentOf(int page) {
        int found = Arrays.binarySearch(extentEnds, 0, extents, page + 1);
        return found >= 0 ? found : -found - 1;
    }
}
