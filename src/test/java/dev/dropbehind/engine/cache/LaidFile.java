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
        mapping = new Mapping(number, places.length, 0, 0, false, new ShadowNodes(new Counters()));
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

    /** Returns where a byte lies on the device. */
    long deviceByte(long fileByte) {
        int page = Pages.of(fileByte);
        return Pages.bytes(places[page]) + fileByte - Pages.bytes(page);
    }

    @Override
    public long sizeBytes() {
        return sizeBytes;
    }

    @Override
    public int endOfPiece(int page) {
        int end = page + 1;
        while (end < places.length && follows(end)) {
            end++;
        }
        return end;
    }

    private boolean follows(int page) {
        return isWritten(page) ? isWritten(page - 1) && places[page] == places[page - 1] + 1 : !isWritten(page - 1);
    }

    @Override
    public boolean isWritten(int page) {
        return places[page] != NOWHERE;
    }

    @Override
    public long sectorOf(int page) {
        return (long) places[page] * Pages.SECTORS;
    }
}
