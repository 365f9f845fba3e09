package dev.dropbehind.engine.fs;

import java.util.Arrays;

/**
 * Folios that follow each other in a file, locked and on their way from the device: what one call of read-ahead hands
 * to the file system. Used over and over.
 */
public final class LockedFolios {

    private int[] orders = new int[16];
    private int[] counts = new int[16];
    private int pieces;
    private int first;
    private int end;

    /** Starts again with no folios before a page. */
    public void startAt(int page) {
        first = page;
        end = page;
        pieces = 0;
    }

    /**
     * Appends folios.
     *
     * @param order pages of each as a power of two
     * @param count how many
     */
    public void append(int order, int count) {
        end += count << order;
        if (pieces > 0 && orders[pieces - 1] == order) {
            counts[pieces - 1] += count;
            return;
        }
        if (pieces == orders.length) {
            orders = Arrays.copyOf(orders, 2 * pieces);
            counts = Arrays.copyOf(counts, 2 * pieces);
        }
        orders[pieces] = order;
        counts[pieces] = count;
        pieces++;
    }

    /** Returns the first page. */
    public int first() {
        return first;
    }

    /** Returns the page behind the last folio. */
    public int end() {
        return end;
    }

    /** Returns whether there are no folios. */
    public boolean isEmpty() {
        return first == end;
    }

    /** Returns how many folios have pages in a range of pages that lies within. */
    int foliosIn(int from, int to) {
        int folios = 0;
        int page = first;
        for (int piece = 0; piece < pieces; piece++) {
            int order = orders[piece];
            int next = page + (counts[piece] << order);
            int begin = Math.max(from, page);
            int stop = Math.min(to, next);
            if (begin < stop) {
                folios += ((stop - 1 - page) >> order) - ((begin - page) >> order) + 1;
            }
            page = next;
        }
        return folios;
    }

    /** Returns the page behind so many folios, the first of which holds a page; or the end where there are fewer. */
    int endOfFolios(int from, int most) {
        int left = most;
        int page = first;
        for (int piece = 0; piece < pieces; piece++) {
            int order = orders[piece];
            int next = page + (counts[piece] << order);
            if (from < next) {
                int skipped = Math.max(0, from - page) >> order;
                int here = Math.min(left, counts[piece] - skipped);
                left -= here;
                if (left == 0) {
                    return page + ((skipped + here) << order);
                }
            }
            page = next;
        }
        return end;
    }
}
