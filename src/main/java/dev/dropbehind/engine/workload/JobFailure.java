package dev.dropbehind.engine.workload;

import dev.dropbehind.engine.call.Errno;

/**
 * A call that failed and ended its job.
 *
 * @param job name of the job
 * @param error why
 * @param atNanos when, in simulated nanoseconds
 */
public record JobFailure(String job, Errno error, long atNanos) {}
