package dev.dropbehind.engine;

import dev.dropbehind.engine.measure.Fact;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What became of pages that writes have covered only in part: who wrote the other part of a block that has to be read
 * for a write, and why it was not cached any more (kernel-model §8.2). A page counts as what a block has, where that is
 * more than one.
 */
final class LogEdges {

    /** Who has written so many edges is far behind those that others come back to. */
    private static final int MOST_EDGES = 1 << 16;

    /** A write that a task is in. */
    private record Write(int file, long offset, long length) {

        /** Returns whether it covers the block of a page only in part. */
        boolean hasEdgeAt(long page, long blockBytes, long pageBytes) {
            long begin = page * pageBytes;
            return begin < offset + length
                    && offset < begin + blockBytes
                    && (begin < offset || offset + length < begin + blockBytes);
        }
    }

    private final long pageBytes;
    private final int blockPages;
    private final Map<String, Write> writes = new TreeMap<>();
    private final TreeMap<Long, LogEntry.Edge> edges = new TreeMap<>();

    /** Knows edges of blocks of so many pages. */
    LogEdges(int blockPages, int pageBytes) {
        this.blockPages = blockPages;
        this.pageBytes = pageBytes;
    }

    /** Hears of a fact, after it is written down. */
    void hear(Fact.Kind kind, String actor, int file, long first, long count, long nanos) {
        switch (kind) {
            case WRITE_BEGINS -> writes.put(actor, new Write(file, first, count));
            case COPIED_IN -> written(actor, file, first, first + count, nanos);
            case DROPPED, EDGE_DROPPED, RECLAIMED, INVALIDATED, INVALIDATED_FOR_DIRECT, TRUNCATED, RANGE_REMOVED ->
                gone(kind, actor, file, first, first + count, nanos);
            default -> {}
        }
    }

    /** Returns who last wrote a part of the block of a page and what became of it; null where nobody did. */
    LogEntry.@Nullable Edge edgeAt(int file, long page) {
        return edges.get(key(file, page));
    }

    private void written(String actor, int file, long first, long end, long nanos) {
        Write write = writes.get(actor);
        if (write == null || write.file() != file) {
            return;
        }
        long last = blockOf(end - 1);
        noteIfEdge(write, actor, blockOf(first), nanos);
        if (last > blockOf(first)) {
            noteIfEdge(write, actor, last, nanos);
        }
    }

    private void noteIfEdge(Write write, String actor, long page, long nanos) {
        if (write.hasEdgeAt(page, blockPages * pageBytes, pageBytes)) {
            edges.put(
                    key(write.file(), page),
                    new LogEntry.Edge(actor, write.offset(), write.length(), nanos, null, "", 0));
            if (edges.size() > MOST_EDGES) {
                edges.pollFirstEntry();
            }
        }
    }

    private void gone(Fact.Kind how, String actor, int file, long first, long end, long nanos) {
        edges.subMap(key(file, first), key(file, end - 1) + 1)
                .replaceAll((page, edge) -> new LogEntry.Edge(
                        edge.writer(), edge.offset(), edge.length(), edge.nanos(), how, actor, nanos));
    }

    private long key(int file, long page) {
        return ((long) file << Integer.SIZE) + blockOf(page);
    }

    private long blockOf(long page) {
        return page - page % blockPages;
    }
}
