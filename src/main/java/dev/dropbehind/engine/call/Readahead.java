package dev.dropbehind.engine.call;

import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Pages;

/**
 * The read-ahead state of one open file (kernel-model §2.3, decisions.md 7).
 *
 * <p>A miss at the start of the file or right behind the last read opens a window; a miss behind a run of cached pages
 * reads on from there; any other miss reads just what is asked for. The window carries a marker so many pages before
 * its end: the read that meets it starts the next window, twice or four times as long up to the limit and of folios
 * four times as large. With a limit of zero every missing page is read by itself; a file opened for random access is
 * read just as far as the call asks. What to read and by which rule is decided here; folios are built by
 * {@link WindowRead}.
 */
final class Readahead {

    private static final int ORDER_STEP = 2;

    /** So many page faults that missed, less those that hit, show that reading around a fault is of no use. */
    private static final int USELESS_MISSES = 100;

    private static final int MOST_MISSES = 10 * USELESS_MISSES;

    private final int maxPages;
    private final int largestRequestPages;
    private final boolean random;
    private int start;
    private int size;
    private int asyncSize;
    private int order;
    private long previousPosition = -1;
    private int faultMisses;

    private Fact.Kind rule = Fact.Kind.WINDOW_RANDOM;
    private int windowFirst;
    private int windowPages;
    private int windowAhead;
    private boolean windowOfLargeFolios;

    /**
     * Starts without a window.
     *
     * @param maxPages longest window in pages: {@code read_ahead_kb}, twice that for POSIX_FADV_SEQUENTIAL
     * @param largestRequestPages largest request of the device in pages: a longer read may use windows as long as that
     * @param random whether POSIX_FADV_RANDOM holds: nothing is read that was not asked for
     */
    Readahead(int maxPages, int largestRequestPages, boolean random) {
        this.maxPages = maxPages;
        this.largestRequestPages = largestRequestPages;
        this.random = random;
    }

    /** Returns the position behind the last byte of the last call, or -1 before the first. */
    long previousPosition() {
        return previousPosition;
    }

    /** Remembers where a call ended. */
    void callEndedAt(long position) {
        previousPosition = position;
    }

    /** Returns by which rule the last window was decided. */
    Fact.Kind rule() {
        return rule;
    }

    /** Returns the first page of the window decided last. */
    int windowFirst() {
        return windowFirst;
    }

    /** Returns the pages of the window decided last, those behind the end of the file included; 0 for no window. */
    int windowPages() {
        return windowPages;
    }

    /** Returns how many pages before the end of the window its marker is; 0 where it has none. */
    int windowAhead() {
        return windowAhead;
    }

    /** Returns whether the window is to be built of folios of {@link #order()}; otherwise of the smallest ones. */
    boolean windowIsOfLargeFolios() {
        return windowOfLargeFolios;
    }

    /** Returns the order of the folios a window of large ones begins with. */
    int order() {
        return order;
    }

    /**
     * Decides what to read because a page is missing.
     *
     * @param index the page
     * @param request pages left in the call, those behind the end of the file included
     */
    void decideSync(Mapping mapping, int index, int request) {
        if (maxPages == 0 || random) {
            int asked = maxPages == 0 ? 1 : request;
            exactly(Fact.Kind.WINDOW_FORCED, index, Math.min(asked, Math.max(largestRequestPages, maxPages)));
            return;
        }
        int max = maxFor(request);
        if (index == 0 || request > max || continuesLastCall(index)) {
            rule = index == 0
                    ? Fact.Kind.WINDOW_AT_START
                    : request > max ? Fact.Kind.WINDOW_OVERSIZED : Fact.Kind.WINDOW_CONTINUES_LAST_CALL;
            open(index, firstSize(request, max));
            asyncSize = size > request ? size - request : size / 2;
        } else {
            int before = mapping.presentBefore(index, max);
            if (before <= request) {
                exactly(Fact.Kind.WINDOW_RANDOM, index, request);
                return;
            }
            rule = Fact.Kind.WINDOW_BEHIND_CACHED_RUN;
            open(index, Math.min((before == index ? 2 * before : before) + request, max));
            asyncSize = 1;
        }
        order = 0;
        window(mapping);
    }

