package dev.dropbehind.engine.writeback;

import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The files that have something dirty, each on one of three lists (kernel-model §4.7): those waiting, by when they
 * became dirty; those that are being written, of which the first is at work; and those that had their turn and have
 * more. A file stays on its list until the flusher has found it clean.
 */
final class DirtyInodes {

    private enum Place {
        NONE,
        DIRTY,
        IO,
        MORE_IO
    }

    private static final int INITIAL_FILES = 8;

    private final Counters counters;
    private final ArrayDeque<Mapping> dirty = new ArrayDeque<>();
    private final ArrayDeque<Mapping> io = new ArrayDeque<>();
    private final ArrayDeque<Mapping> moreIo = new ArrayDeque<>();

    /** By number of the file. */
    private Place[] places = new Place[INITIAL_FILES];

    private long[] dirtiedWhen = new long[INITIAL_FILES];

    DirtyInodes(Counters counters) {
        this.counters = counters;
        Arrays.fill(places, Place.NONE);
    }

    boolean isEmpty() {
        return dirty.isEmpty() && io.isEmpty() && moreIo.isEmpty();
    }

    int size() {
        return dirty.size() + io.size() + moreIo.size();
    }

    /** Returns whether a file is on a list. */
    boolean contains(Mapping mapping) {
        return mapping.id() < places.length && places[mapping.id()] != Place.NONE;
    }

    /** Returns the tick at which a listed file became dirty, as far as its turn goes by it. */
    long dirtiedWhen(Mapping mapping) {
        return dirtiedWhen[mapping.id()];
    }

    /** Adds a file that became dirty, unless it is listed: then it keeps its place. */
    void add(Mapping mapping, long now) {
        ensureCapacity(mapping.id());
        if (places[mapping.id()] == Place.NONE) {
            dirtiedWhen[mapping.id()] = now;
            append(mapping, Place.DIRTY);
        }
    }

    boolean hasIo() {
        return !io.isEmpty();
    }

    boolean hasMoreIo() {
        return !moreIo.isEmpty();
    }

    /** Fills the empty list of those being written: first those that have more, then those dirty by this tick. */
    void refill(long dirtiedBy) {
        while (!moreIo.isEmpty()) {
            append(take(Place.MORE_IO), Place.IO);
        }
        for (Mapping oldest = dirty.peek(); isDirtiedBy(oldest, dirtiedBy); oldest = dirty.peek()) {
            append(take(Place.DIRTY), Place.IO);
        }
    }

    /** Returns the file whose turn it is. */
    Mapping current() {
        return io.element();
    }

    /** Takes the file whose turn it is off the lists: it is clean. */
    void currentIsClean() {
        places[take(Place.IO).id()] = Place.NONE;
    }

    /** Has the file whose turn it is go on when the others have had theirs. */
    void currentHasMore() {
        append(take(Place.IO), Place.MORE_IO);
    }

    /** Has the file whose turn it is wait among the others; as if dirty since now where another is younger. */
    void currentWaits(long now) {
        Mapping mapping = take(Place.IO);
        Mapping youngest = dirty.peekLast();
        if (youngest != null && dirtiedWhen(mapping) < dirtiedWhen(youngest)) {
            dirtiedWhen[mapping.id()] = now;
        }
        append(mapping, Place.DIRTY);
    }

    /** Counts the file whose turn it is as dirty since now. */
    void currentIsDirtySince(long now) {
        dirtiedWhen[current().id()] = now;
    }

    private boolean isDirtiedBy(@Nullable Mapping mapping, long jiffy) {
        return mapping != null && dirtiedWhen(mapping) <= jiffy;
    }

    private void append(Mapping mapping, Place place) {
        places[mapping.id()] = place;
        listOf(place).add(mapping);
        counters.add(counterOf(place), 1);
    }

    private Mapping take(Place place) {
        counters.add(counterOf(place), -1);
        return listOf(place).remove();
    }

    private ArrayDeque<Mapping> listOf(Place place) {
        return switch (place) {
            case DIRTY -> dirty;
            case IO -> io;
            case MORE_IO -> moreIo;
            case NONE -> throw new IllegalArgumentException("on no list");
        };
    }

    private static Counter counterOf(Place place) {
        return switch (place) {
            case DIRTY -> Counter.WB_INODES_DIRTY;
            case IO -> Counter.WB_INODES_IO;
            case MORE_IO -> Counter.WB_INODES_MORE_IO;
            case NONE -> throw new IllegalArgumentException("on no list");
        };
    }

    private void ensureCapacity(int id) {
        int length = places.length;
        if (id >= length) {
            places = Arrays.copyOf(places, Math.max(id + 1, 2 * length));
            Arrays.fill(places, length, places.length, Place.NONE);
            dirtiedWhen = Arrays.copyOf(dirtiedWhen, places.length);
        }
    }
}
