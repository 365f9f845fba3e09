package dev.dropbehind.engine.nfsd;

import dev.dropbehind.engine.call.Errno;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.time.EventHandler;
import org.jspecify.annotations.Nullable;

/** A request of a client and its answer, one after another: it is sent again once it is answered. */
public final class Rpc {

    /** What a request asks for. */
    enum Procedure {
        /** To read. */
        READ,
        /** To write. */
        WRITE,
        /** To make durable what was written before. */
        COMMIT
    }

    private final NfsServer server;
    private final EventHandler arrival;
    private final EventHandler answer;

    private Procedure procedure = Procedure.COMMIT;
    private int file;
    private long from;
    private long end;
    private Durability.Sync stable = Durability.Sync.NONE;
    private long movedBytes;
    private @Nullable Errno error;

    Rpc(NfsServer server, Runnable onAnswer) {
        this.server = server;
        arrival = _ -> server.arrived(this);
        answer = _ -> onAnswer.run();
    }

    /**
     * Sends a READ.
     *
     * @param number the file
     * @param first first byte
     * @param length bytes asked for
     */
    public void sendRead(int number, long first, long length) {
        send(Procedure.READ, number, first, length, Durability.Sync.NONE);
    }

    /**
     * Sends a WRITE.
     *
     * @param number the file
     * @param first first byte
     * @param length bytes to write
     * @param how how stable it is: UNSTABLE as none, DATA_SYNC as dsync, FILE_SYNC as sync
     */
    public void sendWrite(int number, long first, long length, Durability.Sync how) {
        send(Procedure.WRITE, number, first, length, how);
    }

    /** Sends a COMMIT of a whole file. */
    public void sendCommit(int number) {
        send(Procedure.COMMIT, number, 0, 0, Durability.Sync.NONE);
    }

    private void send(Procedure what, int number, long first, long length, Durability.Sync how) {
        procedure = what;
        file = number;
        from = first;
        end = first + length;
        stable = how;
        movedBytes = 0;
        error = null;
        server.carry(arrival);
    }

    /** Returns the bytes read or written, once it is answered. */
    public long movedBytes() {
        return movedBytes;
    }

    /** Returns why it failed, null where it did not, once it is answered. */
    public @Nullable Errno error() {
        return error;
    }

    /** Sends the answer. */
    void answer(long bytes, @Nullable Errno why) {
        movedBytes = bytes;
        error = why;
        server.carry(answer);
    }

    Procedure procedure() {
        return procedure;
    }

    int file() {
        return file;
    }

    long from() {
        return from;
    }

    long end() {
        return end;
    }

    Durability.Sync stable() {
        return stable;
    }
}
