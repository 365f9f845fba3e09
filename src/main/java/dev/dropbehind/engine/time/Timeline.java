package dev.dropbehind.engine.time;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The clock and the pending events, in one total order: time, then priority, then the order in which they were
 * scheduled. Not thread-safe: a timeline belongs to one simulated machine.
 */
public final class Timeline {

    /*
     * A heap with four children a node: half as deep as a binary one, and the four times that are compared lie side by
     * side in memory. The children of node i are 4i+1 to 4i+4. Each column of the heap is an array of its own, so that
     * scheduling makes no object.
     *
     * The column of ranks joins the two tie breakers in one number, the priority above the sequence:
     *
     *     bit 63   62 .. 61   60 .. 0
     *          0   priority   sequence
     *
     * No two events have the same rank, so the order is total and does not depend on the shape of the heap.
     */
    private static final int CHILDREN = 4;

    private static final int SEQUENCE_BITS = 61;
    private static final int INITIAL_CAPACITY = 64;

    private long[] times = new long[INITIAL_CAPACITY];
    private long[] ranks = new long[INITIAL_CAPACITY];
    private long[] arguments = new long[INITIAL_CAPACITY];
    private @Nullable EventHandler[] handlers = new EventHandler[INITIAL_CAPACITY];
    private int size;

    private long now;
    private long sequence;
    private long executed;
    private Runnable afterEach = () -> {};

    /** Returns the simulated time in nanoseconds. */
    public long now() {
        return now;
    }

    /** Returns whether nothing is pending. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Returns the time of the next event in nanoseconds, {@link Long#MAX_VALUE} where there is none. */
    public long nextTime() {
        return size == 0 ? Long.MAX_VALUE : times[0];
    }

    /** Returns how many events have run. */
    public long executed() {
        return executed;
    }

    /**
     * Sets what runs after every event; there is one such check.
     *
     * @param check sees the machine between two events
     */
    public void afterEach(Runnable check) {
        afterEach = check;
    }

    /**
     * Adds an event.
     *
     * @param atNanos when, not before {@link #now()}
     * @param priority which of the events at that time goes first
     * @param handler what happens
     * @param argument given to the handler
     * @throws IllegalArgumentException if that time has passed
     */
    public void schedule(long atNanos, EventPriority priority, EventHandler handler, long argument) {
        if (atNanos < now) {
            throw new IllegalArgumentException("an event at " + atNanos + " ns, but it is " + now + " ns already");
        }
        if (size == times.length) {
            grow();
        }
        long rank = ((long) priority.ordinal() << SEQUENCE_BITS) | sequence++;
        siftUp(size++, atNanos, rank, handler, argument);
    }

    /**
     * Advances the clock to the next event and lets it happen.
     *
     * @return false if nothing was pending
     */
    public boolean runNext() {
        if (size == 0) {
            return false;
        }
        now = times[0];
        long argument = arguments[0];
        EventHandler handler = takeFirst();
        executed++;
        handler.handle(argument);
        afterEach.run();
        return true;
    }

    /**
     * Lets everything happen up to a time, that time included, and advances the clock to it.
     *
     * @param nanos the time, not before {@link #now()}
     * @throws IllegalArgumentException if that time has passed
     */
    public void runUntil(long nanos) {
        if (nanos < now) {
            throw new IllegalArgumentException("run until " + nanos + " ns, but it is " + now + " ns already");
        }
        while (size > 0 && times[0] <= nanos) {
            runNext();
        }
        now = nanos;
    }

    private EventHandler takeFirst() {
        EventHandler first = handlerAt(0);
        EventHandler last = handlerAt(--size);
        handlers[size] = null;
        if (size > 0) {
            siftDown(times[size], ranks[size], last, arguments[size]);
        }
        return first;
    }

    /** Moves parents down from a hole until the event fits in. */
    private void siftUp(int hole, long time, long rank, EventHandler handler, long argument) {
        int node = hole;
        while (node > 0) {
            int parent = (node - 1) / CHILDREN;
            if (!isBefore(time, rank, times[parent], ranks[parent])) {
                break;
            }
            move(parent, node);
            node = parent;
        }
        put(node, time, rank, handler, argument);
    }

    /** Moves first children up from the root until the event fits in. */
    private void siftDown(long time, long rank, EventHandler handler, long argument) {
        int node = 0;
        for (int child = firstChild(0); child >= 0; child = firstChild(node)) {
            if (!isBefore(times[child], ranks[child], time, rank)) {
                break;
            }
            move(child, node);
            node = child;
        }
        put(node, time, rank, handler, argument);
    }

    /** Returns the child that comes before its siblings, -1 for a leaf. */
    private int firstChild(int node) {
        int from = CHILDREN * node + 1;
        if (from >= size) {
            return -1;
        }
        int first = from;
        for (int child = from + 1; child < Math.min(from + CHILDREN, size); child++) {
            if (isBefore(times[child], ranks[child], times[first], ranks[first])) {
                first = child;
            }
        }
        return first;
    }

    private static boolean isBefore(long time, long rank, long otherTime, long otherRank) {
        return time < otherTime || (time == otherTime && rank < otherRank);
    }

    private void move(int from, int to) {
        put(to, times[from], ranks[from], handlerAt(from), arguments[from]);
    }

    private void put(int node, long time, long rank, EventHandler handler, long argument) {
        times[node] = time;
        ranks[node] = rank;
        handlers[node] = handler;
        arguments[node] = argument;
    }

    @SuppressWarnings("NullAway") // the first size handlers are there
    private EventHandler handlerAt(int node) {
        return handlers[node];
    }

    private void grow() {
        int capacity = times.length * 2;
        times = Arrays.copyOf(times, capacity);
        ranks = Arrays.copyOf(ranks, capacity);
        arguments = Arrays.copyOf(arguments, capacity);
        handlers = Arrays.copyOf(handlers, capacity);
    }
}
