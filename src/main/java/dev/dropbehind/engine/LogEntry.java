package dev.dropbehind.engine;

import dev.dropbehind.engine.measure.Fact;
import org.jspecify.annotations.Nullable;

/**
 * A fact of a run, with when it happened and what led to it.
 *
 * @param number the how manieth fact of the run it is, from 1, whoever listens: where a log may go on
 * @param nanos simulated time
 * @param event the how manieth event of the engine it happened in
 * @param fact what happened, and who did it
 * @param call the system call in which the actor was, null where it was in none
 * @param cause why the device is read, null where the fact is about something else
 * @param edge what was known of the block that is read for a write, null where the fact is about something else or
 *     nobody has written to it before
 */
public record LogEntry(
        long number,
        long nanos,
        long event,
        Fact fact,
        @Nullable Call call,
        @Nullable Cause cause,
        @Nullable Edge edge) {

    /** Makes an entry of anything but a read for a write. */
    public LogEntry(long number, long nanos, long event, Fact fact, @Nullable Call call, @Nullable Cause cause) {
        this(number, nanos, event, fact, call, cause, null);
    }

    /**
     * A system call of a task.
     *
     * @param number the how manieth of this task, from 1
     * @param beganNanos when it began
     * @param offset first byte
     * @param length bytes asked for
     */
    public record Call(long number, long beganNanos, long offset, long length) {}

    /**
     * Why pages are read from the device.
     *
     * @param rule the rule of read-ahead that chose them
     * @param page the page that was missed, or that carried the marker
     */
    public record Cause(Fact.Kind rule, long page) {}

    /**
     * What became of a block that a write has covered only in part.
     *
     * @param writer the task that wrote to it last
     * @param offset first byte of its write
     * @param length bytes of its write
     * @param nanos when it copied them
     * @param gone how the block has left the cache since, null if it has not: then only a part of it is up to date
     * @param goneBy who took it out of the cache
     * @param goneNanos when that was
     */
    public record Edge(
            String writer,
            long offset,
            long length,
            long nanos,
            Fact.@Nullable Kind gone,
            String goneBy,
            long goneNanos) {}
}