    /**
     * Decides what to read because the marker was met.
     *
     * @param index first page of the folio that carried it
     * @param folioPages pages of that folio
     * @param request pages left in the call from there on, those behind the end of the file included
     */
    void decideAsync(Mapping mapping, int index, int folioPages, int request) {
        int max = maxFor(request);
        int expected = start + size - asyncSize;
        if (index == expected - expected % folioPages) {
            rule = Fact.Kind.WINDOW_AT_MARKER;
            open(start + size, Math.max(size, nextSize(size, max)));
        } else {
            int gap = mapping.nextMissing(index + 1, index + 1 + max);
            if (gap - index > max) {
                decideNothing();
                return;
            }
            rule = Fact.Kind.WINDOW_BEHIND_GAP;
            open(gap, nextSize(gap - index + request, max));
        }
        order += ORDER_STEP;
        endAtMultipleOf(1 << Math.min(order, Integer.numberOfTrailingZeros(max)));
        asyncSize = size;
        window(mapping);
    }

    /**
     * Decides what to read because a page fault misses a page: a window around it, or the page alone where such windows
     * have been of no use or the file is opened for random access (do_sync_mmap_readahead).
     */
    void decideAround(Mapping mapping, int index) {
        faultMisses = Math.min(MOST_MISSES, faultMisses + 1);
        if (maxPages == 0 || random || faultMisses > USELESS_MISSES) {
            exactly(Fact.Kind.WINDOW_FORCED, index, 1);
            return;
        }
        rule = Fact.Kind.WINDOW_AROUND_FAULT;
        int first = Math.max(0, index - maxPages / 2);
        open(first >> mapping.minOrder() << mapping.minOrder(), maxPages);
        asyncSize = maxPages / 4;
        order = 0;
        window(mapping);
    }

    /** Hears that a page fault has found its page. */
    void faultHit() {
        faultMisses = Math.max(0, faultMisses - 1);
    }

    /** Decides that there is nothing to read. */
    void decideNothing() {
        windowPages = 0;
    }

    private void open(int first, int pages) {
        start = first;
        size = pages;
    }

    private void endAtMultipleOf(int align) {
        int alignedEnd = start + size - (start + size) % align;
        if (alignedEnd > start) {
            size = alignedEnd - start;
        }
    }

    /** Reads the window of the state; what the order comes to is part of the state. */
    private void window(Mapping mapping) {
        windowFirst = start;
        windowPages = size;
        windowAhead = asyncSize;
        windowOfLargeFolios = mapping.hasLargeFolios();
        int longest = Math.min(mapping.maxOrder(), log2(size));
        order = windowOfLargeFolios ? Math.max(Math.min(order, longest), mapping.minOrder()) : 0;
    }

    /** Reads these pages and nothing ahead of them; the state stays as it is. */
    private void exactly(Fact.Kind why, int first, int pages) {
        rule = why;
        windowFirst = first;
        windowPages = pages;
        windowAhead = 0;
        windowOfLargeFolios = false;
    }

    private boolean continuesLastCall(int index) {
        int distance = index - Pages.of(previousPosition);
        return previousPosition >= 0 && distance >= 0 && distance <= 1;
    }

    private int maxFor(int request) {
        boolean longer = request > maxPages && largestRequestPages > maxPages;
        return longer ? Math.min(request, largestRequestPages) : maxPages;
    }

    private static int log2(int pages) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(pages);
    }

    /** Returns the size of a first window. */
    static int firstSize(int request, int max) {
        int rounded = Integer.highestOneBit(Math.max(1, 2 * request - 1));
        if (rounded <= max / 32) {
            return rounded * 4;
        }
        return rounded <= max / 4 ? rounded * 2 : max;
    }

    /** Returns the size of the window after one of this size. */
    static int nextSize(int size, int max) {
        if (size < max / 16) {
            return size * 4;
        }
        return size <= max / 2 ? size * 2 : max;
    }
}
