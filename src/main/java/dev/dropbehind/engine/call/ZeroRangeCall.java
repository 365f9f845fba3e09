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
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.Pages;
import org.jspecify.annotations.Nullable;

/**
 * {@code fallocate} with {@code FALLOC_FL_ZERO_RANGE}: a range of a file reads as zeroes (kernel-model §10.1).
 *
 * <p>Under the file's lock, for what lies before its end: write the blocks back that the range covers in part, where
 * the file system does so; bring them into the cache and fill their part with zeroes, which makes them dirty; then go
 * over the whole blocks, remove what is cached of them and make them unwritten. Through iomap a block that is unwritten
 * counts as zero and is passed over, whatever the cache has of it.
 */
public final class ZeroRangeCall implements Call {

    private enum Step {
        ENTER,
        LOCK_FILE,
        WRITE_BACK,
        NEXT_EDGE,
        READ_EDGE,
        ZERO_EDGE,
        WHOLE_BLOCKS,
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
    private final CachedRange cached;
    private final PageIn pageIn;
    private final OpenFile file;
    private final Task task;
    private final Bill bill;
    private final Removal removal;

    private Step step = Step.RETURN;
    private long begin;
    private long end;
    private long edge;
    private long sector;
    private boolean isLocked;
    private @Nullable Errno error;

    /** Serves one task, call after call. */
    public ZeroRangeCall(TruncateCall.Parts parts, OpenFile file, Task task, Bill bill) {
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
        cached = new CachedRange(cache, dirty, fileSystem.operations(), counters, mapping(), task, bill);
    }

