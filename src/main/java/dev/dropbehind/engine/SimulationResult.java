package dev.dropbehind.engine;

import dev.dropbehind.engine.measure.Ledger;
import dev.dropbehind.engine.measure.Mark;
import dev.dropbehind.engine.measure.Summary;
import dev.dropbehind.engine.spec.JobSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a simulation has come to so far.
 *
 * @param endNanos simulated time
 * @param bytesRead bytes that read calls returned
 * @param bytesWritten bytes that write calls took
 * @param syscalls calls that returned
 * @param summary averages, sums, last values and peaks of the samples
 * @param marks what happened for the first time and when
 * @param errors calls that failed
 * @param dataVerified whether every byte that was looked at held what had been written; null where contents are not
 *     kept
 * @param events events the engine worked off
 * @param ledger what its CPU time was spent on
 * @param digest hash of all samples and of the counters as they are: same spec, seed and engine version, same digest
 */
public record SimulationResult(
        long endNanos,
        long bytesRead,
        long bytesWritten,
        long syscalls,
        Summary summary,
        List<Mark> marks,
        List<JobError> errors,
        @Nullable Boolean dataVerified,
        long events,
        Ledger ledger,
        String digest) {

    /** Returns whether jobs that are not bound to a time came to the end of what they had to do. */
    public boolean isThrough(List<JobSpec> jobs) {
        return jobs.stream().noneMatch(JobSpec::timeBased)
                && bytesRead + bytesWritten
                        >= jobs.stream().mapToLong(JobSpec::sizeBytes).sum();
    }
}
