package dev.dropbehind.engine.workload;

import dev.dropbehind.engine.call.Errno;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.measure.Sampler;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.time.Timeline;
import java.util.ArrayList;
import java.util.List;

/** All jobs of a machine, and whether any is left. */
public final class Workload {

    private final Timeline timeline;
    private final Sampler sampler;
    private final List<JobFailure> failures = new ArrayList<>();
    private int jobsLeft;

    /** Starts without jobs. */
    public Workload(Timeline timeline, Sampler sampler) {
        this.timeline = timeline;
        this.sampler = sampler;
    }

    /** Makes one of the tasks of a job, counted from 0. */
    public Job newJob(JobSpec spec, int number) {
        jobsLeft++;
        return new Job(spec, number, new Bill(), timeline, sampler, this);
    }

    /** Returns whether all jobs have ended. */
    public boolean isOver() {
        return jobsLeft == 0;
    }

    /** Returns the calls that failed, in the order in which they did. */
    public List<JobFailure> failures() {
        return List.copyOf(failures);
    }

    void jobEnded() {
        jobsLeft--;
    }

    void jobFailed(String job, Errno error, long atNanos) {
        failures.add(new JobFailure(job, error, atNanos));
        jobsLeft--;
    }
}
