package dev.dropbehind.engine.measure;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The counters of one machine: an array of longs by {@link Counter}; and the {@link Trace} that hears what is counted.
 */
public final class Counters {

    private final long[] values = new long[Counter.values().length];
    private final @Nullable Trace trace;

    /** Starts at zero; nobody hears what happens. */
    public Counters() {
        this(null);
    }

    /**
     * Starts at zero.
     *
     * @param trace who is told what happens, null for nobody
     */
    public Counters(@Nullable Trace trace) {
        this.trace = trace;
    }

    /**
     * Tells who does what happens from now on.
     *
     * @param actor name of a task, or of the context of an interrupt
     */
    public void acts(String actor) {
        // A question, not an object that does not listen: once a listener is loaded the compiler keeps such calls.
        if (trace != null) {
            trace.acts(actor);
        }
    }

    /**
     * Tells that something happened; see {@link Fact} for what the numbers mean.
     *
     * @param kind what happened
     * @param file number of the file, or {@link Fact#NO_FILE}
     * @param first first page or byte
     * @param count pages or bytes
     */
    public void tell(Fact.Kind kind, int file, long first, long count) {
        if (trace != null) {
            trace.note(kind, file, first, count);
        }
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
