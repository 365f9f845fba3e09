package dev.dropbehind.engine.call;

import dev.dropbehind.engine.cache.DirtyFolios;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.fs.DirectIo;
import dev.dropbehind.engine.fs.FileSystem;
import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.Pages;
import org.jspecify.annotations.Nullable;

/**
 * A read or a write with {@code O_DIRECT}: between the device and the buffer of the caller, past the page cache
 * (iomap_dio_rw; kernel-model §11.2, 52).
 *
 * <p>Enter and lock the file; write back and wait for what is cached of the range; before a write remove it, too; then
 * submit all bios and wait for them. After a write what has been cached meanwhile is removed once more, the file is
 * unlocked and, where that was asked for, synced. What was cached of a write and could not be removed beforehand, since
 * somebody has stored to it through a mapping, makes it a buffered write; what cannot be removed afterwards stays, is
 * older than the device, and the next sync fails for it.
 */
public final class DirectCall implements Call {

    private enum Step {
        ENTER,
        LOCK_FILE,
        WRITE_BACK,
        INVALIDATE,
        SUBMIT,
        WAIT,
        INVALIDATE_AGAIN,
        UNLOCK_FILE,
        SYNC,
        FALL_BACK,
        RETURN
    }

    private final FileSystem fileSystem;
    private final DirectIo io;
    private final CachedRange cached;
    private final WriteCall buffered;
    private final SyncCall sync;
    private final Cpus cpus;
    private final Counters counters;
    private final CallCount count;
    private final OpenFile file;
    private final Task task;
    private final Bill bill;
    private final int logicalBlockBytes;

    private Step step = Step.RETURN;
    private boolean isWrite;
    private boolean nowait;
    private boolean isExclusive;
    private boolean isLocked;
    private Durability.Sync durability = Durability.Sync.NONE;
    private long begin;
    private long requestEnd;
    private long end;
    private long sector;
    private long movedBytes;
    private boolean fellBack;
    private boolean isPart;
    private IoMode fallback = IoMode.CACHED;
    private @Nullable Errno error;

    /**
     * What a direct caller works with besides the file.
     *
     * @param buffered what writes where what is cached cannot be removed
     * @param sync what syncs after a write
     * @param logicalBlockBytes block of the device, of which position and length have to be multiples
     */
    public record Parts(
            PageCache cache,
            DirtyFolios dirty,
            FileSystem fileSystem,
            WriteCall buffered,
            SyncCall sync,
            Cpus cpus,
            Counters counters,
            CallCount count,
            int logicalBlockBytes) {}

    /** Serves one task, call after call. */
    public DirectCall(Parts parts, OpenFile file, Task task, Bill bill) {
        fileSystem = parts.fileSystem();
        buffered = parts.buffered();
        sync = parts.sync();
        cpus = parts.cpus();
        counters = parts.counters();
        count = parts.count();
        logicalBlockBytes = parts.logicalBlockBytes();
        this.file = file;
        this.task = task;
        this.bill = bill;
        Mapping mapping = file.inode().mapping();
        io = fileSystem.newDirectIo(file.inode());
        cached = new CachedRange(parts.cache(), parts.dirty(), fileSystem.operations(), counters, mapping, task, bill);
    }

    /**
     * Begins a read.
     *
     * @param from first byte
     * @param length bytes asked for
     * @param withoutWaiting whether it carries {@code RWF_NOWAIT}: it waits for its own bios, and for nothing else
     */
    public void beginRead(long from, long length, boolean withoutWaiting) {
        begin(from, length);
        isWrite = false;
        nowait = withoutWaiting;
        isExclusive = false;
        durability = Durability.Sync.NONE;
    }

    /**
     * Begins a write.
     *
     * @param from first byte
     * @param length bytes to write
     * @param until when what it writes has to be durable; on the device it is when the call returns
     */
    public void beginWrite(long from, long length, Durability.Sync until) {
        beginWrite(from, length, until, IoMode.CACHED);
    }

