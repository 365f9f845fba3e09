package dev.dropbehind.engine.workload;

import dev.dropbehind.engine.call.Errno;
import dev.dropbehind.engine.call.Progress;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.nfsd.NfsServer;
import dev.dropbehind.engine.nfsd.Rpc;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.IoMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a task on another machine, which has the file from an NFS server: each becomes requests, all sent at
 * once, and returns when all are answered. Its machine has no page cache and takes no time (src/docs/nfsd.md).
 *
 * <p>A sync is a COMMIT where the task has written what the server was free to keep in memory; otherwise nothing is to
 * be done.
 */
public final class RemoteCalls implements Calls {

    private final NfsServer server;
    private final int file;
    private final int rsizeBytes;
    private final int wsizeBytes;
    private final List<Rpc> requests = new ArrayList<>();

    private @Nullable Job task;
    private int sent;
    private int unanswered;
    private boolean isUncommitted;

    /**
     * Makes calls on a file of a server.
     *
     * @param file its number there
     * @param rsizeBytes the most bytes of a READ
     * @param wsizeBytes the most bytes of a WRITE
     */
    public RemoteCalls(NfsServer server, int file, int rsizeBytes, int wsizeBytes) {
        this.server = server;
        this.file = file;
        this.rsizeBytes = rsizeBytes;
        this.wsizeBytes = wsizeBytes;
    }

    /** Has a task make its calls by this; returns what starts it. */
    Runnable use(Job own) {
        task = own;
        own.use(this);
        return this::goOn;
    }

    /** Takes turns until the task waits for an answer, or has ended. */
    private void goOn() {
        long answer = 0;
        while (answer == 0) {
            answer = Objects.requireNonNull(task).turn();
        }
        if (answer != TaskBody.ASLEEP && answer != TaskBody.EXITED) {
            throw new IllegalStateException("a task of another machine owes " + answer + " ns here");
        }
    }

    @Override
    public void beginRead(long from, long length, IoMode mode, boolean nowait) {
        sent = 0;
        for (long first = from; first < from + length; first += rsizeBytes) {
            nextRequest().sendRead(file, first, Math.min(rsizeBytes, from + length - first));
        }
    }

    @Override
    public void beginWrite(long from, long length, IoMode mode, Durability.Sync until) {
        sent = 0;
        for (long first = from; first < from + length; first += wsizeBytes) {
            nextRequest().sendWrite(file, first, Math.min(wsizeBytes, from + length - first), until);
        }
        isUncommitted |= until == Durability.Sync.NONE;
    }

    @Override
    public void beginSync(boolean dataOnly) {
        sent = 0;
        if (isUncommitted) {
            isUncommitted = false;
            nextRequest().sendCommit(file);
        }
    }

    @Override
    public void beginDontneed(long from, long length) {
        throw new IllegalStateException("a client has no page cache");
    }

    private Rpc nextRequest() {
        if (sent == requests.size()) {
            requests.add(server.newRequest(this::answered));
        }
        unanswered++;
        return requests.get(sent++);
    }

    private void answered() {
        unanswered--;
        if (unanswered == 0) {
            goOn();
        }
    }

    @Override
    public Progress advance() {
        return unanswered == 0 ? Progress.RETURNED : Progress.PARKED;
    }

    @Override
    public long movedBytes() {
        return requests.subList(0, sent).stream().mapToLong(Rpc::movedBytes).sum();
    }

    @Override
    public @Nullable Errno error() {
        return requests.subList(0, sent).stream()
                .map(Rpc::error)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }
}
