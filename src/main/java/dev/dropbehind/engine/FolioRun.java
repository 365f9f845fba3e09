package dev.dropbehind.engine;

/**
 * Pages of a file that follow each other and are cached in the same state.
 *
 * @param file number of the file
 * @param firstPage first page
 * @param pages how many
 * @param flags names of the flags, joined by {@code |}
 */
public record FolioRun(int file, int firstPage, int pages, String flags) {

    /** Returns whether another run goes on where this one ends, in the same state. */
    boolean continuesIn(FolioRun next) {
        return file == next.file && firstPage + pages == next.firstPage && flags.equals(next.flags);
    }
}
