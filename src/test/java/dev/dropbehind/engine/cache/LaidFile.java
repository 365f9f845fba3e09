package dev.dropbehind.engine.cache;

import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.Pages;

/** A file of a few pages that lie on the device as a test says: strewn, or nowhere. */
final class LaidFile implements Layout {

    /** What is not written. */
    static final int NOWHERE = -1;

    private final Mapping mapping;
    private final int[] places;
    private long sizeBytes;

    /**
     * Lays a file.
     *
     * @param number number of its mapping
     * @param places the page of the device for each of its pages, or {@link #NOWHERE}
     */
    LaidFile(int number, long sizeBytes, int... places) {
        mapping = new Mapping(number, places.length, 0, 0, Pages.SECTORS, false, new ShadowNodes(new Counters()));
        this.places = places;
        this.sizeBytes = sizeBytes;
    }

    Mapping mapping() {
        return mapping;
    }

    void resize(long bytes) {
        sizeBytes = bytes;
    }

    void place(int page, int place) {
        places[page] = place;
    }

    @Override
    public long sizeBytes() {
        return sizeBytes;
    }

    @Override
    public long endOfPiece(long sector, long end) {
        int page = pageOf(sector) + 1;
        while ((long) page * Pages.SECTORS < end && follows(page)) {
            page++;
        }
        return Math.min(end, (long) page * Pages.SECTORS);
    }

    private boolean follows(int page) {
        int before = places[page - 1];
        return places[page] == (before == NOWHERE ? NOWHERE : before + 1);
    }

    @Override
    public boolean isWritten(long sector) {
        return places[pageOf(sector)] != NOWHERE;
    }

    @Override
    public long onDevice(long sector) {
        return (long) places[pageOf(sector)] * Pages.SECTORS + sector % Pages.SECTORS;
    }

    private static int pageOf(long sector) {
        return (int) (sector / Pages.SECTORS);
    }
}
