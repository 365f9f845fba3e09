package dev.dropbehind.engine.fs;

/**
 * How a file of so many pages lies in its room on the device: in pieces of equal length whose order is stirred, so that
 * no piece follows on the device the one it follows in the file. The last piece may be shorter and keeps its place.
 */
public final class Fragments {

    private static final double GOLDEN_RATIO = 0.618;

    private final int pages;
    private final int piecePages;
    private final int wholePieces;
    private final int stride;

    private Fragments(int pages, int piecePages) {
        this.pages = pages;
        this.piecePages = piecePages;
        wholePieces = pages / piecePages;
        stride = strideThrough(wholePieces);
    }

    /** Returns a file in one piece. */
    public static Fragments one(int pages) {
        return new Fragments(pages, Math.max(1, pages));
    }

    /**
     * Returns a file in pieces.
     *
     * @param pages its length, at least 1
     * @param piecePages the length of a piece, at least 1
     */
    public static Fragments of(int pages, int piecePages) {
        return new Fragments(pages, Math.min(pages, piecePages));
    }

    /** Returns the length in pages. */
    int pages() {
        return pages;
    }

    /** Returns the page behind the piece that holds a page. */
    int endOf(int page) {
        return Math.min(pages, (page / piecePages + 1) * piecePages);
    }

    /** Returns where a page lies in the file's room, in pages. */
    int placeOf(int page) {
        int piece = page / piecePages;
        int slot = piece < wholePieces ? (int) ((piece + 1L) * stride % wholePieces) : piece;
        return slot * piecePages + page % piecePages;
    }

    /** Returns a step, not to the next slot, that visits all slots and the first of them last. */
    private static int strideThrough(int slots) {
        int step = Math.max(2, (int) (slots * GOLDEN_RATIO));
        while (commonDivisor(step, slots) > 1) {
            step++;
        }
        return step;
    }

    private static int commonDivisor(int a, int b) {
        return b == 0 ? a : commonDivisor(b, a % b);
    }
}
