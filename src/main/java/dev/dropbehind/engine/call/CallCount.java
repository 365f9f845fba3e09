package dev.dropbehind.engine.call;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import org.jspecify.annotations.Nullable;

/** Where calls that read or write are counted when they return. */
@FunctionalInterface
public interface CallCount {

    /** Counts nothing, for calls that are parts of a request which counts itself. */
    CallCount NOWHERE = (_, _, _) -> {};

    /**
     * Counts a call that has returned.
     *
     * @param isWrite whether it wrote
     * @param bytes how many it has read or written
     * @param error why it failed, null where it did not
     */
    void returned(boolean isWrite, long bytes, @Nullable Errno error);

    /** Returns what counts for the whole machine. */
    static CallCount in(Counters counters) {
        return (isWrite, bytes, error) -> {
            counters.add(outcome(isWrite, error), 1);
            counters.add(isWrite ? Counter.WRITTEN_BYTES : Counter.READ_BYTES, bytes);
        };
    }

    private static Counter outcome(boolean isWrite, @Nullable Errno error) {
        if (error == null) {
            return isWrite ? Counter.WRITE_CALLS : Counter.READ_CALLS;
        }
        return error == Errno.EAGAIN ? Counter.NOWAIT_EAGAIN : Counter.FAILED_CALLS;
    }
}
