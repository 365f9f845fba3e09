package dev.dropbehind.engine.call;

import dev.dropbehind.engine.cache.DirtyFolios;
import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.Pages;

/**
 * The edges of an uncached write: the folios at its two ends that it covers only in part, and so shares with the writes
 * before and behind it (kernel-model §8.7, §8.8).
 *
 * <p>An edge is a folio of the smallest size that the file allows: a page, or a block where blocks are larger. Who
 * makes it is the first of those who share it: it stays unmarked, is written back and stays cached. Who finds it is the
 * second and completes it: marks it, so that the writeback that cleans it drops it. A writer that syncs its own write
 * does not mark what it finds but claims it, and drops it itself once the sync is done. Found or made is all there is
 * to tell the first from the second; nobody keeps account of bytes.
 *
 * <p>In the order of a call: {@link #begin} once; for each range that is written at once {@link #beginRange}, and
 * within it {@link #isEdge}, {@link #made} and {@link #written}; after the sync of the whole {@link #complete}. What a
 * range claims it claims as it is written, so that whoever writes several ranges knows of each edge what the cache had
 * of it then.
 */
public final class SharedEdges {

    private static final int NONE = FolioTable.NONE;

    /** A call writes three ranges at most through the page cache, and a range has two edges. */
    private static final int MAX_CLAIMS = 6;

    /**
     * What a kernel does about edges.
     *
     * @param keeps whether it leaves the edges that a write makes unmarked, and knows of edges at all
     * @param isPage whether an edge is a page, also where blocks are larger
     * @param marksLarger whether what is found at an edge is completed although it is larger
     * @param marksUnflagged whether what is found at an edge is completed although a normal call has cached it
     * @param dropsOwn whether a writer that syncs drops the edges that it completes
     * @param unlocksFirst whether it unlocks them before it does
     */
    public record Rules(
            boolean keeps,
            boolean isPage,
            boolean marksLarger,
            boolean marksUnflagged,
            boolean dropsOwn,
            boolean unlocksFirst) {}

    private final Rules rules;
    private final PageCache cache;
    private final FolioTable folios;
    private final DirtyFolios dirty;
    private final Counters counters;
    private final Mapping mapping;
    private final Task task;
    private final Bill bill;
    private final Removal removal;
    private final long unitBytes;
    private final int[] claims = new int[MAX_CLAIMS];

    private long rangeBegin;
    private long rangeEnd;
    private boolean hasEdges;
    private boolean isForSync;
    private boolean isUnlocked;
    private int madePage = NONE;
    private int claimed;
    private int completed;

    /** Serves one task that writes to one file, call after call. */
    public SharedEdges(
            Rules rules, PageCache cache, DirtyFolios dirty, Counters counters, Mapping mapping, Task task, Bill bill) {
        this.rules = rules;
        this.cache = cache;
        folios = cache.folios();
        this.dirty = dirty;
        this.counters = counters;
        this.mapping = mapping;
        this.task = task;
        this.bill = bill;
        removal = new Removal(cache, counters, task, bill);
        unitBytes = rules.isPage() ? Pages.SIZE : Pages.bytes(1L << mapping.minOrder());
    }

    /**
     * Begins a call; nothing is claimed.
     *
     * @param willSync whether the writer syncs what it writes, and will {@link #complete} it then
     */
    public void begin(boolean willSync) {
        claimed = 0;
        completed = 0;
        isUnlocked = false;
        isForSync = willSync && rules.dropsOwn();
        hasEdges = false;
    }

    /**
     * Begins to write a range of bytes.
     *
     * @param isShared whether it is written uncached and through iomap; else it has no edges
     */
    void beginRange(long from, long to, boolean isShared) {
        rangeBegin = from;
        rangeEnd = to;
        hasEdges = isShared && rules.keeps();
        madePage = NONE;
    }

    /** Returns whether the range covers only a part of what lies around a byte of it. */
    boolean isEdge(long at) {
        long unit = at - at % unitBytes;
        return hasEdges && (unit < rangeBegin || unit + unitBytes > rangeEnd);
    }

    /** Returns the page before which single pages end that can be written together: an edge is written by itself. */
    int endOfLikePages(long at, int end) {
        if (!hasEdges) {
            return end;
        }
        return Math.min(end, isEdge(at) ? Pages.of(at) + 1 : Pages.of(rangeEnd));
    }

