package dev.dropbehind.engine.call;

import dev.dropbehind.engine.cache.Dropbehind;
import dev.dropbehind.engine.cache.FolioBatch;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.fs.FileSystem;
import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.memory.TaskMemory;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.Pages;
import org.jspecify.annotations.Nullable;

/**
 * A buffered read (kernel-model §2.2).
 *
 * <p>Enter; then, until all bytes are copied: look up a batch of folios; where a page is missing or carries the
 * read-ahead marker, start a window; where the batch ends at a page that is still being read, wait for it; copy what
 * was up to date; drop what is marked drop-behind. Each of these is one step below, in this order.
 */
public final class ReadCall implements Call {

    private enum Step {
        ENTER,
        LOCK_FILE,
        LOOK_UP,
        READ_AHEAD,
        SUBMIT_WINDOW,
        WAIT_FOR_READ,
        COPY,
        FINISH_BATCH,
        RETURN
    }

    private static final int MAX_FRUITLESS_TRIES = 16;

    private final PageCache cache;
    private final TaskMemory memory;
    private final Dropbehind dropbehind;
    private final FileSystem fileSystem;
    private final Cpus cpus;
    private final Counters counters;
    private final CallCount count;
    private final WindowRead window;
    private final FolioBatch batch = new FolioBatch();
    private final Task task;
    private final Bill bill;

    private final OpenFile file;
    private IoMode mode = IoMode.CACHED;
    private boolean nowait;
    private Step step = Step.RETURN;
    private long position;
    private long end;
    private long requestEnd;
    private long copiedBytes;
    private int fruitlessTries;
    private boolean isPutOff;
    private boolean isLocked;
    private @Nullable Errno error;

    /** Serves one task, call after call. */
    public ReadCall(
            PageCache cache,
            TaskMemory memory,
            Dropbehind dropbehind,
            FileSystem fileSystem,
            Cpus cpus,
            Counters counters,
            CallCount count,
            OpenFile file,
            Task task,
            Bill bill) {
        this.cache = cache;
        this.memory = memory;
        this.dropbehind = dropbehind;
        this.fileSystem = fileSystem;
        this.cpus = cpus;
        this.counters = counters;
        this.count = count;
        this.file = file;
        this.task = task;
        this.bill = bill;
        window = new WindowRead(cache, memory, fileSystem, counters);
    }

    /**
     * Begins a call.
     *
     * @param from first byte
     * @param length bytes asked for
     * @param how how it treats the page cache
     * @param withoutWaiting whether it carries {@code RWF_NOWAIT}: nothing is read and nothing waited for
     */
    public void begin(long from, long length, IoMode how, boolean withoutWaiting) {
        position = from;
        requestEnd = from + length;
        mode = how;
        nowait = withoutWaiting;
        copiedBytes = 0;
        fruitlessTries = 0;
        isPutOff = false;
        error = null;
        isLocked = false;
        step = Step.ENTER;
    }

    @Override
    public Progress advance() {
        Progress progress = Progress.ON;
        while (progress == Progress.ON) {
            progress = switch (step) {
                case ENTER -> enter();
                case LOCK_FILE -> lockFile();
                case LOOK_UP -> lookUp();
                case READ_AHEAD -> readAhead();
                case SUBMIT_WINDOW -> submitWindow();
                case WAIT_FOR_READ -> waitForRead();
                case COPY -> copy();
                case FINISH_BATCH -> finishBatch();
                case RETURN -> returned();
            };
        }
        return progress;
    }

    /** Returns the bytes copied. */
    public long copiedBytes() {
        return copiedBytes;
    }

    /** Returns why the call failed, or null where it did not: one that copied something is only short. */
    public @Nullable Errno error() {
        return error;
    }

    private Progress enter() {
        bill.pay(Cost.SYSCALL);
        bill.pay(Cost.VFS_READ);
        note(Fact.Kind.CALL_BEGINS, position, requestEnd - position);
        if (!fileSystem.supports(mode)) {
            return fail(Errno.EOPNOTSUPP);
        }
        end = Math.min(requestEnd, file.inode().sizeBytes());
        if (position >= end) {
            return next(Step.RETURN);
        }
        return next(fileSystem.readersLock() ? Step.LOCK_FILE : Step.LOOK_UP);
    }

