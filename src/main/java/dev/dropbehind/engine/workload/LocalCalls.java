package dev.dropbehind.engine.workload;

import dev.dropbehind.engine.call.Call;
import dev.dropbehind.engine.call.DefragCall;
import dev.dropbehind.engine.call.DirectCall;
import dev.dropbehind.engine.call.DontneedCall;
import dev.dropbehind.engine.call.Errno;
import dev.dropbehind.engine.call.Progress;
import dev.dropbehind.engine.call.ReadCall;
import dev.dropbehind.engine.call.StoreCall;
import dev.dropbehind.engine.call.SyncAllCall;
import dev.dropbehind.engine.call.SyncCall;
import dev.dropbehind.engine.call.TruncateCall;
import dev.dropbehind.engine.call.WriteCall;
import dev.dropbehind.engine.call.ZeroRangeCall;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.IoMode;
import org.jspecify.annotations.Nullable;

/** The system calls of a task on the machine itself. */
public final class LocalCalls implements Calls {

    private final ReadCall read;
    private final WriteCall write;
    private final DirectCall direct;
    private final StoreCall mapped;
    private final SyncCall sync;
    private final DontneedCall dontneed;

    private Call running;

    /** Makes these calls over and over. */
    public LocalCalls(
            ReadCall read, WriteCall write, DirectCall direct, StoreCall mapped, SyncCall sync, DontneedCall dontneed) {
        this.read = read;
        this.write = write;
        this.direct = direct;
        this.mapped = mapped;
        this.sync = sync;
        this.dontneed = dontneed;
        running = read;
    }

    @Override
    public void beginRead(long from, long length, IoMode mode, boolean nowait) {
        switch (mode) {
            case CACHED, DONTCACHE -> {
                read.begin(from, length, mode, nowait);
                running = read;
            }
            case DIRECT -> {
                direct.beginRead(from, length, nowait);
                running = direct;
            }
            case MMAP -> {
                mapped.beginLoad(from, length);
                running = mapped;
            }
        }
    }

    @Override
    public void beginWrite(long from, long length, IoMode mode, Durability.Sync until) {
        switch (mode) {
            case CACHED, DONTCACHE -> {
                write.begin(from, length, mode, until);
                running = write;
            }
            case DIRECT -> {
                direct.beginWrite(from, length, until);
                running = direct;
            }
            case MMAP -> {
                mapped.beginStore(from, length);
                running = mapped;
            }
        }
    }

    @Override
    public void beginSync(boolean dataOnly) {
        sync.begin(dataOnly);
        running = sync;
    }

    @Override
    public void beginDontneed(long from, long length) {
        dontneed.begin(from, length);
        running = dontneed;
    }

    @Override
    public Progress advance() {
        return running.advance();
    }

    @Override
    public long movedBytes() {
        return switch (running) {
            case ReadCall ended -> ended.copiedBytes();
            case WriteCall ended -> ended.writtenBytes();
            case DirectCall ended -> ended.movedBytes();
            case StoreCall ended -> ended.movedBytes();
            case SyncCall _, DontneedCall _ -> 0;
            case SyncAllCall _, TruncateCall _, ZeroRangeCall _, DefragCall _ -> throw noJobMakes(running);
        };
    }

    @Override
    public @Nullable Errno error() {
        return switch (running) {
            case ReadCall ended -> ended.error();
            case WriteCall ended -> ended.error();
            case DirectCall ended -> ended.error();
            case StoreCall ended -> ended.error();
            case SyncCall ended -> ended.error();
            case DontneedCall _ -> null;
            case SyncAllCall _, TruncateCall _, ZeroRangeCall _, DefragCall _ -> throw noJobMakes(running);
        };
    }

    private static IllegalStateException noJobMakes(Call call) {
        return new IllegalStateException("no job makes such a call: " + call);
    }
}
