package dev.dropbehind.engine.workload;

import dev.dropbehind.engine.call.Errno;
import dev.dropbehind.engine.call.Progress;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.IoMode;
import org.jspecify.annotations.Nullable;

/** What a task of a job makes its calls with, one at a time: each is begun, and then walked through. */
public interface Calls {

    /**
     * Begins a read.
     *
     * @param from first byte
     * @param length bytes asked for
     * @param mode how it treats the page cache
     * @param nowait whether it may not wait
     */
    void beginRead(long from, long length, IoMode mode, boolean nowait);

    /**
     * Begins a write.
     *
     * @param from first byte
     * @param length bytes to write
     * @param mode how it treats the page cache
     * @param until when what it writes has to be durable
     */
    void beginWrite(long from, long length, IoMode mode, Durability.Sync until);

    /**
     * Begins a sync of the file.
     *
     * @param dataOnly whether it is {@code fdatasync}
     */
    void beginSync(boolean dataOnly);

    /**
     * Begins to give up what is cached, {@code POSIX_FADV_DONTNEED}.
     *
     * @param from first byte
     * @param length bytes
     */
    void beginDontneed(long from, long length);

    /** Walks on with the call that was begun last, until the task must pay or sleep, or it has returned. */
    Progress advance();

    /** Returns the bytes that the read or write which returned last has moved. */
    long movedBytes();

    /** Returns why the call that returned last failed, or null where it did not. */
    @Nullable
    Errno error();
}