    /** Notes that the folio around a byte was not cached and has been made, unmarked: an edge. */
    void made(long at) {
        madePage = firstPageOf(at);
        dirty.keepEdge(edgeAt(madePage));
    }

    /** Hears that a part of the range, in one folio where it has an edge, has been written and is dirty. */
    void written(long from, long to) {
        if (isEdge(from) || isEdge(to - 1)) {
            int page = firstPageOf(from);
            if (page != madePage) {
                found(page);
            }
        }
    }

    private void found(int page) {
        int folio = edgeAt(page);
        if (isLeftAlone(folio)) {
            return;
        }
        if (isForSync) {
            claims[claimed] = page;
            claimed++;
            cache.note(Fact.Kind.EDGE_CLAIMED, folio);
        } else {
            dirty.markEdge(folio);
        }
    }

    private boolean isLeftAlone(int folio) {
        if (isLarger(folio) && !rules.marksLarger()) {
            cache.note(Fact.Kind.EDGE_LEFT_LARGER, folio);
            return true;
        }
        boolean isOfUncached = folios.hasAny(folio, FolioFlags.EDGE | FolioFlags.DROPBEHIND);
        if (!isOfUncached && !rules.marksUnflagged()) {
            cache.note(Fact.Kind.EDGE_LEFT_TO_USER, folio);
            return true;
        }
        return false;
    }

    private boolean isLarger(int folio) {
        return folios.order(folio) > mapping.minOrder();
    }

    /**
     * Completes what the call has claimed, after its sync: what is dirty again, or on its way, is marked and left to
     * its writeback; what is clean goes now. A call whose sync has failed leaves it alone.
     *
     * @return on once nothing is left to do
     */
    public Progress complete() {
        Progress progress = Progress.ON;
        while (completed < claimed && progress == Progress.ON) {
            int page = claims[completed];
            progress = isUnlocked ? dropIfStillIdle(page) : completeClaim(page);
        }
        return progress;
    }

    private Progress completeClaim(int page) {
        if (mapping.folioAt(page) == NONE) {
            return next();
        }
        if (folios.hasAny(mapping.folioAt(page), FolioFlags.LOCKED)) {
            return await(page);
        }
        bill.pay(Cost.INDEX_LOOKUP);
        bill.pay(Cost.FOLIO_LOCK);
        int folio = edgeAt(page);
        if (isLarger(folio) && !rules.marksLarger()) {
            cache.note(Fact.Kind.EDGE_LEFT_LARGER, folio);
            return next();
        }
        if (isBusy(folio)) {
            dirty.markEdge(folio);
            return next();
        }
        if (rules.unlocksFirst()) {
            dirty.markEdge(folio);
            isUnlocked = true;
            return Progress.PAY;
        }
        return drop(folio);
    }

    /** It was clean when it was unlocked; by now somebody else may have it, and then it stays. */
    private Progress dropIfStillIdle(int page) {
        isUnlocked = false;
        int folio = mapping.folioAt(page);
        if (folio == NONE || !folios.hasAny(folio, FolioFlags.DROPBEHIND)) {
            return next();
        }
        folio = edgeAt(page);
        bill.pay(Cost.FOLIO_LOCK);
        if (isBusy(folio)) {
            counters.add(Counter.DROPBEHIND_SKIPPED, folios.pages(folio));
            cache.note(Fact.Kind.DROP_SKIPPED, folio);
            return next();
        }
        return drop(folio);
    }

    private boolean isBusy(int folio) {
        return folios.hasAny(folio, FolioFlags.DIRTY | FolioFlags.WRITEBACK | FolioFlags.LOCKED);
    }

    private Progress drop(int folio) {
        removal.remove(folio, Counter.DROPBEHIND_DROPPED, Fact.Kind.EDGE_DROPPED);
        return next();
    }

    private Progress next() {
        completed++;
        return Progress.ON;
    }

    private Progress await(int page) {
        if (bill.isOwing()) {
            return Progress.PAY;
        }
        counters.tell(Fact.Kind.WAITS_FOR_FOLIO, mapping.id(), page, 1);
        dirty.await(mapping, page, task);
        return Progress.PARKED;
    }

    private int firstPageOf(long at) {
        return Pages.of(at) >> mapping.minOrder() << mapping.minOrder();
    }

    /** Returns the folio of a page, by itself. */
    private int edgeAt(int page) {
        return dirty.find(mapping, page, page + 1);
    }
}
