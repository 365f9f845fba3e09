package dev.dropbehind.engine.measure;

import java.util.Arrays;

/** The counters of one machine: an array of longs by {@link Counter}. */
public final class Counters {

    private final long[] values = new long[Counter.values().length];

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
