package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.cache.Layout;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.spec.Pages;
import java.util.Arrays;

/**
 * A file: its length, its cached pages, and where they are on the device. Its extents are mapped or read as zeroes;
 * what is mapped lies on the device in pieces, one behind the other or strewn over the file's room.
 */
public final class Inode implements Layout {

    private final String name;
    private final Mapping mapping;
    private final long sizeBytes;
    private final long firstSector;
    private final Fragments fragments;
    private int[] extentEnds = new int[1];
    private boolean[] extentWritten = new boolean[1];
    private int extents;

    /**
     * Makes a file without extents.
     *
     * @param name its name in the jobs
     * @param mapping its cached pages
     * @param sizeBytes its length
     * @param firstSector where its room on the device begins
     * @param fragments how it lies there
     */
    public Inode(String name, Mapping mapping, long sizeBytes, long firstSector, Fragments fragments) {
        this.name = name;
        this.mapping = mapping;
        this.sizeBytes = sizeBytes;
        this.firstSector = firstSector;
        this.fragments = fragments;
    }

    /** Makes a file that is mapped and lies at the beginning of the device in one piece. */
    public static Inode inOnePiece(String name, Mapping mapping, long sizeBytes) {
        Inode file = new Inode(name, mapping, sizeBytes, 0, Fragments.one(mapping.endOfLastBlock()));
        file.appendExtent(mapping.endOfLastBlock(), true);
        return file;
    }

    /** Appends an extent that ends at a page; one that was never written reads as zeroes, and so does a hole. */
    public void appendExtent(int endPage, boolean written) {
        if (extents == extentEnds.length) {
            extentEnds = Arrays.copyOf(extentEnds, 2 * extents);
            extentWritten = Arrays.copyOf(extentWritten, 2 * extents);
        }
        extentEnds[extents] = endPage;
        extentWritten[extents] = written;
        extents++;
    }

    /** Returns its name in the jobs. */
    public String name() {
        return name;
    }

    /** Returns its cached pages. */
    public Mapping mapping() {
        return mapping;
    }

    @Override
    public long sizeBytes() {
        return sizeBytes;
    }

    /** Returns the page behind what lies together with a page: the end of its extent, or of its piece on the device. */
    @Override
    public int endOfPiece(int page) {
        int extentEnd = extentEnds[extentOf(page)];
        return isWritten(page) ? Math.min(extentEnd, fragments.endOf(page)) : extentEnd;
    }

    @Override
    public boolean isWritten(int page) {
        return extentWritten[extentOf(page)];
    }

    @Override
    public long sectorOf(int page) {
        return firstSector + (long) fragments.placeOf(page) * Pages.SECTORS;
    }

    private int extentOf(int page) {
        int found = Arrays.binarySearch(extentEnds, 0, extents, page + 1);
        return found >= 0 ? found : -found - 1;
    }
}
