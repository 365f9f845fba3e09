package dev.dropbehind.engine;

/**
 * A call that failed and ended its job, as a test program would print it.
 *
 * @param job name of the job
 * @param errno the kernel's name of the error, for example {@code EOPNOTSUPP}
 * @param atNanos simulated time of the failure
 */
public record JobError(String job, String errno, long atNanos) {}
