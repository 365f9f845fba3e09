package dev.dropbehind.engine.call;

import dev.dropbehind.engine.cache.DirtyFolios;
import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.fs.FileSystem;
import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.Pages;
import org.jspecify.annotations.Nullable;

/**
 * {@code EXT4_IOC_MOVE_EXT}, what a defragmenter calls (kernel-model §10.1). It works on buffer heads: a file that goes
 * through iomap is written back and dropped from the cache under its lock, and goes through buffer heads from then on.
 * The moving of blocks itself is left out.
 */
public final class DefragCall implements Call {

    private enum Step {
        ENTER,
        LOCK_FILE,
        WRITE_BACK,
        DROP,
        RETURN
    }

    private static final int BUSY = FolioFlags.LOCKED | FolioFlags.WRITEBACK;

    private final PageCache cache;
    private final FolioTable folios;
    private final DirtyFolios dirty;
    private final FileSystem fileSystem;
    private final Cpus cpus;
    private final Counters counters;
    private final CachedRange cached;
    private final OpenFile file;
    private final Task task;
    private final Bill bill;
    private final Removal removal;

    private Step step = Step.RETURN;
    private boolean isLocked;
    private @Nullable Errno error;

    /** Serves one task, call after call. */
    public DefragCall(TruncateCall.Parts parts, OpenFile file, Task task, Bill bill) {
        cache = parts.cache();
        folios = cache.folios();
        dirty = parts.dirty();
        fileSystem = parts.fileSystem();
        cpus = parts.cpus();
        counters = parts.counters();
        this.file = file;
        this.task = task;
        this.bill = bill;
        removal = new Removal(cache, counters, task, bill);
        cached = new CachedRange(cache, dirty, fileSystem.operations(), counters, mapping(), task, bill);
    }

    /** Begins a call. */
    public void begin() {
        isLocked = false;
        error = null;
        step = Step.ENTER;
    }

    @Override
    public Progress advance() {
        Progress progress = Progress.ON;
        while (progress == Progress.ON) {
            progress = switch (step) {
                case ENTER -> enter();
                case LOCK_FILE -> lockFile();
                case WRITE_BACK -> writeBack();
                case DROP -> drop();
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
        bill.pay(Cost.SYSCALL);
        counters.tell(Fact.Kind.DEFRAG_BEGINS, mapping().id(), 0, inode().sizeBytes());
        if (!fileSystem.canDefragment(inode())) {
            error = Errno.EOPNOTSUPP;
            return next(Step.RETURN);
        }
        return next(Step.LOCK_FILE);
    }

    private Progress lockFile() {
        if (!inode().lock().writeOrWait(task)) {
            return bill.isOwing() ? Progress.PAY : Progress.PARKED;
        }
        isLocked = true;
        bill.pay(Cost.INODE_LOCK);
        if (!fileSystem.mustFallBack(inode())) {
            return next(Step.RETURN);
        }
        return beginWriteBack();
    }

    private Progress beginWriteBack() {
        dirty.finishHalfDone(mapping(), 0, mapping().endOfCache());
        cached.beginWriteBack(0, Math.max(1, Pages.bytes(mapping().endOfCache())));
        return next(Step.WRITE_BACK);
    }

    private Progress writeBack() {
        Progress progress = cached.writeBack();
        return progress == Progress.ON ? next(Step.DROP) : progress;
    }

    /** Drops all at once, or waits: nobody may bring a page in between, who holds the kernel's invalidate_lock. */
    private Progress drop() {
        int end = mapping().endOfCache();
        for (int page = mapping().nextPresent(0, end);
                page < end;
                page = mapping().nextPresent(page, end)) {
            int folio = mapping().folioAt(page);
            if (folios.hasAny(folio, BUSY)) {
                return await(page);
            }
            if (folios.hasAny(folio, FolioFlags.DIRTY)) {
                return beginWriteBack();
            }
            page = folios.endPage(folio);
        }
        for (int page = mapping().nextPresent(0, end);
                page < end;
                page = mapping().nextPresent(page, end)) {
            removal.remove(mapping().folioAt(page), Counter.TRUNCATED_PAGES, Fact.Kind.RANGE_REMOVED);
        }
        fileSystem.fallBack(inode());
        return next(Step.RETURN);
    }

    private Progress await(int awaited) {
        if (bill.isOwing()) {
            return Progress.PAY;
        }
        counters.tell(Fact.Kind.WAITS_FOR_FOLIO, mapping().id(), awaited, 1);
        dirty.await(mapping(), awaited, task);
        return Progress.PARKED;
    }

    private Progress returned() {
        if (isLocked) {
            isLocked = false;
            inode().lock().unlockWrite(task, cpus);
        }
        if (bill.isOwing()) {
            return Progress.PAY;
        }
        counters.add(Counter.FAILED_CALLS, error == null ? 0 : 1);
        counters.tell(Fact.Kind.DEFRAG_RETURNS, mapping().id(), 0, inode().sizeBytes());
        return Progress.RETURNED;
    }

    private Progress next(Step following) {
        step = following;
        return Progress.ON;
    }

    private Inode inode() {
        return file.inode();
    }

    private Mapping mapping() {
        return file.inode().mapping();
    }
}
