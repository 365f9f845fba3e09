package dev.dropbehind.engine.call;

import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.MappingOperations;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cache.WritebackControl;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.Pages;

/**
 * {@code posix_fadvise(POSIX_FADV_DONTNEED)}: what was read may go (generic_fadvise, mapping_try_invalidate).
 *
 * <p>The writeback of what is dirty in the range is started first, and not waited for. Only folios that lie wholly in
 * the range go; of a last partial page only that at the end of the file. The folios that are locked, dirty, under
 * writeback, mapped or used by somebody else stay. One that waits in the batch of another processor counts as used:
 * then the batches of all processors are drained, and the range is walked once more.
 */
public final class DontneedCall implements Call {

    private enum Step {
        ENTER,
        WRITE,
        INVALIDATE,
        RETURN
    }

    /** Folios that are locked together, as many as a folio batch of the kernel. */
    private static final int BATCH_FOLIOS = 31;

    private static final int BUSY = FolioFlags.LOCKED | FolioFlags.WRITEBACK;

    private final PageCache cache;
    private final FolioTable folios;
    private final Counters counters;
    private final MappingOperations operations;
    private final WritebackControl control = new WritebackControl();
    private final OpenFile file;
    private final Task task;
    private final Bill bill;

    private Step step = Step.RETURN;
    private int firstPage;
    private int endPage;
    private int writeFrom;
    private int writeTo;
    private int page;
    private boolean hasFailed;
    private boolean isSecondWalk;

    /** Serves one task, call after call. */
    public DontneedCall(
            PageCache cache, MappingOperations operations, Counters counters, OpenFile file, Task task, Bill bill) {
        this.cache = cache;
        this.operations = operations;
        this.counters = counters;
        this.file = file;
        this.task = task;
        this.bill = bill;
        folios = cache.folios();
    }

    /**
     * Begins a call.
     *
     * @param from first byte that is no longer needed
     * @param length bytes, at least one
     */
    public void begin(long from, long length) {
        long end = from + length;
        firstPage = Pages.holding(from);
        endPage = end < file.inode().sizeBytes() ? Pages.of(end) : mapping().filePages();
        writeFrom = Math.min(Pages.of(from), mapping().endOfLastBlock());
        writeTo = Math.max(writeFrom, Math.min(Pages.holding(end), mapping().endOfLastBlock()));
        page = firstPage;
        hasFailed = false;
        isSecondWalk = false;
        step = Step.ENTER;
    }

    @Override
    public Progress advance() {
        Progress progress = Progress.ON;
        while (progress == Progress.ON) {
            progress = switch (step) {
                case ENTER -> enter();
                case WRITE -> write();
                case INVALIDATE -> invalidate();
                case RETURN -> bill.isOwing() ? Progress.PAY : Progress.RETURNED;
            };
        }
        return progress;
    }

    private Progress enter() {
        bill.pay(Cost.SYSCALL);
        counters.add(Counter.DONTNEED_CALLS, 1);
        note(Fact.Kind.DONTNEED_BEGINS);
        control.beginSyncNone(writeFrom, writeTo);
        step = Step.WRITE;
        return Progress.PAY;
    }

    /** Starts the writeback of what is dirty in the range and does not wait for it. */
    private Progress write() {
        Progress progress = Progress.of(operations.writePages(mapping(), control, task, bill));
        if (progress != Progress.ON) {
            return progress;
        }
        if (firstPage < endPage) {
            cache.drainBatch(task.cpu());
        }
        step = firstPage < endPage ? Step.INVALIDATE : Step.RETURN;
        return Progress.ON;
    }

    private void note(Fact.Kind kind) {
        counters.tell(kind, mapping().id(), Pages.bytes(writeFrom), Pages.bytes(writeTo - writeFrom));
    }

    /** Of folios in a row some may be mapped: then they are looked at one by one. */
    private int nextFolios(int most) {
        int folio = cache.wholeFolios(mapping(), page, endPage, most);
        boolean isMapped = folio != FolioTable.NONE && cache.mappedPages(folio) > 0;
        return isMapped ? cache.wholeFolios(mapping(), page, endPage, 1) : folio;
    }

    private Progress invalidate() {
        int room = BATCH_FOLIOS;
        bill.pay(Cost.INDEX_LOOKUP);
        while (room > 0 && page < endPage) {
            int folio = nextFolios(room);
            if (folio == FolioTable.NONE) {
                page = endPage;
            } else {
                room -= folios.siblings(folio);
                page = folios.endPage(folio);
                evict(folio);
            }
        }
        if (page >= endPage) {
            endWalk();
        }
        return Progress.PAY;
    }

    private void evict(int folio) {
        bill.pay(Cost.INDEX_STEP, folios.siblings(folio));
        if (folios.hasAny(folio, BUSY)) {
            return;
        }
        if (folios.hasAny(folio, FolioFlags.DIRTY) || isUsed(folio)) {
            hasFailed = true;
            return;
        }
        int pages = folios.pages(folio);
        bill.pay(Cost.DROP_FOLIO, folios.siblings(folio));
        bill.pay(Cost.DROP_PAGE, pages);
        counters.add(Counter.DONTNEED_DROPPED, pages);
        cache.note(Fact.Kind.INVALIDATED, folio);
        cache.remove(folio, task.cpu());
    }

    /** Page tables, readers, batches and reclaim each hold a reference. */
    private boolean isUsed(int folio) {
        return folios.users(folio) > 0 || cache.mappedPages(folio) > 0 || !cache.isOnList(folio);
    }

    private void endWalk() {
        if (hasFailed && !isSecondWalk) {
            cache.drainAllBatches();
            isSecondWalk = true;
            page = firstPage;
        } else {
            cache.forgetShadows(mapping(), firstPage, endPage);
            step = Step.RETURN;
        }
    }

    private Mapping mapping() {
        return file.inode().mapping();
    }
}
