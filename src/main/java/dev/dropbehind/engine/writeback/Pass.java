package dev.dropbehind.engine.writeback;

import org.jspecify.annotations.Nullable;

/** One piece of the flusher's work, the kernel's {@code wb_writeback_work}, and how far it has come. */
final class Pass {

    private WritebackReason reason = WritebackReason.BACKGROUND;
    private long pagesLeft;
    private @Nullable SyncWork work;
    private long dirtiedBy;
    private boolean onlyOld;
    private boolean refilled;

    /** Sets out to write so many pages of what is dirty by a tick. */
    void begin(WritebackReason why, long pages, long dirtiedUntil) {
        reason = why;
        pagesLeft = pages;
        dirtiedBy = dirtiedUntil;
        work = null;
        onlyOld = false;
        refilled = false;
    }

    /** Sets out to write so many pages of what has been dirty since a tick. */
    void beginOld(long pages, long dirtiedUntil) {
        begin(WritebackReason.PERIODIC, pages, dirtiedUntil);
        onlyOld = true;
    }

    /** Sets out to write all that is dirty by a tick for somebody who waits. */
    void begin(SyncWork request, long dirtiedUntil) {
        begin(WritebackReason.SYNC, Long.MAX_VALUE, dirtiedUntil);
        work = request;
    }

    WritebackReason reason() {
        return reason;
    }

    /** Returns the request that is served, null where there is none. */
    @Nullable
    SyncWork work() {
        return work;
    }

    /** Returns whether each file is written whole, waiting for what is on its way. */
    boolean isSyncAll() {
        return work != null;
    }

    /** Returns whether it makes room for requests, since it might go on for ever. */
    boolean yields() {
        return isBackground() || onlyOld;
    }

    /** Returns whether it ends as soon as little enough is dirty. */
    boolean isBackground() {
        return reason == WritebackReason.BACKGROUND;
    }

    /** Returns whether it leaves alone what has not been dirty for long. */
    boolean isOnlyOld() {
        return onlyOld;
    }

    long pagesLeft() {
        return pagesLeft;
    }

    void count(long written) {
        pagesLeft -= pagesLeft == Long.MAX_VALUE ? 0 : written;
    }

    long dirtiedBy() {
        return dirtiedBy;
    }

    /** Takes in what has become dirty, or old, meanwhile. */
    void includeUntil(long dirtiedUntil) {
        dirtiedBy = dirtiedUntil;
    }

    boolean isRefilled() {
        return refilled;
    }

    void refilled() {
        refilled = true;
    }
}
