package dev.dropbehind.engine.workload;

import dev.dropbehind.engine.call.Errno;
import dev.dropbehind.engine.call.ReadCall;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.measure.Sampler;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.time.Timeline;
import org.jspecify.annotations.Nullable;

/** One task of a job: issues call after call until its share, its time or its luck is over. */
public final class Job implements TaskBody {

    private final JobSpec spec;
    private final AccessPattern pattern;
    private final Bill bill;
    private final Timeline timeline;
    private final Sampler sampler;
    private final Workload workload;
    private @Nullable ReadCall call;
    private boolean busy;
    private long begunAt;

    Job(JobSpec spec, int number, Bill bill, Timeline timeline, Sampler sampler, Workload workload) {
        this.spec = spec;
        this.bill = bill;
        this.timeline = timeline;
        this.sampler = sampler;
        this.workload = workload;
        pattern = AccessPattern.of(spec, number);
    }

    /** Returns who pays for the task's calls. */
    public Bill bill() {
        return bill;
    }

    /** Gives the job the call it uses over and over. */
    public void use(ReadCall readCall) {
        call = readCall;
    }

    @Override
    public long turn() {
        ReadCall current = call;
        if (current == null) {
            throw new IllegalStateException("job " + spec.name() + " has no call to make");
        }
        if (!busy && !begin(current)) {
            workload.jobEnded();
            return EXITED;
        }
        return switch (current.advance()) {
            case PARKED -> ASLEEP;
            case RETURNED -> end(current);
            case PAY, ON -> bill.settle();
        };
    }

    private boolean begin(ReadCall next) {
        Long runtime = spec.runtimeNanos();
        boolean timeIsUp = runtime != null && timeline.now() >= runtime;
        if (timeIsUp || !pattern.hasNext()) {
            return false;
        }
        busy = true;
        begunAt = timeline.now();
        next.begin(pattern.next(), spec.blockSizeBytes(), spec.ioMode());
        return true;
    }

    private long end(ReadCall ended) {
        busy = false;
        sampler.recordLatency(timeline.now() - begunAt);
        Errno error = ended.error();
        if (error != null) {
            workload.jobFailed(spec.name(), error, timeline.now());
            return EXITED;
        }
        return 0;
    }
}
