package dev.dropbehind.engine.call;

import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Pages;

/**
 * The read-ahead window of one open file (kernel-model §2.3, decisions.md 7).
 *
 * <p>A miss at the start of the file or right behind the last read opens a window; a miss behind a run of cached pages
 * reads on from there; any other miss reads just what is asked for. The window carries a marker so many pages before
 * its end: the read that meets it starts the next window, twice or four times as long up to the limit. With a limit of
 * zero nothing is read ahead and every missing page is read by itself. Window and marker are decided here; pages are
 * inserted by {@link WindowRead}.
 */
final class Readahead {

    private final int maxPages;
    private final int largestRequestPages;
    private int start;
    private int size;
    private int asyncSize;
    private long previousPosition = -1;
    private int windowFirst;
    private int windowPages;
    private int windowMarker;
    private Fact.Kind rule = Fact.Kind.WINDOW_FORCED;

    /**
     * Starts without a window.
     *
     * @param maxPages {@code read_ahead_kb} in pages
     * @param largestRequestPages largest request of the device in pages: a longer read may use windows as long as that
     */
    Readahead(int maxPages, int largestRequestPages) {
        this.maxPages = maxPages;
        this.largestRequestPages = largestRequestPages;
    }

    /** Returns the position behind the last byte of the last call, or -1 before the first. */
    long previousPosition() {
        return previousPosition;
    }

    /** Remembers where a call ended. */
    void callEndedAt(long position) {
        previousPosition = position;
    }

    /** Returns the first page of the window decided last. */
    int windowFirst() {
        return windowFirst;
    }

    /** Returns the pages of the window decided last; 0 where there is nothing to read. */
    int windowPages() {
        return windowPages;
    }

    /** Returns the page of the window that gets the marker, or a negative number where none does. */
    int windowMarker() {
        return windowMarker;
    }

    /** Returns the rule by which the window was decided last. */
    Fact.Kind rule() {
        return rule;
    }

    /**
     * Decides what to read because a page is missing.
     *
     * @param index the page
     * @param request pages left in the call, those behind the end of the file included
     */
    void decideSync(Mapping mapping, int index, int request) {
        if (maxPages == 0) {
            rule = Fact.Kind.WINDOW_FORCED;
            window(mapping, index, 1, 0);
            return;
        }
        int max = maxFor(request);
        if (index == 0 || request > max || continuesLastCall(index)) {
            rule = ruleOfStream(index, request > max);
            open(index, firstSize(request, max));
            asyncSize = size > request ? size - request : size / 2;
            window(mapping);
            return;
        }
        int before = mapping.presentBefore(index, max);
        if (before <= request) {
            rule = Fact.Kind.WINDOW_RANDOM;
            window(mapping, index, request, 0);
            return;
        }
        rule = Fact.Kind.WINDOW_BEHIND_CACHED_RUN;
        open(index, Math.min((before == index ? 2 * before : before) + request, max));
        asyncSize = 1;
        window(mapping);
    }

    /**
     * Decides what to read because the marker was met.
     *
     * @param index the page that carried it
     * @param request pages left in the call from there on, those behind the end of the file included
     */
    void decideAsync(Mapping mapping, int index, int request) {
        int max = maxFor(request);
        if (index == start + size - asyncSize) {
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
        asyncSize = size;
        window(mapping);
    }

    /** Decides that there is nothing to read. */
    void decideNothing() {
        windowPages = 0;
        windowMarker = -1;
    }

    private void open(int first, int pages) {
        start = first;
        size = pages;
    }

    private void window(Mapping mapping) {
        window(mapping, start, size, asyncSize);
    }

    /** Cuts a window at the end of the file; a marker that would lie behind what is left is not set. */
    private void window(Mapping mapping, int first, int pages, int lookahead) {
        windowFirst = first;
        windowPages = Math.clamp((long) mapping.filePages() - first, 0, pages);
        boolean marked = lookahead > 0 && lookahead <= windowPages;
        windowMarker = marked ? first + windowPages - lookahead : -1;
    }

    private static Fact.Kind ruleOfStream(int index, boolean oversized) {
        if (index == 0) {
            return Fact.Kind.WINDOW_AT_START;
        }
        return oversized ? Fact.Kind.WINDOW_OVERSIZED : Fact.Kind.WINDOW_CONTINUES_LAST_CALL;
    }

    private boolean continuesLastCall(int index) {
        int distance = index - Pages.of(previousPosition);
        return previousPosition >= 0 && distance >= 0 && distance <= 1;
    }

    private int maxFor(int request) {
        boolean longer = request > maxPages && largestRequestPages > maxPages;
        return longer ? Math.min(request, largestRequestPages) : maxPages;
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