    /**
     * Begins a call.
     *
     * @param from first byte
     * @param length how many; what lies behind the end of the file stays as it is
     */
    public void begin(long from, long length) {
        begin = from;
        end = from + length;
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
                case NEXT_EDGE -> nextEdge();
                case READ_EDGE -> readEdge();
                case ZERO_EDGE -> zeroEdge();
                case WHOLE_BLOCKS -> wholeBlocks();
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
        counters.tell(Fact.Kind.ZERO_RANGE_BEGINS, mapping().id(), begin, end - begin);
        if (fileSystem.isBlockDevice()) {
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
        end = Math.min(end, inode().sizeBytes());
        if (begin >= end) {
            return next(Step.RETURN);
        }
        edge = firstEdge();
        sector = firstWhole();
        return next(Step.NEXT_EDGE);
    }

    private Progress writeBack() {
        Progress progress = cached.writeBack();
        return progress == Progress.ON ? next(Step.NEXT_EDGE) : progress;
    }

    /** Somebody who has mapped the file may make the block dirty once more while it is written back. */
    private Progress nextEdge() {
        while (edge < end) {
            cached.beginWriteBack(edge, Math.min(end, endOfBlock(edge)));
            if (fileSystem.flushesBeforeZeroing(inode()) && cached.needsWriteBack()) {
                return next(Step.WRITE_BACK);
            }
            if (!isZeroAlready()) {
                pageIn.begin(Pages.of(edge), false);
                return next(Step.READ_EDGE);
            }
            contents().rangeZeroed(mapping(), edge, Math.min(end, endOfBlock(edge)));
            passEdge();
        }
        return next(Step.WHOLE_BLOCKS);
    }

    /** Returns the first byte that lies in a block of which only a part is zeroed, or the end. */
    private long firstEdge() {
        return isPartial(begin) || endOfBlock(begin) > end ? begin : lastEdge();
    }

    private long lastEdge() {
        return isPartial(end) ? inode().blockOf(end) : end;
    }

    private void passEdge() {
        edge = edge < lastEdge() ? lastEdge() : end;
    }

    /**
     * Returns whether nothing has to be done, in the file system's eyes, for the block of the edge to read as zeroes.
     */
    private boolean isZeroAlready() {
        long at = edge / Pages.SECTOR_SIZE;
        fileSystem.payForZeroing(inode(), bill);
        return inode().isHole(at) || fileSystem.passesForZero(inode(), at);
    }

    private Progress readEdge() {
        Progress progress = pageIn.advance();
        if (progress != Progress.ON) {
            return progress;
        }
        error = pageIn.error();
        return next(error == null ? Step.ZERO_EDGE : Step.RETURN);
    }

    private Progress zeroEdge() {
        int page = Pages.of(edge);
        int folio = dirty.find(mapping(), page, page + 1);
        if (folio == FolioTable.NONE) {
            pageIn.begin(page, false);
            return next(Step.READ_EDGE);
        }
        if (dirty.isBusy(folio, fileSystem.needsStablePages())) {
            return await(page);
        }
        long to = Math.min(end, endOfBlock(edge));
        contents().rangeZeroed(mapping(), edge, to);
        contents().zeroed(mapping(), edge, to);
        counters.tell(Fact.Kind.FILLED_WITH_ZEROES, mapping().id(), page, 1);
        bill.payPart(Cost.CLEAR_PAGE, to - edge, Pages.SIZE);
        long first = inode().blockOf(edge) / Pages.SECTOR_SIZE;
        long behind = endOfBlock(edge) / Pages.SECTOR_SIZE;
        bill.pay(Cost.SET_DIRTY, dirty.markDirty(mapping(), first, behind));
        dirty.finishHalfDone(mapping(), page, page + 1);
        fileSystem.zeroedInCache(inode(), first, behind, bill);
        passEdge();
        return next(Step.NEXT_EDGE);
    }

    /** Removes folio after folio of the whole blocks, and has what it has passed read as zeroes from then on. */
    private Progress wholeBlocks() {
        long last = inode().blockOf(end) / Pages.SECTOR_SIZE;
        for (int room = BATCH_FOLIOS; room > 0 && sector < last; room--) {
            int page = (int) (sector / Pages.SECTORS);
            int behind = (int) Math.ceilDiv(last, Pages.SECTORS);
            int present = mapping().nextPresent(page, behind);
            if (present > page) {
                unwriteUpTo(Math.min(last, (long) present * Pages.SECTORS));
                continue;
            }
            int folio = dirty.find(mapping(), page, page + 1);
            if (folios.hasAny(folio, BUSY)) {
                return await(page);
            }
            removeOrZero(folio, Math.min(last, (long) folios.endPage(folio) * Pages.SECTORS));
        }
        return sector < last ? Progress.PAY : next(Step.RETURN);
    }

    private void removeOrZero(int folio, long behind) {
        boolean isWhole = (long) folios.firstPage(folio) * Pages.SECTORS == sector
                && (long) folios.endPage(folio) * Pages.SECTORS == behind;
        if (!isWhole) {
            contents().zeroed(mapping(), sector * Pages.SECTOR_SIZE, behind * Pages.SECTOR_SIZE);
            bill.payPart(Cost.CLEAR_PAGE, behind - sector, Pages.SECTORS);
            unwriteUpTo(behind);
            return;
        }
        unwriteUpTo(behind);
        dirty.cancelDirty(mapping(), folio);
        removal.remove(folio, Counter.TRUNCATED_PAGES, Fact.Kind.RANGE_REMOVED);
    }

    private void unwriteUpTo(long behind) {
        contents().rangeZeroed(mapping(), sector * Pages.SECTOR_SIZE, behind * Pages.SECTOR_SIZE);
        inode().unwrite(sector, behind);
        bill.pay(Cost.CONVERT_EXTENT, sector == firstWhole() ? 1 : 0);
        sector = behind;
    }

    private long firstWhole() {
        return endOfBlock(begin - 1) / Pages.SECTOR_SIZE;
    }

    private long endOfBlock(long at) {
        return at < 0 ? 0 : inode().blockOf(at) + inode().blockBytes();
    }

    private boolean isPartial(long at) {
        return at != inode().blockOf(at);
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
        counters.tell(Fact.Kind.ZERO_RANGE_RETURNS, mapping().id(), begin, Math.max(0, end - begin));
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
