package dev.dropbehind.engine.nfsd;

import dev.dropbehind.engine.call.Call;
import dev.dropbehind.engine.call.CallCount;
import dev.dropbehind.engine.call.DefragCall;
import dev.dropbehind.engine.call.DirectCall;
import dev.dropbehind.engine.call.DontneedCall;
import dev.dropbehind.engine.call.Errno;
import dev.dropbehind.engine.call.Progress;
import dev.dropbehind.engine.call.ReadCall;
import dev.dropbehind.engine.call.SharedEdges;
import dev.dropbehind.engine.call.StoreCall;
import dev.dropbehind.engine.call.SyncAllCall;
import dev.dropbehind.engine.call.SyncCall;
import dev.dropbehind.engine.call.TruncateCall;
import dev.dropbehind.engine.call.WriteCall;
import dev.dropbehind.engine.call.ZeroRangeCall;
import dev.dropbehind.engine.cpu.Bill;
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
 * is to be stable, after which it may complete the edges that it has found. A COMMIT is a sync of the file.
 */
public final class ServedFile {

    private final Export export;
    private final Calls calls;
    private final RequestCutter cutter;
    private final Bill bill;

    private @Nullable Rpc served;
    private Call running;
    private RequestCutter.Cut cut = RequestCutter.whole(0, 0);
    private long position;
    private boolean syncsAtEnd;
    private boolean isCompleting;

    /**
     * How the files of a server are served.
     *
     * @param read how they are read
     * @param readMode how reads through the page cache treat it
     * @param write how they are written
     * @param writeMode how writes through the page cache treat it
     * @param cutter where direct WRITEs are cut
     * @param completesEdges whether a stable WRITE that is cut completes the edges of its ends after its sync
     * @param count where requests are counted
     */
    public record Export(
            IoCache read,
            IoMode readMode,
            IoCache write,
            IoMode writeMode,
            RequestCutter cutter,
            boolean completesEdges,
            CallCount count) {}

    /**
     * The calls that a thread makes on the file; they are not counted themselves.
     *
     * @param edges what its writes do about pages that they share with others
     */
    public record Calls(ReadCall read, WriteCall write, DirectCall direct, SyncCall sync, SharedEdges edges) {}

    /** Serves one thread, which pays by its bill. */
    public ServedFile(Export export, Calls calls, Bill bill) {
        this.bill = bill;
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
        if (completesEdges()) {
            calls.edges().begin(true);
        }
        beginSegment();
    }

    private boolean completesEdges() {
        return syncsAtEnd && export.completesEdges();
    }

    private void beginSegment() {
        long length = cut.endOfSegment(position) - position;
        boolean isDirect = cut.isDirect(position);
        running = isDirect ? calls.direct() : calls.write();
        if (completesEdges()) {
            beginPart(isDirect, length);
        } else {
            beginWrite(isDirect, length);
        }
    }

    private void beginPart(boolean isDirect, long length) {
        if (isDirect) {
            calls.direct().beginPart(position, length, export.writeMode());
        } else {
            calls.write().beginPart(position, length, export.writeMode());
        }
    }

    /** A WRITE of one segment is made stable by its call. */
    private void beginWrite(boolean isDirect, long length) {
        Durability.Sync until = syncsAtEnd ? Durability.Sync.NONE : request().stable();
        if (isDirect) {
            calls.direct().beginWrite(position, length, until, export.writeMode());
        } else {
            calls.write().begin(position, length, export.writeMode(), until);
        }
    }

    /** Walks on until the thread must pay or sleep, or the request is answered. */
    Progress advance() {
        if (isCompleting) {
            return completeEdges();
        }
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
                request().procedure() == Rpc.Procedure.COMMIT ? answerCommit(ended.error()) : endStable(ended.error());
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

    /** What has been claimed is completed where the sync went well. */
    private Progress endStable(@Nullable Errno error) {
        if (error != null || !completesEdges()) {
            return answer(position - request().from(), error);
        }
        isCompleting = true;
        return Progress.ON;
    }

    private Progress completeEdges() {
        Progress progress = calls.edges().complete();
        if (progress != Progress.ON) {
            return progress;
        }
        if (bill.isOwing()) {
            return Progress.PAY;
        }
        isCompleting = false;
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
