package dev.dropbehind.engine.call;

import dev.dropbehind.engine.cache.DirtyFolios;
import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.fs.EdgeRead;
import dev.dropbehind.engine.fs.FileSystem;
import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.memory.TaskMemory;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.Pages;
import org.jspecify.annotations.Nullable;

/**
 * A buffered write (kernel-model §3).
 *
 * <p>Enter and lock the file; then, until all bytes are taken: find the folios of the next page or make them, read the
 * blocks that are written in part and of which the device has the rest, copy, and let the writer be held where too much
 * is dirty. At the end unlock the file; then sync what was written, or start its writeback, or nothing. Each of these
 * is a step below, in this order.
 */
public final class WriteCall implements Call {

    private enum Step {
        ENTER,
        LOCK_FILE,
        MAP,
        ZERO_GAP,
        FIND_FOLIOS,
        READ_EDGES,
        WAIT_FOR_EDGES,
        COPY,
        BALANCE,
        PAUSE,
        UNLOCK_FILE,
        SYNC,
        COMPLETE_EDGES,
        KICK,
        RETURN
    }

    /** The most single pages that are written in one step, whatever rows they are in. */
    private static final int MAX_STEP_FOLIOS = FolioTable.MAX_SIBLINGS;

    private final PageCache cache;
    private final DirtyFolios dirty;
    private final FolioTable folios;
    private final TaskMemory memory;
    private final FileSystem fileSystem;
    private final NewFolios newFolios;
    private final EdgeRead edges;
    private final SharedEdges shared;
    private final Throttled throttled;
    private final DontcacheKick kick;
    private final SyncCall sync;
    private final Cpus cpus;
    private final Counters counters;
    private final CallCount count;
    private final OpenFile file;
    private final Task task;
    private final Bill bill;

    private IoMode mode = IoMode.CACHED;
    private Durability.Sync durability = Durability.Sync.NONE;
    private Step step = Step.RETURN;
    private long begin;
    private long position;
    private long end;
    private long chunkEnd;
    private long pauseNanos;
    private boolean isLocked;
    private boolean isZeroing;
    private boolean byBlock;
    private long extentSeq;
    private long behindGap;
    private @Nullable Errno error;

    /** What a writer works with besides the file. */
    public record Parts(
            PageCache cache,
            DirtyFolios dirty,
            TaskMemory memory,
            FileSystem fileSystem,
            Throttled throttled,
            DontcacheKick kick,
            SyncCall sync,
            SharedEdges shared,
            Cpus cpus,
            Counters counters,
            CallCount count) {}

    /** Serves one task, call after call. */
    public WriteCall(Parts parts, OpenFile file, Task task, Bill bill) {
        cache = parts.cache();
        dirty = parts.dirty();
        folios = cache.folios();
        memory = parts.memory();
        fileSystem = parts.fileSystem();
        newFolios = new NewFolios(cache, memory, fileSystem, file.inode(), task, bill);
        edges = fileSystem.newEdgeRead();
        throttled = parts.throttled();
        kick = parts.kick();
        sync = parts.sync();
        shared = parts.shared();
        cpus = parts.cpus();
        counters = parts.counters();
        count = parts.count();
        this.file = file;
        this.task = task;
        this.bill = bill;
    }

    /**
     * Begins a call.
     *
     * @param from first byte
     * @param length bytes to write
     * @param how how it treats the page cache
     * @param until when what it writes has to be on the device
     */
    public void begin(long from, long length, IoMode how, Durability.Sync until) {
        shared.begin(until != Durability.Sync.NONE);
        start(from, length, how, until);
    }

    /**
     * Begins a call that is part of a larger write, whose writer has begun its edges and will complete them.
     *
     * @param from first byte
     * @param length bytes to write
     * @param how how it treats the page cache
     */
    public void beginPart(long from, long length, IoMode how) {
        start(from, length, how, Durability.Sync.NONE);
    }