    /**
     * Begins a write.
     *
     * @param from first byte
     * @param length bytes to write
     * @param until when what it writes has to be durable; on the device it is when the call returns
     * @param otherwise how it treats the page cache where it has to be a buffered write
     */
    public void beginWrite(long from, long length, Durability.Sync until, IoMode otherwise) {
        begin(from, length);
        isPart = false;
        isWrite = true;
        nowait = false;
        isExclusive = false;
        durability = until;
        fallback = otherwise;
    }

    /**
     * Begins a write that is part of a larger one, whose writer syncs it.
     *
     * @param from first byte
     * @param length bytes to write
     * @param otherwise how it treats the page cache where it has to be a buffered write
     */
    public void beginPart(long from, long length, IoMode otherwise) {
        beginWrite(from, length, Durability.Sync.NONE, otherwise);
        isPart = true;
    }

    private void begin(long from, long length) {
        begin = from;
        requestEnd = from + length;
        movedBytes = 0;
        isLocked = false;
        fellBack = false;
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
                case INVALIDATE -> invalidate();
                case SUBMIT -> submit();
                case WAIT -> waitForBios();
                case INVALIDATE_AGAIN -> invalidateAgain();
                case UNLOCK_FILE -> unlockFile();
                case SYNC -> syncRange();
                case FALL_BACK -> fallBack();
                case RETURN -> returned();
            };
        }
        return progress;
    }

    /** Returns whether it is a write. */
    public boolean isWrite() {
        return isWrite;
    }

    /** Returns the bytes read or written. */
    public long movedBytes() {
        return movedBytes;
    }

    /** Returns why the call failed, or null where it did not. */
    public @Nullable Errno error() {
        return error;
    }

    private Progress enter() {
        bill.pay(Cost.SYSCALL);
        bill.pay(isWrite ? Cost.VFS_WRITE : Cost.VFS_READ);
        note(isWrite ? Fact.Kind.WRITE_BEGINS : Fact.Kind.CALL_BEGINS, begin, requestEnd - begin);
        if (begin % logicalBlockBytes != 0 || requestEnd % logicalBlockBytes != 0) {
            return fail(Errno.EINVAL);
        }
        if (isWrite && fileSystem.journalsData()) {
            end = requestEnd;
            fellBack = true;
            return next(Step.UNLOCK_FILE);
        }
        return next(Step.LOCK_FILE);
    }

    private Progress lockFile() {
        if (nowait && !inode().lock().tryRead()) {
            return fail(Errno.EAGAIN);
        }
        if (!nowait && !takeLock()) {
            return bill.isOwing() ? Progress.PAY : Progress.PARKED;
        }
        isLocked = true;
        if (isWrite && !isExclusive && !fileSystem.sharesDirectWrites(inode(), begin, requestEnd)) {
            unlock();
            isExclusive = true;
            return Progress.ON;
        }
        bill.pay(Cost.INODE_LOCK);
        end = isWrite && !fileSystem.isBlockDevice() ? requestEnd : Math.min(requestEnd, inode().sizeBytes());
        if (begin >= end) {
            return next(Step.UNLOCK_FILE);
        }
        if (isWrite) {
            fileSystem.touch(inode());
        }
        sector = begin / Pages.SECTOR_SIZE;
        cached.beginWriteBack(begin, end);
        if (!isWrite) {
            io.beginRead(sector, endSector());
        }
        if (nowait && (cached.needsWriteBack() || !io.queue().hasRoom())) {
            error = Errno.EAGAIN;
            return next(Step.UNLOCK_FILE);
        }
        return next(Step.WRITE_BACK);
    }

    private boolean takeLock() {
        return isExclusive ? inode().lock().writeOrWait(task) : inode().lock().readOrWait(task);
    }

    private Progress writeBack() {
        Progress progress = cached.writeBack();
        if (progress != Progress.ON) {
            return progress;
        }
        if (isWrite) {
            cached.beginInvalidate(begin, end);
            return next(Step.INVALIDATE);
        }
        return next(Step.SUBMIT);
    }

    private Progress invalidate() {
        Progress progress = cached.invalidate();
        if (progress != Progress.ON) {
            return progress;
        }
        if (cached.hasStale()) {
            fellBack = true;
            return next(Step.UNLOCK_FILE);
        }
        io.beginWrite(sector, endSector());
        return next(Step.SUBMIT);
    }

    /** Submits bio after bio under one plug, which is let go where the queue is full. */
    private Progress submit() {
        while (sector < endSector()) {
            if (!io.queue().hasRoom()) {
                io.queue().unplug(task, bill);
                return bill.isOwing() ? Progress.PAY : sleepUntilRoom();
            }
            sector = isWrite ? io.writeNext(sector, task, bill) : io.readNext(sector, task, bill);
        }
        io.queue().unplug(task, bill);
        step = Step.WAIT;
        return Progress.PAY;
    }

    private Progress sleepUntilRoom() {
        io.queue().awaitRoom(task);
        return Progress.PARKED;
    }

    private Progress waitForBios() {
        if (io.isPending()) {
            if (bill.isOwing()) {
                return Progress.PAY;
            }
            io.await(task);
            return Progress.PARKED;
        }
        if (io.hasFailed()) {
            error = Errno.EIO;
        } else {
            movedBytes = end - begin;
        }
        if (!isWrite) {
            return next(Step.UNLOCK_FILE);
        }
        if (error == null) {
            io.completeWrite(end, bill);
        }
        cached.beginInvalidate(begin, end);
        return next(Step.INVALIDATE_AGAIN);
    }

    private Progress invalidateAgain() {
        Progress progress = cached.invalidate();
        if (progress != Progress.ON) {
            return progress;
        }
        io.endWrite();
        if (cached.hasStale()) {
            io.staleIsCached(begin, end);
        }
        return next(Step.UNLOCK_FILE);
    }

    private Progress unlockFile() {
        unlock();
        if (fellBack) {
            counters.add(Counter.DIRECT_FALLBACKS, 1);
            beginFallback();
            return next(Step.FALL_BACK);
        }
        if (durability != Durability.Sync.NONE && movedBytes > 0) {
            sync.beginRange(begin, begin + movedBytes, durability);
            return next(Step.SYNC);
        }
        return next(Step.RETURN);
    }

    private void beginFallback() {
        if (isPart) {
            buffered.beginPart(begin, end - begin, fallback);
        } else {
            buffered.begin(begin, end - begin, fallback, durability);
        }
    }

    private void unlock() {
        if (!isLocked) {
            return;
        }
        isLocked = false;
        if (isExclusive) {
            inode().lock().unlockWrite(task, cpus);
        } else {
            inode().lock().unlockRead(task, cpus);
        }
    }

    private Progress syncRange() {
        Progress progress = sync.advance();
        if (progress != Progress.RETURNED) {
            return progress;
        }
        error = sync.error();
        return next(Step.RETURN);
    }

    /** The buffered write counts itself, and is what the caller made. */
    private Progress fallBack() {
        Progress progress = buffered.advance();
        if (progress == Progress.RETURNED) {
            movedBytes = buffered.writtenBytes();
            error = buffered.error();
        }
        return progress;
    }

    private Progress fail(Errno why) {
        error = why;
        return next(Step.RETURN);
    }

    private Progress returned() {
        if (bill.isOwing()) {
            return Progress.PAY;
        }
        count.returned(isWrite, movedBytes, error);
        note(isWrite ? Fact.Kind.WRITE_RETURNS : Fact.Kind.CALL_RETURNS, begin, movedBytes);
        return Progress.RETURNED;
    }

    private void note(Fact.Kind kind, long first, long count) {
        counters.tell(kind, inode().mapping().id(), first, count);
    }

    private long endSector() {
        return Math.ceilDiv(end, logicalBlockBytes) * logicalBlockBytes / Pages.SECTOR_SIZE;
    }

    private Progress next(Step following) {
        step = following;
        return Progress.ON;
    }

    private Inode inode() {
        return file.inode();
    }
}
