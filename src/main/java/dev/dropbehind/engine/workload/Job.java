package dev.dropbehind.engine.workload;

import dev.dropbehind.engine.call.Errno;
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

    private enum Call {
        READ,
        WRITE,
        SYNC,
        DONTNEED
    }

    private final JobSpec spec;
    private final AccessPattern pattern;
    private final Random64 coin;
    private final Unadvised unadvised = new Unadvised();
    private final Bill bill;
    private final Timeline timeline;
    private final Sampler sampler;
    private final Workload workload;
    private final int group;

    private final SyncCadence cadence;

    private @Nullable Calls calls;
    private @Nullable Call running;
    private long endsAt = Long.MAX_VALUE;
    private long callBegunAt;
    private long recordFrom;

    Job(
            JobSpec spec,
            int number,
            int group,
            Seeds seeds,
            Timeline timeline,
            Sampler sampler,
            Workload workload,
            Bill bill) {
        this.spec = spec;
        this.group = group;
        this.timeline = timeline;
        this.sampler = sampler;
        this.workload = workload;
        this.bill = bill;
        pattern = AccessPattern.of(spec, number, seeds);
        coin = seeds.of("dontcache " + spec.name() + "." + number);
        cadence = new SyncCadence(spec.durability());
    }

    /** Returns who pays for the task's calls. */
    public Bill bill() {
        return bill;
    }

    /** Gives the task its calls. */
    public void use(Calls own) {
        calls = own;
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
        return switch (calls().advance()) {
            case PARKED -> ASLEEP;
            case RETURNED -> end(call);
            case PAY, ON -> bill.settle();
        };
    }

    private @Nullable Call begin() {
        boolean isThrough = timeline.now() >= endsAt || !pattern.hasNext();
        SyncCadence.Due due = isThrough ? SyncCadence.Due.NOTHING : cadence.takeDue();
        if (due != SyncCadence.Due.NOTHING) {
            return beginSync(due);
        }
        long every = spec.hints().fadviseDontneedBytes();
        if (every > 0 && unadvised.bytes() >= every) {
            return beginDontneed();
        }
        if (isThrough) {
            SyncCadence.Due last = cadence.takeDueAtEnd();
            return last == SyncCadence.Due.NOTHING ? null : beginSync(last);
        }
        if (every > 0 && unadvised.bytes() > 0 && pattern.beginsAgain()) {
            return beginDontneed();
        }
        callBegunAt = timeline.now();
        recordFrom = pattern.next();
        return pattern.isWrite() ? beginWrite() : beginRead();
    }

    private Call beginRead() {
        calls().beginRead(
                        recordFrom,
                        spec.blockSizeBytes(),
                        nextMode(),
                        spec.hints().nowait());
        return Call.READ;
    }

    private Call beginWrite() {
        calls().beginWrite(
                        recordFrom,
                        spec.blockSizeBytes(),
                        nextMode(),
                        spec.durability().sync());
        return Call.WRITE;
    }

    private Call beginSync(SyncCadence.Due due) {
        calls().beginSync(due == SyncCadence.Due.FDATASYNC);
        return Call.SYNC;
    }

    private Call beginDontneed() {
        calls().beginDontneed(unadvised.first(), unadvised.span());
        unadvised.clear();
        return Call.DONTNEED;
    }

    private IoMode nextMode() {
        int percent = spec.hints().dontcachePercent();
        boolean plain = spec.ioMode() == IoMode.DONTCACHE && percent < ALWAYS && coin.between(1, ALWAYS) > percent;
        return plain ? IoMode.CACHED : spec.ioMode();
    }

    private long end(Call call) {
        running = null;
        return switch (call) {
            case READ, WRITE -> endRecord(call == Call.WRITE);
            case SYNC -> goOnUnless(calls().error());
            case DONTNEED -> 0;
        };
    }

    private Calls calls() {
        return Objects.requireNonNull(calls);
    }

    private long endRecord(boolean isWrite) {
        if (isWrite) {
            cadence.wrote();
        }
        sampler.recordLatency(timeline.now() - callBegunAt);
        unadvised.add(recordFrom, calls().movedBytes());
        return goOnUnless(calls().error());
    }

    private long goOnUnless(@Nullable Errno error) {
        if (error != null && error != Errno.EAGAIN) {
            workload.jobFailed(this, error);
            return EXITED;
        }
        return 0;
    }
}
