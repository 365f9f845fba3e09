package dev.dropbehind.engine;

/**
 * Pages of a file that follow each other and are cached in folios of the same size and state.
 *
 * @param file number of the file
 * @param firstPage first page
 * @param pages how many
 * @param order pages of each folio as a power of two
 * @param flags names of the flags, joined by {@code |}
 */
public record FolioRun(int file, int firstPage, int pages, int order, String flags) {

    /** Returns whether another run goes on where this one ends, in the same state. */
    boolean continuesIn(FolioRun next) {
        return file == next.file
                && firstPage + pages == next.firstPage
                && order == next.order
                && flags.equals(next.flags);
    }

    /** Returns this run and the one that goes on where it ends as one. */
    FolioRun joinedWith(FolioRun next) {
        return new FolioRun(file, firstPage, pages + next.pages, order, flags);
    }
}
