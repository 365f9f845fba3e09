package dev.dropbehind.engine.call;

import dev.dropbehind.engine.cache.Contents;
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
import dev.dropbehind.engine.memory.TaskMemory;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.Pages;
import org.jspecify.annotations.Nullable;

/**
 * {@code truncate}: a file gets another length (kernel-model §1.5, §11.2, 38).
 *
 * <p>Under the file's lock, for a file that becomes shorter: bring the block that the new end lies in into the cache
 * and fill it with zeroes behind the end, which makes it dirty; set the length; forget what is dirty behind it; then
 * remove folio after folio, waiting for those under writeback; at last free their blocks. A folio that lies across the
 * new end stays as a whole: the kernel splits it where it is clean, and the zeroes have just made it dirty.
 */
public final class TruncateCall implements Call {

    private enum Step {
        ENTER,
        LOCK_FILE,
        READ_EDGE,
        SET_SIZE,
        REMOVE,
        FREE_BLOCKS,
        RETURN
    }

    private static final int BATCH_FOLIOS = 31;
    private static final int BUSY = FolioFlags.LOCKED | FolioFlags.WRITEBACK;

    private final PageCache cache;
    private final FolioTable folios;
    private final DirtyFolios dirty;
    private final FileSystem fileSystem;
    private final Cpus cpus;
    private final Counters counters;
    private final PageIn pageIn;
    private final OpenFile file;
    private final Task task;
    private final Bill bill;
    private final Removal removal;

    private Step step = Step.RETURN;
    private long size;
    private int page;
    private boolean isLocked;
    private boolean isCut;
    private @Nullable Errno error;

    /** What a task that cuts files works with besides the file. */
    public record Parts(
            PageCache cache,
            DirtyFolios dirty,
            FileSystem fileSystem,
            TaskMemory memory,
            Cpus cpus,
            Counters counters) {}

    /** Serves one task, call after call. */
    public TruncateCall(Parts parts, OpenFile file, Task task, Bill bill) {
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
        pageIn = new PageIn(cache, dirty, parts.memory(), fileSystem, counters, file, task, bill);
    }

    /**
     * Begins a call.
     *
     * @param bytes the length of the file from then on
     */
    public void begin(long bytes) {
        size = bytes;
        isLocked = false;
        isCut = false;
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
                case READ_EDGE -> readEdge();
                case SET_SIZE -> setSize();
                case REMOVE -> remove();
                case FREE_BLOCKS -> freeBlocks();
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
        counters.tell(Fact.Kind.TRUNCATE_BEGINS, mapping().id(), size, inode().sizeBytes());
        if (fileSystem.isBlockDevice()) {
            error = Errno.EINVAL;
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
        isCut = size < inode().sizeBytes();
        if (hasEdge()) {
            pageIn.begin(Pages.of(size), false);
            return next(Step.READ_EDGE);
        }
        return next(Step.SET_SIZE);
    }

    /** Returns whether the new end lies in a block that holds something. */
    private boolean hasEdge() {
        return isCut && size != inode().blockOf(size) && !inode().isHole(size / Pages.SECTOR_SIZE);
    }

    private Progress readEdge() {
        Progress progress = pageIn.advance();
        if (progress != Progress.ON) {
            return progress;
        }
        error = pageIn.error();
        if (error != null) {
            return next(Step.RETURN);
        }
        int edge = Pages.of(size);
        if (dirty.isBusy(dirty.find(mapping(), edge, edge + 1), fileSystem.needsStablePages())) {
            return await(edge);
        }
        return next(Step.SET_SIZE);
    }

    private Progress setSize() {
        long firstSector = inode().blockOf(size) / Pages.SECTOR_SIZE;
        boolean zeroes = hasEdge();
        inode().resize(size);
        contents().truncated(mapping(), size);
        if (zeroes) {
            long blockEnd = firstSector * Pages.SECTOR_SIZE + inode().blockBytes();
            contents().zeroed(mapping(), size, blockEnd);
            bill.payPart(Cost.CLEAR_PAGE, blockEnd - size, Pages.SIZE);
            bill.pay(Cost.SET_DIRTY, dirty.markDirty(mapping(), firstSector, blockEnd / Pages.SECTOR_SIZE));
            fileSystem.zeroedInCache(inode(), firstSector, blockEnd / Pages.SECTOR_SIZE, bill);
        }
        if (!isCut) {
            return next(Step.RETURN);
        }
        dirty.cancelDirtyBehindEnd(mapping(), inode().endSector(), mapping().endOfCache());
        page = Pages.of(size);
        return next(Step.REMOVE);
    }

    private Progress remove() {
        int end = mapping().endOfCache();
        for (int room = BATCH_FOLIOS; room > 0; ) {
            page = mapping().nextPresent(page, Math.max(page, end));
            if (page >= end) {
                return next(Step.FREE_BLOCKS);
            }
            int folio = mapping().folioAt(page);
            if (folios.hasAny(folio, BUSY)) {
                return await(page);
            }
            bill.pay(Cost.INDEX_LOOKUP, room == BATCH_FOLIOS ? 1 : 0);
            folio = dirty.find(mapping(), page, Math.min(end, page + (room << folios.order(folio))));
            room -= folios.siblings(folio);
            page = folios.endPage(folio);
            removeOrZero(folio);
        }
        return Progress.PAY;
    }

    private void removeOrZero(int folio) {
        if (Pages.bytes(folios.firstPage(folio)) < size) {
            contents().zeroed(mapping(), size, Pages.bytes(folios.endPage(folio)));
            bill.payPart(Cost.CLEAR_PAGE, Pages.bytes(folios.endPage(folio)) - size, Pages.SIZE);
            return;
        }
        removal.remove(folio, Counter.TRUNCATED_PAGES, Fact.Kind.TRUNCATED);
    }

    private Progress freeBlocks() {
        cache.truncated(mapping());
        inode().freeBlocksBehindEnd();
        bill.pay(Cost.ALLOCATE_EXTENT);
        return next(Step.RETURN);
    }

    private Progress await(int awaited) {
        if (bill.isOwing()) {
            return Progress.PAY;
        }
        counters.tell(Fact.Kind.WAITS_FOR_WRITEBACK, mapping().id(), awaited, 1);
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
        counters.tell(Fact.Kind.TRUNCATE_RETURNS, mapping().id(), size, inode().sizeBytes());
        return Progress.RETURNED;
    }

    private Progress next(Step following) {
        step = following;
        return Progress.ON;
    }

    private Contents contents() {
        return cache.contents();
    }

    private Inode inode() {
        return file.inode();
    }

    private Mapping mapping() {
        return file.inode().mapping();
    }
}