    private void start(long from, long length, IoMode how, Durability.Sync until) {
        begin = from;
        position = from;
        end = from + length;
        mode = how;
        durability = until;
        newFolios.begin();
        isLocked = false;
        isZeroing = false;
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
                case MAP -> map();
                case ZERO_GAP -> zeroGap();
                case FIND_FOLIOS -> findFolios();
                case READ_EDGES -> readEdges();
                case WAIT_FOR_EDGES -> waitForEdges();
                case COPY -> copy();
                case BALANCE -> balance();
                case PAUSE -> pause();
                case UNLOCK_FILE -> unlockFile();
                case SYNC -> syncRange();
                case COMPLETE_EDGES -> completeEdges();
                case KICK -> kickWriteback();
                case RETURN -> returned();
            };
        }
        return progress;
    }

    /** Returns the bytes taken. */
    public long writtenBytes() {
        return Math.max(0, position - begin);
    }

    /** Returns why the call failed, or null where it did not: one that took something is only short. */
    public @Nullable Errno error() {
        return error;
    }

    private Progress enter() {
        bill.pay(Cost.SYSCALL);
        bill.pay(Cost.VFS_WRITE);
        note(Fact.Kind.WRITE_BEGINS, begin, end - begin);
        if (!fileSystem.supportsWrites(mode)) {
            return fail(Errno.EOPNOTSUPP);
        }
        if (fileSystem.isBlockDevice()) {
            end = Math.min(end, inode().sizeBytes());
        }
        return next(position < end ? Step.LOCK_FILE : Step.RETURN);
    }

    private Progress lockFile() {
        boolean isMine = fileSystem.isBlockDevice()
                ? inode().lock().readOrWait(task)
                : inode().lock().writeOrWait(task);
        if (!isMine) {
            return Progress.PARKED;
        }
        isLocked = true;
        fileSystem.touch(inode());
        byBlock = fileSystem.routeOf(inode()).writesByBlock();
        bill.pay(Cost.INODE_LOCK);
        bill.pay(Cost.MAP_BLOCKS, byBlock ? 0 : 1);
        shared.beginRange(begin, end, mode == IoMode.DONTCACHE && fileSystem.keepsEdges(inode()));
        return next(Step.MAP);
    }

    /** Looks the extent up; the lock of the journal that may take is no place to owe time. */
    private Progress map() {
        if (fileSystem.checksJournal(inode())) {
            if (bill.isOwing()) {
                return Progress.PAY;
            }
            fileSystem.checkJournal(task.cpu(), bill);
        }
        extentSeq = inode().extentSeq();
        return next(Step.ZERO_GAP);
    }

    /** Writeback may have changed the extent while the writer was paying, held or waiting. */
    private void mapAgainIfChanged() {
        if (extentSeq != inode().extentSeq() && fileSystem.checksExtents(inode())) {
            counters.add(Counter.EXTENT_REMAPS, 1);
            bill.pay(Cost.MAP_BLOCKS);
        }
    }

    /**
     * Where the file ends within a block that has data, and the write begins behind its end, the rest of that block is
     * filled with zeroes first, through the page cache and without DONTCACHE (kernel-model §3.1 step 3).
     */
    private Progress zeroGap() {
        long size = inode().sizeBytes();
        if (fileSystem.zeroesGaps() && begin > size && isPartial(size) && hasData(size)) {
            isZeroing = true;
            behindGap = end;
            position = size;
            end = Math.min(begin, inode().blockOf(size) + inode().blockBytes());
        }
        return next(Step.FIND_FOLIOS);
    }

    private boolean hasData(long at) {
        int page = Pages.of(at);
        return inode().isWritten(at / Pages.SECTOR_SIZE) || mapping().nextDirty(page, page + 1) == page;
    }

    private Progress endGap() {
        isZeroing = false;
        position = begin;
        end = behindGap;
        return next(Step.FIND_FOLIOS);
    }

    private Progress findFolios() {
        if (position == end) {
            return isZeroing ? endGap() : next(Step.UNLOCK_FILE);
        }
        int page = Pages.of(position);
        int folio = dirty.find(mapping(), page, page + 1);
        if (folio == FolioTable.NONE) {
            return makeFolios();
        }
        if (mustWaitFor(folio)) {
            return waitForFolio(page);
        }
        return chooseChunk(folio);
    }

    private boolean mustWaitFor(int folio) {
        boolean isUnstable = folios.hasAny(folio, FolioFlags.WRITEBACK) && fileSystem.needsStablePages();
        return isUnstable || folios.hasAny(folio, FolioFlags.LOCKED);
    }

    private Progress waitForFolio(int page) {
        if (bill.isOwing()) {
            return Progress.PAY;
        }
        note(Fact.Kind.WAITS_FOR_FOLIO, page, 1);
        dirty.await(mapping(), page, task);
        return Progress.PARKED;
    }

    private Progress makeFolios() {
        Progress progress = newFolios.make(position, end, isEdge(), leavesMarks() && !isEdge());
        if (progress != Progress.ON) {
            return progress;
        }
        if (newFolios.isExhausted()) {
            return giveUp();
        }
        if (isEdge()) {
            shared.made(position);
        }
        return Progress.ON;
    }

    /**
     * One folio; of single pages as many as lie in a row, up to the first that has to be read before, or just that one.
     */
    private Progress chooseChunk(int folio) {
        int page = Pages.of(position);
        boolean isAlone =
                mapping().hasLargeFolios() || (isPartial(position) && !folios.hasAny(folio, FolioFlags.UPTODATE));
        int last = Math.min(Pages.holding(end), page + (isAlone ? 1 : MAX_STEP_FOLIOS));
        last = isZeroing ? last : shared.endOfLikePages(position, last);
        int behind = lookUp(page, last);
        while (behind < last && isReady(behind)) {
            behind = lookUp(behind, last);
        }
        chunkEnd = Math.min(end, Pages.bytes(behind));
        if (!needsRead(page, position) && !needsRead(page, chunkEnd)) {
            return next(Step.COPY);
        }
        dirty.lock(mapping(), page);
        return next(Step.READ_EDGES);
    }

    /** Returns whether nothing keeps the folio of a page from being written with those before it. */
    private boolean isReady(int page) {
        int folio = mapping().folioAt(page);
        return folio != FolioTable.NONE
                && !mustWaitFor(folio)
                && (folios.hasAny(folio, FolioFlags.UPTODATE) || page < endOfWholePages());
    }

    /** Looks up folios that lie in a row, as many as need no read, or the first; returns the page behind them. */
    private int lookUp(int page, int last) {
        int folio = dirty.find(mapping(), page, last);
        if (!folios.hasAny(folio, FolioFlags.UPTODATE)) {
            folio = dirty.find(mapping(), page, Math.max(page + 1, Math.min(last, endOfWholePages())));
        }
        bill.pay(Cost.INDEX_LOOKUP, folios.siblings(folio));
        bill.pay(Cost.FOLIO_LOCK, folios.siblings(folio));
        if (!leavesMarks()) {
            dirty.clearDropbehind(folio);
        }
        return folios.endPage(folio);
    }

    /** Returns whether folios are looked up as DONTCACHE does: new ones may be marked, found ones stay as they are. */
    private boolean leavesMarks() {
        return mode == IoMode.DONTCACHE && !isZeroing;
    }

    /** Returns whether the next folio is one that a DONTCACHE write covers in part and leaves to the next writer. */
    private boolean isEdge() {
        return !isZeroing && shared.isEdge(position);
    }

    private int endOfWholePages() {
        return Pages.of(inode().blockOf(end));
    }

    private boolean isPartial(long edge) {
        return edge != inode().blockOf(edge);
    }

    /** Returns whether the block around an edge of the write, in the folio of a page, has to be read before. */
    private boolean needsRead(int page, long edge) {
        int folio = mapping().folioAt(page);
        long block = inode().blockOf(edge);
        if (edge == block || block >= inode().sizeBytes() || block >= Pages.bytes(folios.endPage(folio))) {
            return false;
        }
        long sector = block / Pages.SECTOR_SIZE;
        return !dirty.isValid(mapping(), folio, sector) && inode().isWritten(sector);
    }

    private Progress readEdges() {
        if (!edges.queue().hasRoom()) {
            return bill.isOwing() ? Progress.PAY : sleepUntilRoom();
        }
        int page = Pages.of(position);
        boolean atBegin = needsRead(page, position);
        if (atBegin) {
            readBlock(position);
        }
        if (needsRead(page, chunkEnd) && !(atBegin && inode().blockOf(chunkEnd) == inode().blockOf(position))) {
            readBlock(chunkEnd);
        }
        edges.queue().unplug(task, bill);
        step = Step.WAIT_FOR_EDGES;
        return Progress.PAY;
    }

    private Progress sleepUntilRoom() {
        edges.queue().awaitRoom(task);
        return Progress.PARKED;
    }

    private void readBlock(long edge) {
        long first = inode().blockOf(edge) / Pages.SECTOR_SIZE;
        edges.submit(inode(), first, first + inode().blockBytes() / Pages.SECTOR_SIZE, task, bill);
    }

    private Progress waitForEdges() {
        if (edges.isPending()) {
            edges.await(task);
            return Progress.PARKED;
        }
        if (edges.hasFailed()) {
            dirty.abandon(mapping(), Pages.of(position), task.cpu());
            error = Errno.EIO;
            return next(Step.UNLOCK_FILE);
        }
        dirty.unlock(mapping(), Pages.of(position));
        return next(Step.COPY);
    }

    private Progress copy() {
        long bytes = chunkEnd - position;
        int block = inode().blockBytes();
        long firstSector = inode().blockOf(position) / Pages.SECTOR_SIZE;
        long endSector = inode().blockOf(chunkEnd + block - 1) / Pages.SECTOR_SIZE;
        long blocks = (endSector - firstSector) * Pages.SECTOR_SIZE / block;
        long around = blocks * block - bytes;
        bill.pay(Cost.COPY_IN, bytes);
        bill.pay(Cost.GET_BLOCK, byBlock ? blocks : 0);
        bill.payPart(Cost.CLEAR_PAGE, around, Pages.SIZE);
        mapAgainIfChanged();
        if (!fileSystem.journalsData() && inode().reserveBlocks(firstSector, endSector)) {
            bill.pay(Cost.RESERVE_EXTENT);
        }
        extentSeq = inode().extentSeq();
        fill();
        if (fileSystem.journalsData()) {
            fileSystem.collect(inode(), firstSector, endSector, bill);
        }
        cache.contents().zeroedAround(mapping(), bytes(firstSector), bytes(endSector));
        dirty.markValid(mapping(), firstSector, endSector);
        int wereClean = dirty.markDirty(mapping(), firstSector, endSector);
        bill.pay(Cost.LOCK_BOUNCE, mapping().indexLock().fetch(task.cpu(), wereClean));
        bill.pay(Cost.SET_DIRTY, wereClean);
        throttled.dirtied(Pages.holding(chunkEnd) - Pages.of(position));
        if (!isZeroing) {
            shared.written(position, chunkEnd);
        }
        position = chunkEnd;
        return next(Step.BALANCE);
    }

    private void fill() {
        int page = Pages.of(position);
        if (isZeroing) {
            note(Fact.Kind.FILLED_WITH_ZEROES, page, 1);
            cache.contents().zeroed(mapping(), position, chunkEnd);
        } else {
            note(Fact.Kind.COPIED_IN, page, Pages.holding(chunkEnd) - page);
            cache.contents().written(mapping(), position, chunkEnd);
            inode().growTo(chunkEnd);
        }
    }

    private static long bytes(long sectors) {
        return sectors * Pages.SECTOR_SIZE;
    }

    private Progress balance() {
        pauseNanos = throttled.balance(bill);
        step = pauseNanos == 0 ? Step.FIND_FOLIOS : Step.PAUSE;
        return Progress.PAY;
    }

    private Progress pause() {
        throttled.sleep(pauseNanos);
        step = Step.BALANCE;
        return Progress.PARKED;
    }

    private Progress unlockFile() {
        unlock();
        if (durability != Durability.Sync.NONE && position > begin) {
            sync.beginRange(begin, position, durability);
            return next(Step.SYNC);
        }
        if (mode == IoMode.DONTCACHE && position > begin) {
            kick.begin(mapping(), begin, position);
            return next(Step.KICK);
        }
        return next(Step.RETURN);
    }

    private void unlock() {
        if (!isLocked) {
            return;
        }
        isLocked = false;
        if (fileSystem.isBlockDevice()) {
            inode().lock().unlockRead(task, cpus);
        } else {
            inode().lock().unlockWrite(task, cpus);
        }
    }

    private Progress syncRange() {
        Progress progress = sync.advance();
        if (progress != Progress.RETURNED) {
            return progress;
        }
        error = sync.error();
        return next(error == null ? Step.COMPLETE_EDGES : Step.RETURN);
    }

    private Progress completeEdges() {
        Progress progress = shared.complete();
        return progress == Progress.ON ? next(Step.RETURN) : progress;
    }

    private Progress kickWriteback() {
        Progress progress = kick.advance(task, bill);
        return progress == Progress.ON ? next(Step.RETURN) : progress;
    }

    private Progress giveUp() {
        memory.giveUp();
        error = position > begin ? null : Errno.ENOMEM;
        return next(Step.UNLOCK_FILE);
    }

    private Progress fail(Errno why) {
        error = why;
        return next(Step.RETURN);
    }

    private Progress returned() {
        memory.settleHigh();
        if (bill.isOwing()) {
            return Progress.PAY;
        }
        if (memory.sleepForHigh()) {
            return Progress.PARKED;
        }
        count.returned(true, writtenBytes(), error);
        note(Fact.Kind.WRITE_RETURNS, begin, writtenBytes());
        return Progress.RETURNED;
    }

    private void note(Fact.Kind kind, long first, long count) {
        counters.tell(kind, mapping().id(), first, count);
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
