package dev.dropbehind.engine.workload;

/** What a task has read since it last said that it no longer needs what it has read. */
final class Unadvised {

    private long first;
    private long end;
    private long bytes;

    /** Adds what a call has read; nothing where it read nothing. */
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

    /** Returns how many bytes were read, each as often as it was. */
    long bytes() {
        return bytes;
    }

    /** Returns the lowest byte that was read. */
    long first() {
        return first;
    }

    /** Returns how many bytes lie from the lowest to the highest that was read. */
    long span() {
        return end - first;
    }
}
