package dev.dropbehind.engine.nfsd;

import dev.dropbehind.engine.call.Call;
import dev.dropbehind.engine.call.CallCount;
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
import dev.dropbehind.engine.spec.NfsdSpec.IoCache;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one thread of the server does for the requests on one file, request after request (kernel-model §8.9).
 *
 * <p>A READ is one call; a direct one reads whole blocks of the device, of which the answer has what was asked for. A
 * WRITE is one call, or where it is direct and cut up to three, one behind the other, and then one sync of all where it
 * is to be stable. A COMMIT is a sync of the file.
 */
public final class ServedFile {

    private final Export export;
    private final Calls calls;
    private final RequestCutter cutter;

    private @Nullable Rpc served;
    private Call running;
    private RequestCutter.Cut cut = RequestCutter.whole(0, 0);
    private long position;
    private boolean syncsAtEnd;

    /**
     * How the files of a server are served.
     *
     * @param read how they are read
     * @param readMode how reads through the page cache treat it
     * @param write how they are written
     * @param writeMode how writes through the page cache treat it
     * @param cutter where direct WRITEs are cut
     * @param count where requests are counted
     */
    public record Export(
            IoCache read, IoMode readMode, IoCache write, IoMode writeMode, RequestCutter cutter, CallCount count) {}

    /** The calls that a thread makes on the file; they are not counted themselves. */
    public record Calls(ReadCall read, WriteCall write, DirectCall direct, SyncCall sync) {}

    /** Serves one thread. */
    public ServedFile(Export export, Calls calls) {
        this.export = export;
        this.calls = calls;
        cutter = export.cutter();
        running = calls.read();
    }

    /** Begins to serve a request. */
    void begin(Rpc request) {
        served = request;
        switch (request.procedure()) {
            case READ -> beginRead();
            case WRITE -> beginWrite();
            case COMMIT -> {
                calls.sync().begin(false);
                running = calls.sync();
            }
        }
    }

    private Rpc request() {
        return Objects.requireNonNull(served);
    }

    private void beginRead() {
        long from = request().from();
        long end = request().end();
        if (export.read() == IoCache.DIRECT && cutter.takesDirect()) {
            position = cutter.alignedBefore(from);
            calls.direct().beginRead(position, cutter.alignedBehind(end) - position, false);
            running = calls.direct();
        } else {
            calls.read().begin(from, end - from, export.readMode(), false);
            running = calls.read();
        }
    }

    private void beginWrite() {
        long from = request().from();
        long end = request().end();
        cut = export.write() == IoCache.DIRECT ? cutter.cut(from, end) : RequestCutter.whole(from, end);
        syncsAtEnd = request().stable() != Durability.Sync.NONE && !cut.isWhole();
        position = from;
        beginSegment();
    }

    /** A WRITE of one segment is made stable by its call. */
    private void beginSegment() {
        long length = cut.endOfSegment(position) - position;
        Durability.Sync until = syncsAtEnd ? Durability.Sync.NONE : request().stable();
        if (cut.isDirect(position)) {
            calls.direct().beginWrite(position, length, until, export.writeMode());
            running = calls.direct();
        } else {
            calls.write().begin(position, length, export.writeMode(), until);
            running = calls.write();
        }
    }

    /** Walks on until the thread must pay or sleep, or the request is answered. */
    Progress advance() {
        Progress progress = running.advance();
        return progress == Progress.RETURNED ? ended() : progress;
    }

    private Progress ended() {
        return switch (running) {
            case ReadCall ended -> answer(ended.copiedBytes(), ended.error());
            case DirectCall ended ->
                ended.isWrite()
                        ? endSegment(ended.movedBytes(), ended.error())
                        : answer(bytesAskedFor(position + ended.movedBytes()), ended.error());
            case WriteCall ended -> endSegment(ended.writtenBytes(), ended.error());
            case SyncCall ended ->
                request().procedure() == Rpc.Procedure.COMMIT
                        ? answerCommit(ended.error())
                        : answer(position - request().from(), ended.error());
            case StoreCall _, DontneedCall _, SyncAllCall _, TruncateCall _, ZeroRangeCall _, DefragCall _ ->
                throw new IllegalStateException("no server makes such a call");
        };
    }

    /** Returns how much of what was asked for lies before a byte. */
    private long bytesAskedFor(long behind) {
        return Math.max(0, Math.min(request().end(), behind) - request().from());
    }

    /** Goes on behind a segment that was written whole; what fails in part ends the WRITE. */
    private Progress endSegment(long bytes, @Nullable Errno error) {
        long segmentEnd = cut.endOfSegment(position);
        position += bytes;
        if (error != null) {
            return answer(0, error);
        }
        if (position == segmentEnd && position < request().end()) {
            beginSegment();
            return Progress.ON;
        }
        if (syncsAtEnd && position > request().from()) {
            calls.sync().beginRange(request().from(), position, request().stable());
            running = calls.sync();
            return Progress.ON;
        }
        return answer(position - request().from(), null);
    }

    private Progress answer(long bytes, @Nullable Errno error) {
        export.count().returned(request().procedure() == Rpc.Procedure.WRITE, bytes, error);
        request().answer(bytes, error);
        return Progress.RETURNED;
    }

    /** The sync has counted itself. */
    private Progress answerCommit(@Nullable Errno error) {
        request().answer(0, error);
        return Progress.RETURNED;
    }
}
