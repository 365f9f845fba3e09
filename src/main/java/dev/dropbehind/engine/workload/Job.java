package dev.dropbehind.engine.workload;

import dev.dropbehind.engine.call.Call;
import dev.dropbehind.engine.call.DefragCall;
import dev.dropbehind.engine.call.DirectCall;
import dev.dropbehind.engine.call.DontneedCall;
import dev.dropbehind.engine.call.Errno;
import dev.dropbehind.engine.call.ReadCall;
import dev.dropbehind.engine.call.StoreCall;
import dev.dropbehind.engine.call.SyncAllCall;
import dev.dropbehind.engine.call.SyncCall;
import dev.dropbehind.engine.call.TruncateCall;
import dev.dropbehind.engine.call.WriteCall;
import dev.dropbehind.engine.call.ZeroRangeCall;
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

    /** The calls that a task makes over and over. */
    public record Calls(
            ReadCall read,
            WriteCall write,
            DirectCall direct,
            StoreCall mapped,
            SyncCall sync,
            DontneedCall dontneed) {}

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
        return switch (call.advance()) {
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
        long length = spec.blockSizeBytes();
        return switch (spec.ioMode()) {
            case CACHED, DONTCACHE -> {
                calls().read()
                        .begin(recordFrom, length, nextMode(), spec.hints().nowait());
                yield calls().read();
            }
            case DIRECT -> {
                calls().direct().beginRead(recordFrom, length, spec.hints().nowait());
                yield calls().direct();
            }
            case MMAP -> {
                calls().mapped().beginLoad(recordFrom, length);
                yield calls().mapped();
            }
        };
    }

    private Call beginWrite() {
        long length = spec.blockSizeBytes();
        return switch (spec.ioMode()) {
            case CACHED, DONTCACHE -> {
                calls().write()
                        .begin(recordFrom, length, nextMode(), spec.durability().sync());
                yield calls().write();
            }
            case DIRECT -> {
                calls().direct()
                        .beginWrite(recordFrom, length, spec.durability().sync());
                yield calls().direct();
            }
            case MMAP -> {
                calls().mapped().beginStore(recordFrom, length);
                yield calls().mapped();
            }
        };
    }

    private Call beginSync(SyncCadence.Due due) {
        SyncCall call = calls().sync();
        call.begin(due == SyncCadence.Due.FDATASYNC);
        return call;
    }

    private IoMode nextMode() {
        int percent = spec.hints().dontcachePercent();
        boolean plain = spec.ioMode() == IoMode.DONTCACHE && percent < ALWAYS && coin.between(1, ALWAYS) > percent;
        return plain ? IoMode.CACHED : spec.ioMode();
    }

    private Call beginDontneed() {
        DontneedCall call = calls().dontneed();
        call.begin(unadvised.first(), unadvised.span());
        unadvised.clear();
        return call;
    }

    private long end(Call call) {
        running = null;
        return switch (call) {
            case ReadCall ended -> endRecord(false, ended.copiedBytes(), ended.error());
            case WriteCall ended -> endRecord(true, ended.writtenBytes(), ended.error());
            case DirectCall ended -> endRecord(ended.isWrite(), ended.movedBytes(), ended.error());
            case StoreCall ended -> endRecord(ended.isStore(), ended.movedBytes(), ended.error());
            case SyncCall ended -> goOnUnless(ended.error());
            case DontneedCall _ -> 0;
            case SyncAllCall _, TruncateCall _, ZeroRangeCall _, DefragCall _ ->
                throw new IllegalStateException("no job makes such a call");
        };
    }

    private Calls calls() {
        return Objects.requireNonNull(calls);
    }

    private long endRecord(boolean isWrite, long bytes, @Nullable Errno error) {
        if (isWrite) {
            cadence.wrote();
        }
        sampler.recordLatency(timeline.now() - callBegunAt);
        unadvised.add(recordFrom, bytes);
        return goOnUnless(error);
    }

    private long goOnUnless(@Nullable Errno error) {
        if (error != null && error != Errno.EAGAIN) {
            workload.jobFailed(this, error);
            return EXITED;
        }
        return 0;
    }
}
