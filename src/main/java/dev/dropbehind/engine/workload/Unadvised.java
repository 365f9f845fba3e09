package dev.dropbehind.engine.workload;

/** What a task has read and written since it last said that it no longer needs it. */
final class Unadvised {

    private long first;
    private long end;
    private long bytes;

    /** Adds what a call has moved; nothing where it moved nothing. */
    void add(long from, long length) {
        if (length == 0) {
            return;
        }
        first = bytes == 0 ? from : Math.min(first, from);
        end = bytes == 0 ? from + length : Math.max(end, from + length);
        bytes += length;
    }

    void clear() {
        bytes = 0;
    }

    /** Returns how many bytes were moved, each as often as it was. */
    long bytes() {
        return bytes;
    }

    /** Returns the lowest byte that was moved. */
    long first() {
        return first;
    }

    /** Returns how many bytes lie from the lowest to the highest that was moved. */
    long span() {
        return end - first;
    }
}
