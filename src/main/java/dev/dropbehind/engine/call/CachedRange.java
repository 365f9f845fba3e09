package dev.dropbehind.engine.call;

import dev.dropbehind.engine.cache.DirtyFolios;
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
 * What is cached of a range that a call is about to read or write past the cache: written back and waited for
 * (filemap_write_and_wait_range), and before and after a write removed (invalidate_inode_pages2_range). A folio that
 * lies in the range in part is meant as a whole.
 */
final class CachedRange {

    private static final int BATCH_FOLIOS = 31;
    private static final int BUSY = FolioFlags.LOCKED | FolioFlags.WRITEBACK;

    private final PageCache cache;
    private final FolioTable folios;
    private final DirtyFolios dirty;
    private final MappingOperations operations;
    private final Counters counters;
    private final Mapping mapping;
    private final Task task;
    private final Bill bill;
    private final Removal removal;
    private final WritebackControl control = new WritebackControl();
    private int firstPage;
    private int endPage;
    private int page;
    private boolean isSubmitted;
    private int stalePage;

    CachedRange(
            PageCache cache,
            DirtyFolios dirty,
            MappingOperations operations,
            Counters counters,
            Mapping mapping,
            Task task,
            Bill bill) {
        this.cache = cache;
        this.dirty = dirty;
        this.operations = operations;
        this.counters = counters;
        this.mapping = mapping;
        this.task = task;
        this.bill = bill;
        removal = new Removal(cache, counters, task, bill);
        folios = cache.folios();
    }

    /** Begins to write back what is dirty of a range of bytes. */
    void beginWriteBack(long from, long to) {
        begin(from, to);
        control.beginSyncAll(firstPage, endPage);
        isSubmitted = false;
    }

    /** Begins to remove what is cached of a range of bytes. */
    void beginInvalidate(long from, long to) {
        begin(from, to);
        page = firstPage;
        stalePage = FolioTable.NONE;
    }

    private void begin(long from, long to) {
        firstPage = startOfFolio(Pages.of(from));
        endPage = Math.min(endOfFolio(Pages.holding(to) - 1), mapping.endOfLastBlock());
    }

    private int startOfFolio(int inside) {
        int folio = mapping.folioAt(inside);
        return folio == FolioTable.NONE ? inside : inside >> folios.order(folio) << folios.order(folio);
    }

    private int endOfFolio(int inside) {
        int folio = mapping.folioAt(inside);
        return folio == FolioTable.NONE ? inside + 1 : ((inside >> folios.order(folio)) + 1) << folios.order(folio);
    }

    /** Returns whether anything of the range is dirty or under writeback. */
    boolean needsWriteBack() {
        return mapping.nextDirty(firstPage, endPage) < endPage
                || mapping.nextUnderWriteback(firstPage, endPage) < endPage;
    }

    /** Walks until the task must pay or sleep; on, once nothing of the range is dirty or under writeback. */
    Progress writeBack() {
        if (!isSubmitted) {
            Progress progress = Progress.of(operations.writePages(mapping, control, task, bill));
            if (progress != Progress.ON) {
                return progress;
            }
            isSubmitted = true;
        }
        int written = mapping.nextUnderWriteback(firstPage, endPage);
        return written == endPage ? Progress.ON : await(Fact.Kind.WAITS_FOR_WRITEBACK, written);
    }

    /** Walks until the task must pay or sleep; on, once all folios have been removed but those that became dirty. */
    Progress invalidate() {
        int room = BATCH_FOLIOS;
        while (page < endPage) {
            int folio = cache.wholeFolios(mapping, page, endPage, room);
            if (folio == FolioTable.NONE) {
                page = endPage;
                break;
            }
            if (folios.hasAny(folio, BUSY)) {
                page = folios.firstPage(folio);
                return await(Fact.Kind.WAITS_FOR_FOLIO, page);
            }
            room -= folios.siblings(folio);
            page = folios.endPage(folio);
            removeUnlessDirty(folio);
            if (room == 0) {
                bill.pay(Cost.INDEX_LOOKUP);
                return Progress.PAY;
            }
        }
        bill.pay(Cost.INDEX_LOOKUP);
        if (firstPage < endPage) {
            cache.forgetShadows(mapping, firstPage, endPage);
        }
        return Progress.ON;
    }

    /** Returns whether folios stayed, as they had become dirty once more. */
    boolean hasStale() {
        return stalePage != FolioTable.NONE;
    }

    private void removeUnlessDirty(int folio) {
        if (folios.hasAny(folio, FolioFlags.DIRTY)) {
            stalePage = folios.firstPage(folio);
            return;
        }
        removal.remove(folio, Counter.DIRECT_INVALIDATED, Fact.Kind.INVALIDATED_FOR_DIRECT);
    }

    private Progress await(Fact.Kind why, int awaited) {
        if (bill.isOwing()) {
            return Progress.PAY;
        }
        counters.tell(why, mapping.id(), awaited, 1);
        dirty.await(mapping, awaited, task);
        return Progress.PARKED;
    }
}