    /** Where readers lock the file, no write is half done while they copy (kernel-model §2.1). */
    private Progress lockFile() {
        if (!file.inode().lock().readOrWait(task)) {
            return bill.isOwing() ? Progress.PAY : Progress.PARKED;
        }
        isLocked = true;
        bill.pay(Cost.INODE_LOCK);
        return next(Step.LOOK_UP);
    }

    private Progress lookUp() {
        end = Math.min(end, file.inode().sizeBytes());
        if (position >= end) {
            return next(Step.RETURN);
        }
        cache.collect(mapping(), firstPage(), endPage(), batch);
        bill.pay(Cost.INDEX_LOOKUP);
        bill.pay(Cost.INDEX_STEP, batch.folios());
        bill.pay(Cost.MARK_ACCESSED, batch.folios());
        if (isMissing()) {
            note(Fact.Kind.PAGE_MISSING, firstPage(), 1);
        } else {
            fruitlessTries = 0;
            isPutOff = false;
        }
        if (!batch.isEmpty()) {
            note(Fact.Kind.FOLIOS_FOUND, firstPage(), batch.endPage() - firstPage());
        }
        if (nowait) {
            return copyWithoutWaiting();
        }
        boolean readsAhead = isMissing() || batch.markerPage() != FolioTable.NONE;
        return next(readsAhead ? Step.READ_AHEAD : Step.WAIT_FOR_READ);
    }

    /**
     * With {@code RWF_NOWAIT} the kernel sets {@code IOCB_NOIO} too: a missing page ends the call, and so does one that
     * is being read, and one whose marker would start the next window. What lies before it is copied.
     */
    private Progress copyWithoutWaiting() {
        int marker = batch.markerPage();
        if (marker == FolioTable.NONE && !batch.isEmpty()) {
            return next(Step.COPY);
        }
        cache.release(batch, task.cpu());
        if (marker <= firstPage()) {
            return fail(Errno.EAGAIN);
        }
        end = Pages.bytes(marker);
        return next(Step.LOOK_UP);
    }

    private Progress readAhead() {
        if (!fileSystem.queue().hasRoom()) {
            return bill.isOwing() ? Progress.PAY : sleepUntilRoom();
        }
        if (memory.mustWait()) {
            return bill.isOwing() ? Progress.PAY : sleepUntilMemoryIsFree();
        }
        if (fruitlessTries > 0) {
            note(Fact.Kind.PAGE_READ_ALONE, firstPage(), 1);
            window.buildAlone(mapping(), firstPage(), mode == IoMode.DONTCACHE, task, bill);
        } else {
            if (!isPutOff) {
                decideWindow();
            }
            window.build(mapping(), file.readahead(), mode == IoMode.DONTCACHE, task, bill);
        }
        step = Step.SUBMIT_WINDOW;
        return Progress.PAY;
    }

    private Progress sleepUntilRoom() {
        fileSystem.queue().awaitRoom(task);
        return Progress.PARKED;
    }

    private Progress sleepUntilMemoryIsFree() {
        memory.await();
        return Progress.PARKED;
    }

    private void decideWindow() {
        Readahead readahead = file.readahead();
        int marker = batch.markerPage();
        if (marker == FolioTable.NONE) {
            readahead.decideSync(mapping(), firstPage(), pagesLeftFrom(firstPage()));
        } else if (cache.takeReadaheadMarker(mapping(), marker)) {
            counters.add(Counter.READAHEAD_MARKERS_MET, 1);
            int folioPages = 1 << cache.folios().order(mapping().folioAt(marker));
            readahead.decideAsync(mapping(), marker, folioPages, pagesLeftFrom(marker));
        } else {
            readahead.decideNothing();
        }
        if (readahead.windowPages() > 0) {
            note(readahead.rule(), readahead.windowFirst(), readahead.windowPages());
        }
    }

    private Progress submitWindow() {
        window.submit(inode(), task, bill);
        if (!isMissing()) {
            return next(Step.WAIT_FOR_READ);
        }
        isPutOff = !window.hasPages() && memory.isPutOff();
        if (!isPutOff) {
            fruitlessTries = window.hasPages() ? 0 : fruitlessTries + 1;
        }
        return fruitlessTries == MAX_FRUITLESS_TRIES ? giveUp() : next(Step.LOOK_UP);
    }

