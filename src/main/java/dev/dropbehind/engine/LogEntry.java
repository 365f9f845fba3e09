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
 */
public record LogEntry(
        long number,
        long nanos,
        long event,
        Fact fact,
        @Nullable Call call,
        @Nullable Cause cause) {

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
}
