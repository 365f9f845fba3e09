package dev.dropbehind.engine.call;

import dev.dropbehind.engine.cache.Contents;
import dev.dropbehind.engine.cache.DirtyFolios;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.MappingOperations;
import dev.dropbehind.engine.cache.WritebackControl;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.fs.DeviceFlush;
import dev.dropbehind.engine.fs.FileSystem;
import dev.dropbehind.engine.fs.Journal;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.Pages;
import org.jspecify.annotations.Nullable;

/**
 * {@code fsync}, {@code fdatasync}, and the end of a write with {@code O_DSYNC} or {@code O_SYNC} (kernel-model §3.8):
 * writes what is dirty in a range, waits until it is written, commits the journal where it has to know, and has the
 * device make durable what it holds. An error of a write to the device is reported once to each open file.
 */
public final class SyncCall implements Call {

    private enum Step {
        ENTER,
        WRITE,
        WAIT,
        COMMIT,
        FLUSH,
        RETURN
    }

    private final FileSystem fileSystem;
    private final MappingOperations operations;
    private final DirtyFolios dirty;
    private final Contents contents;
    private final Journal.Commit commit;
    private final DeviceFlush flush;
    private final Counters counters;
    private final OpenFile file;
    private final Task task;
    private final Bill bill;
    private final WritebackControl control = new WritebackControl();

    private Step step = Step.RETURN;
    private int firstPage;
    private int endPage;
    private long lastWrite;
    private boolean isCall;
    private boolean dataOnly;
    private @Nullable Errno error;

    /** Serves one task, call after call. */
    public SyncCall(
            FileSystem fileSystem,
            DirtyFolios dirty,
            Contents contents,
            Counters counters,
            OpenFile file,
            Task task,
            Bill bill) {
        this.fileSystem = fileSystem;
        this.dirty = dirty;
        this.contents = contents;
        this.counters = counters;
        this.file = file;
        this.task = task;
        this.bill = bill;
        operations = fileSystem.operations();
        commit = fileSystem.newCommit();
        flush = fileSystem.newFlush();
    }

    /**
     * Begins a call that syncs the whole file.
     *
     * @param justData whether it is {@code fdatasync}
     */
    public void begin(boolean justData) {
        isCall = true;
        dataOnly = justData;
        start(0, Integer.MAX_VALUE);
    }

    /** Begins what follows a synchronous write of a range of bytes. */
    public void beginRange(long from, long to, Durability.Sync until) {
        isCall = false;
        dataOnly = until == Durability.Sync.DSYNC;
        start(Pages.of(from), Pages.holding(to));
    }

    private void start(int first, int end) {
        firstPage = first;
        endPage = end;
        error = null;
        step = Step.ENTER;
    }

    @Override
    public Progress advance() {
        Progress progress = Progress.ON;
        while (progress == Progress.ON) {
            progress = switch (step) {
                case ENTER -> enter();
                case WRITE -> write();
                case WAIT -> waitForWriteback();
                case COMMIT -> commitJournal();
                case FLUSH -> flushDevice();
                case RETURN -> returned();
            };
        }
        return progress;
    }

    /** Returns why the call failed, or null where it did not. */
    public @Nullable Errno error() {
        return error;
    }

    private Progress enter() {
        if (isCall) {
            bill.pay(Cost.SYSCALL);
            note(Fact.Kind.SYNC_BEGINS);
        }
        lastWrite = dirty.lastWholeWrite();
        endPage = Math.min(endPage, mapping().endOfLastBlock());
        control.beginSyncAll(firstPage, endPage);
        return next(Step.WRITE);
    }

    private Progress write() {
        Progress progress = Progress.of(operations.writePages(mapping(), control, task, bill));
        return progress == Progress.ON ? next(Step.WAIT) : progress;
    }

    private Progress waitForWriteback() {
        int page = mapping().nextUnderWriteback(firstPage, endPage);
        if (page == endPage) {
            mapping().indexLock().fetchAll();
            commit.begin(file.inode(), dataOnly);
            return next(fileSystem.hasChangesToCommit(file.inode(), dataOnly) ? Step.COMMIT : Step.FLUSH);
        }
        if (bill.isOwing()) {
            return Progress.PAY;
        }
        counters.tell(Fact.Kind.WAITS_FOR_WRITEBACK, mapping().id(), page, 1);
        dirty.await(mapping(), page, task);
        return Progress.PARKED;
    }

    /** A journal that was committed has flushed the device as well. */
    private Progress commitJournal() {
        Progress progress = Progress.of(commit.advance(task, bill));
        return progress == Progress.ON ? next(Step.RETURN) : progress;
    }

    private Progress flushDevice() {
        Progress progress = Progress.of(flush.advance(task, bill));
        return progress == Progress.ON ? next(Step.RETURN) : progress;
    }

    private Progress returned() {
        if (bill.isOwing()) {
            return Progress.PAY;
        }
        error = file.takeWriteError() ? Errno.EIO : null;
        if (error == null) {
            contents.synced(mapping(), Pages.bytes(firstPage), Pages.bytes(endPage), lastWrite);
        }
        counters.add(Counter.SYNC_CALLS, isCall && error == null ? 1 : 0);
        counters.add(Counter.FAILED_CALLS, isCall && error != null ? 1 : 0);
        if (isCall) {
            note(Fact.Kind.SYNC_RETURNS);
        }
        return Progress.RETURNED;
    }

    private void note(Fact.Kind kind) {
        counters.tell(kind, mapping().id(), 0, file.inode().sizeBytes());
    }

    private Progress next(Step following) {
        step = following;
        return Progress.ON;
    }

    private Mapping mapping() {
        return file.inode().mapping();
    }
}