    private Progress giveUp() {
        memory.giveUp();
        return fail(Errno.ENOMEM);
    }

    private Progress waitForRead() {
        int pending = batch.pendingPage();
        if (pending != FolioTable.NONE && batch.isEmpty() && cache.isUptodateInPart(mapping(), pending)) {
            return readRest(pending);
        }
        if (pending == FolioTable.NONE || !cache.isBeingRead(mapping(), pending)) {
            return next(batch.isEmpty() ? Step.LOOK_UP : Step.COPY);
        }
        if (bill.isOwing()) {
            return Progress.PAY;
        }
        note(Fact.Kind.WAITS_FOR_READ, pending, 1);
        cache.awaitRead(mapping(), pending, task);
        return Progress.PARKED;
    }

    /** Reads what is missing of a folio that writes have made up to date in part. */
    private Progress readRest(int page) {
        if (!fileSystem.queue().hasRoom()) {
            return bill.isOwing() ? Progress.PAY : sleepUntilRoom();
        }
        cache.lockForRead(mapping(), page);
        fileSystem.readRest(inode(), page, task, bill);
        return Progress.PAY;
    }

    private Progress copy() {
        long bytes = Math.min(end, Pages.bytes(batch.endPage())) - position;
        cache.markAccessed(batch, startsInsideLastRead());
        cache.copied(
                batch,
                position,
                Math.max(position, Math.min(position + bytes, file.inode().sizeBytes())));
        bill.pay(isWarm() ? Cost.COPY_WARM : Cost.COPY, bytes);
        note(Fact.Kind.COPIED, firstPage(), Pages.holding(position + bytes) - firstPage());
        position += bytes;
        copiedBytes += bytes;
        step = Step.FINISH_BATCH;
        return Progress.PAY;
    }

    /** Returns whether what is copied was filled by a processor, not a device: it is taken to be in its cache yet. */
    private boolean isWarm() {
        return fileSystem.queue().fillsByProcessor() || !inode().isWritten(position / Pages.SECTOR_SIZE);
    }

    private Progress finishBatch() {
        bill.charge(dropbehind.afterRead(batch, position, task.cpu(), Context.TASK));
        cache.release(batch, task.cpu());
        return next(position < end ? Step.LOOK_UP : Step.RETURN);
    }

    private Progress returned() {
        if (isLocked) {
            isLocked = false;
            inode().lock().unlockRead(task, cpus);
        }
        memory.settleHigh();
        if (bill.isOwing()) {
            return Progress.PAY;
        }
        if (memory.sleepForHigh()) {
            return Progress.PARKED;
        }
        count.returned(false, copiedBytes, error);
        note(Fact.Kind.CALL_RETURNS, position - copiedBytes, copiedBytes);
        if (copiedBytes > 0) {
            file.readahead().callEndedAt(position);
        }
        return Progress.RETURNED;
    }

    private void note(Fact.Kind kind, long first, long count) {
        counters.tell(kind, mapping().id(), first, count);
    }

    private boolean isMissing() {
        return batch.isEmpty() && batch.pendingPage() == FolioTable.NONE;
    }

    /** Small sequential reads mark a folio once: not again where the last copy ended inside it. */
    private boolean startsInsideLastRead() {
        long lastEnd = copiedBytes > 0 ? position : file.readahead().previousPosition();
        int order = batch.firstOrder(cache.folios());
        return lastEnd > 0 && Pages.of(lastEnd - 1) >> order == firstPage() >> order;
    }

    private Progress next(Step following) {
        step = following;
        return Progress.ON;
    }

    private Progress fail(Errno why) {
        error = copiedBytes == 0 ? why : null;
        return next(Step.RETURN);
    }

    private Inode inode() {
        return file.inode();
    }

    private Mapping mapping() {
        return file.inode().mapping();
    }

    private int firstPage() {
        return Pages.of(position);
    }

    private int endPage() {
        return Pages.holding(end);
    }

    /** A call that begins or ends inside a block larger than a page asks for all of it. */
    private int pagesLeftFrom(int page) {
        int order = mapping().minOrder();
        int end = Pages.holding(requestEnd);
        return ((end + (1 << order) - 1) >> order << order) - page;
    }
}
