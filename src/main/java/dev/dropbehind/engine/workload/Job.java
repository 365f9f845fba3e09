package dev.dropbehind.engine.workload;

import dev.dropbehind.engine.call.Call;
import dev.dropbehind.engine.call.DontneedCall;
import dev.dropbehind.engine.call.Errno;
import dev.dropbehind.engine.call.ReadCall;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.measure.Sampler;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Seeds;
import dev.dropbehind.engine.time.Timeline;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One task of a job: issues call after call until its share, its time or its luck is over.
 *
 * <p>A call that would have had to wait and may not, {@code EAGAIN}, does not end it: it has done what was asked, and
 * the task goes on with the next record, as fio does with {@code ignore_error=EAGAIN}.
 */
public final class Job implements TaskBody {

    private static final int ALWAYS = 100;

    private final JobSpec spec;
    private final AccessPattern pattern;
    private final Random64 coin;
    private final Unadvised unadvised = new Unadvised();
    private final Bill bill = new Bill();
    private final Timeline timeline;
    private final Sampler sampler;
    private final Workload workload;
    private final int group;

    private @Nullable ReadCall read;
    private @Nullable DontneedCall dontneed;
    private @Nullable Call running;
    private long endsAt = Long.MAX_VALUE;
    private long callBegunAt;
    private long readFrom;

    Job(JobSpec spec, int number, int group, Seeds seeds, Timeline timeline, Sampler sampler, Workload workload) {
        this.spec = spec;
        this.group = group;
        this.timeline = timeline;
        this.sampler = sampler;
        this.workload = workload;
        pattern = AccessPattern.of(spec, number, seeds);
        coin = seeds.of("dontcache " + spec.name() + "." + number);
    }

    /** Returns who pays for the task's calls. */
    public Bill bill() {
        return bill;
    }

    /** Gives the task the calls it makes over and over. */
    public void use(ReadCall readCall, DontneedCall dontneedCall) {
        read = readCall;
        dontneed = dontneedCall;
    }

    JobSpec spec() {
        return spec;
    }

    int group() {
        return group;
    }

    /** Lets the time that the job has run from now. */
    void beginAt(long nanos) {
        Long runtime = spec.runtimeNanos();
        endsAt = runtime == null ? Long.MAX_VALUE : nanos + runtime;
    }

    @Override
    public long turn() {
        Call call = running == null ? begin() : running;
        running = call;
        if (call == null) {
            workload.jobEnded(this);
            return EXITED;
        }
        return switch (call.advance()) {
            case PARKED -> ASLEEP;
            case RETURNED -> end(call);
            case PAY, ON -> bill.settle();
        };
    }

    private @Nullable Call begin() {
        long every = spec.hints().fadviseDontneedBytes();
        if (every > 0 && unadvised.bytes() >= every) {
            return beginDontneed();
        }
        if (timeline.now() >= endsAt || !pattern.hasNext()) {
            return null;
        }
        if (every > 0 && unadvised.bytes() > 0 && pattern.beginsAgain()) {
            return beginDontneed();
        }
        return beginRead();
    }

    private Call beginRead() {
        ReadCall call = Objects.requireNonNull(read);
        callBegunAt = timeline.now();
        readFrom = pattern.next();
        call.begin(readFrom, spec.blockSizeBytes(), nextMode(), spec.hints().nowait());
        return call;
    }

    private IoMode nextMode() {
        int percent = spec.hints().dontcachePercent();
        boolean plain = spec.ioMode() == IoMode.DONTCACHE && percent < ALWAYS && coin.between(1, ALWAYS) > percent;
        return plain ? IoMode.CACHED : spec.ioMode();
    }

    private Call beginDontneed() {
        DontneedCall call = Objects.requireNonNull(dontneed);
        call.begin(unadvised.first(), unadvised.span());
        unadvised.clear();
        return call;
    }

    private long end(Call call) {
        running = null;
        return call instanceof ReadCall ended ? endRead(ended) : 0;
    }

    private long endRead(ReadCall ended) {
        sampler.recordLatency(timeline.now() - callBegunAt);
        unadvised.add(readFrom, ended.copiedBytes());
        Errno error = ended.error();
        if (error != null && error != Errno.EAGAIN) {
            workload.jobFailed(this, error);
            return EXITED;
        }
        return 0;
    }
}
