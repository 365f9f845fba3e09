package dev.dropbehind.engine.call;

import dev.dropbehind.engine.cache.DirtyFolios;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.fs.DeviceFlush;
import dev.dropbehind.engine.fs.FileSystem;
import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.fs.Journal;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.writeback.BdiWriteback;
import dev.dropbehind.engine.writeback.SyncWork;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * {@code sync}: has the flusher write all that is dirty of all files, waits until it is written, commits the journal
 * and flushes the device (ksys_sync). It reports no error: whose file it was hears of it by a sync of its own.
 */
public final class SyncAllCall implements Call {

    private enum Step {
        ENTER,
        SUBMIT,
        WAIT,
        COMMIT,
        FLUSH,
        RETURN
    }

    private final FileSystem fileSystem;
    private final BdiWriteback writeback;
    private final DirtyFolios dirty;
    private final Counters counters;
    private final List<Inode> files;
    private final Journal.Commit commit;
    private final DeviceFlush flush;
    private final Task task;
    private final Bill bill;

    private Step step = Step.RETURN;
    private @Nullable SyncWork work;
    private int file;
    private int page;

    /** Serves one task, call after call; of these files. */
    public SyncAllCall(
            FileSystem fileSystem,
            BdiWriteback writeback,
            DirtyFolios dirty,
            Counters counters,
            List<Inode> files,
            Task task,
            Bill bill) {
        this.fileSystem = fileSystem;
        this.writeback = writeback;
        this.dirty = dirty;
        this.counters = counters;
        this.files = List.copyOf(files);
        this.task = task;
        this.bill = bill;
        commit = fileSystem.newCommit();
        flush = fileSystem.newFlush();
    }

    /** Begins a call. */
    public void begin() {
        step = Step.ENTER;
    }

    @Override
    public Progress advance() {
        Progress progress = Progress.ON;
        while (progress == Progress.ON) {
            progress = switch (step) {
                case ENTER -> enter();
                case SUBMIT -> awaitFlusher();
                case WAIT -> awaitWriteback();
                case COMMIT -> commitJournal();
                case FLUSH -> flushDevice();
                case RETURN -> bill.isOwing() ? Progress.PAY : Progress.RETURNED;
            };
        }
        return progress;
    }

    private Progress enter() {
        bill.pay(Cost.SYSCALL);
        counters.tell(Fact.Kind.SYNC_ALL, Fact.NO_FILE, 0, 0);
        work = writeback.sync();
        return next(Step.SUBMIT);
    }

    private Progress awaitFlusher() {
        SyncWork submitted = Objects.requireNonNull(work);
        if (!submitted.isDone()) {
            if (bill.isOwing()) {
                return Progress.PAY;
            }
            submitted.await(task);
            return Progress.PARKED;
        }
        file = 0;
        page = 0;
        return next(Step.WAIT);
    }

    /** Goes over each file once: what is under writeback behind that began after the sync did. */
    private Progress awaitWriteback() {
        while (file < files.size()) {
            Mapping mapping = files.get(file).mapping();
            int end = mapping.endOfCache();
            page = mapping.nextUnderWriteback(page, Math.max(page, end));
            if (page < end) {
                if (bill.isOwing()) {
                    return Progress.PAY;
                }
                counters.tell(Fact.Kind.WAITS_FOR_WRITEBACK, mapping.id(), page, 1);
                dirty.await(mapping, page, task);
                return Progress.PARKED;
            }
            file++;
            page = 0;
        }
        file = 0;
        beginCommit();
        return next(Step.COMMIT);
    }

    private void beginCommit() {
        while (file < files.size() && !fileSystem.hasChangesToCommit(files.get(file), false)) {
            file++;
        }
        if (file < files.size()) {
            commit.begin(files.get(file), false);
        }
    }

    /** One commit takes the changes of all files; it flushes the device, too. */
    private Progress commitJournal() {
        if (file == files.size()) {
            return next(Step.FLUSH);
        }
        Progress progress = Progress.of(commit.advance(task, bill));
        return progress == Progress.ON ? next(Step.RETURN) : progress;
    }

    private Progress flushDevice() {
        Progress progress = Progress.of(flush.advance(task, bill));
        return progress == Progress.ON ? next(Step.RETURN) : progress;
    }

    private Progress next(Step following) {
        step = following;
        return Progress.ON;
    }
}
