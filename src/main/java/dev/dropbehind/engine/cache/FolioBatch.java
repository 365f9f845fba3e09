package dev.dropbehind.engine.cache;

/**
 * The folios one look-up of a read found: up to 31 that follow each other and are up to date, each with a reference,
 * and what stopped the look-up (kernel-model §2.2 step 1).
 */
public final class FolioBatch {

    /** The most folios a look-up returns. */
    public static final int MAX_FOLIOS = 31;

    private final int[] rows = new int[MAX_FOLIOS];
    private final int[] counts = new int[MAX_FOLIOS];
    private int length;
    private int folios;
    private int endPage;
    private int markerPage;
    private int pendingPage;

    void clear(int firstPage) {
        length = 0;
        folios = 0;
        endPage = firstPage;
        markerPage = FolioTable.NONE;
        pendingPage = FolioTable.NONE;
    }

    void add(int folio, int siblings, int end) {
        rows[length] = folio;
        counts[length] = siblings;
        length++;
        folios += siblings;
        endPage = end;
    }

    void stopAtMarker(int page) {
        markerPage = page;
    }

    void stopAtPending(int page) {
        pendingPage = page;
    }

    /** Returns whether no folio was found up to date. */
    public boolean isEmpty() {
        return length == 0;
    }

    /** Returns how many folios were found. */
    public int folios() {
        return folios;
    }

    /** Returns the page behind the last folio found. */
    public int endPage() {
        return endPage;
    }

    /** Returns the pages of the first folio as a power of two; the batch is not empty. */
    public int firstOrder(FolioTable table) {
        return table.order(rows[0]);
    }

    /** Returns the page that carries the read-ahead marker, or {@link FolioTable#NONE}. */
    public int markerPage() {
        return markerPage;
    }

    /** Returns the page that is cached but not yet up to date and stopped the look-up, or {@link FolioTable#NONE}. */
    public int pendingPage() {
        return pendingPage;
    }

    /** Returns how many more folios fit. */
    int room() {
        return MAX_FOLIOS - folios;
    }

    int length() {
        return length;
    }

    int row(int position) {
        return rows[position];
    }

    /** Finds the folios again where others have split their rows since: afterwards each entry is one row. */
    void refresh(FolioTable table) {
        for (int i = 0; i < length; i++) {
            int siblings = table.siblings(rows[i]);
            if (siblings < counts[i]) {
                insertAfter(i, table.restOf(rows[i]), counts[i] - siblings);
                counts[i] = siblings;
            }
        }
    }

    private void insertAfter(int position, int folio, int siblings) {
        System.arraycopy(rows, position + 1, rows, position + 2, length - position - 1);
        System.arraycopy(counts, position + 1, counts, position + 2, length - position - 1);
        rows[position + 1] = folio;
        counts[position + 1] = siblings;
        length++;
    }
}
