package dev.dropbehind.engine.measure;

import java.util.Arrays;

/**
 * The counters of one machine: an array of longs by {@link Counter}; and the {@link Trace} that hears what is counted.
 */
public final class Counters {

    private final long[] values = new long[Counter.values().length];
    private final Trace trace;

    /** Starts at zero with nobody listening. */
    public Counters() {
        this(Trace.NOBODY);
    }

    /**
     * Starts at zero.
     *
     * @param trace who is told what happens
     */
    public Counters(Trace trace) {
        this.trace = trace;
    }

    /** Returns who is told what happens. */
    public Trace trace() {
        return trace;
    }

    /**
     * Adds to a counter.
     *
     * @param counter what is counted
     * @param amount how much; negative only for states
     */
    public void add(Counter counter, long amount) {
        values[counter.ordinal()] += amount;
    }

    /** Returns the value of a counter in the counter's own unit. */
    public long get(Counter counter) {
        return values[counter.ordinal()];
    }

    /** Takes over all values of another reading. */
    public void copyFrom(Counters other) {
        System.arraycopy(other.values, 0, values, 0, values.length);
    }

    /** Returns whether two readings are the same. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Counters counters && Arrays.equals(values, counters.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }
}
