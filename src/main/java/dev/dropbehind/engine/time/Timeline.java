package dev.dropbehind.engine.time;

import java.util.Arrays;
import java.util.Objects;
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
     *
     * Only what is compared moves about in the heap. Handler and argument stay in a slot, which the node names: moving
     * references would cost a barrier of the garbage collector each time.
     *
     * Most events schedule one other. So the node of the event that runs is left open, and the first event it schedules
     * takes that place: one way down the heap instead of one down and one up.
     */
    private static final int CHILDREN = 4;

    private static final int SEQUENCE_BITS = 61;
    private static final int INITIAL_CAPACITY = 64;

    /** By node: the first {@link #size} are in the heap; the slots of the others are the free ones. */
    private long[] times = {};

    private long[] ranks = {};
    private int[] slots = {};
    private int size;
    private boolean rootIsOpen;

    /** By slot. */
    private @Nullable EventHandler[] handlers = {};

    private long[] arguments = {};

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
        closeRoot();
        return size == 0;
    }

    /** Returns the time of the next event in nanoseconds, {@link Long#MAX_VALUE} where there is none. */
    public long nextTime() {
        closeRoot();
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
        long rank = ((long) priority.ordinal() << SEQUENCE_BITS) | sequence++;
        if (rootIsOpen) {
            rootIsOpen = false;
            siftDown(atNanos, rank, fill(slots[0], handler, argument));
        } else {
            ensureCapacity();
            siftUp(atNanos, rank, fill(slots[size], handler, argument));
        }
    }

    /**
     * Advances the clock to the next event and lets it happen.
     *
     * @return false if nothing was pending
     */
    public boolean runNext() {
        closeRoot();
        if (size == 0) {
            return false;
        }
        now = times[0];
        rootIsOpen = true;
        executed++;
        int slot = slots[0];
        take(slot).handle(arguments[slot]);
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
        while (nextTime() <= nanos && runNext()) {}
        now = nanos;
    }

    private int fill(int slot, EventHandler handler, long argument) {
        handlers[slot] = handler;
        arguments[slot] = argument;
        return slot;
    }

    private EventHandler take(int slot) {
        EventHandler handler = Objects.requireNonNull(handlers[slot]);
        handlers[slot] = null;
        return handler;
    }

    /** Removes the root whose event has run, unless another event has taken its place. */
    private void closeRoot() {
        if (!rootIsOpen) {
            return;
        }
        rootIsOpen = false;
        int freeSlot = slots[0];
        size--;
        siftDown(times[size], ranks[size], slots[size]);
        slots[size] = freeSlot;
    }

    /** Adds an event: moves parents down from the first node beyond the heap until it fits in. */
    private void siftUp(long time, long rank, int slot) {
        int node = size++;
        while (node > 0) {
            int parent = (node - 1) / CHILDREN;
            if (!isBefore(time, rank, times[parent], ranks[parent])) {
                break;
            }
            put(node, times[parent], ranks[parent], slots[parent]);
            node = parent;
        }
        put(node, time, rank, slot);
    }

    /** Replaces the root: moves first children up until the event fits in. */
    private void siftDown(long time, long rank, int slot) {
        int node = 0;
        for (int child = firstChild(0); child >= 0; child = firstChild(node)) {
            if (!isBefore(times[child], ranks[child], time, rank)) {
                break;
            }
            put(node, times[child], ranks[child], slots[child]);
            node = child;
        }
        put(node, time, rank, slot);
    }

    /** Returns the child that comes before its siblings, -1 for a leaf. */
    private int firstChild(int node) {
        int first = CHILDREN * node + 1;
        if (first >= size) {
            return -1;
        }
        int end = Math.min(first + CHILDREN, size);
        for (int child = first + 1; child < end; child++) {
            if (isBefore(times[child], ranks[child], times[first], ranks[first])) {
                first = child;
            }
        }
        return first;
    }

    private static boolean isBefore(long time, long rank, long otherTime, long otherRank) {
        return time < otherTime || (time == otherTime && rank < otherRank);
    }

    private void put(int node, long time, long rank, int slot) {
        times[node] = time;
        ranks[node] = rank;
        slots[node] = slot;
    }

    private void ensureCapacity() {
        int capacity = times.length;
        if (size == capacity) {
            grow(Math.max(2 * capacity, INITIAL_CAPACITY));
        }
    }

    private void grow(int capacity) {
        times = Arrays.copyOf(times, capacity);
        ranks = Arrays.copyOf(ranks, capacity);
        slots = Arrays.copyOf(slots, capacity);
        handlers = Arrays.copyOf(handlers, capacity);
        arguments = Arrays.copyOf(arguments, capacity);
        for (int free = size; free < capacity; free++) {
            slots[free] = free;
        }
    }
}
