package dev.dropbehind.engine.cache;

import static dev.dropbehind.engine.cache.FolioFlags.DIRTY;
import static dev.dropbehind.engine.cache.FolioFlags.DIRTY_TAG;
import static dev.dropbehind.engine.cache.FolioFlags.DROPBEHIND;
import static dev.dropbehind.engine.cache.FolioFlags.EDGE;
import static dev.dropbehind.engine.cache.FolioFlags.LOCKED;
import static dev.dropbehind.engine.cache.FolioFlags.RECLAIM;
import static dev.dropbehind.engine.cache.FolioFlags.UPTODATE;
import static dev.dropbehind.engine.cache.FolioFlags.WRITEBACK;

import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.Pages;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The verbs of the page cache for folios that differ from the device: from the write that makes them dirty to the end
 * of their writeback (kernel-model §1.4, §5.5, §7.1).
 *
 * <p>Here, and nowhere else, dirty folios are counted: for the machine, for the jobs' cgroup, for the device, and apart
 * ({@link DontcacheCount}) those that will be dropped once they are written. A folio is counted in when it becomes
 * dirty, and out when its writeback starts or its pages are truncated; where a look-up takes the drop-behind mark off a
 * dirty folio it is counted out of those to be dropped alone.
 */
public final class DirtyFolios {

    private final PageCache cache;
    private final FolioTable folios;
    private final Dropbehind dropbehind;
    private final Counters counters;
    private final DontcacheCount dontcache;
    private final @Nullable HalfDone halfDone;
    private final HalfDone.SecondHalf accountDirtied = this::accountDirtied;
    private final HalfDone.SecondHalf accountCleaned = this::accountCleaned;
    private @Nullable MappingOperations operations;
    private IntConsumer written = pages -> {};
    private int heldByWriters;

    /**
     * Works on the folios of a cache.
     *
     * @param rules by what those to be dropped are counted
     * @param interleaving what comes between the halves of its verbs; null where each is done at once
     */
    public DirtyFolios(
            PageCache cache,
            Dropbehind dropbehind,
            Counters counters,
            DontcacheCount.Rules rules,
            @Nullable Interleaving interleaving) {
        this.cache = cache;
        this.dropbehind = dropbehind;
        this.counters = counters;
        folios = cache.folios();
        dontcache = new DontcacheCount(folios, counters, rules);
        halfDone = interleaving == null ? null : new HalfDone(interleaving);
    }

    /** Returns whether a verb is half done: what is dirty may not be accounted yet, and what is clean still be. */
    public boolean isHalfDone() {
        return halfDone != null && !halfDone.isEmpty();
    }

    /** Returns whether the count of what leaves the cache once written is right, whoever comes in between. */
    public boolean countsDontcacheExactly() {
        return halfDone == null || dontcache.isExact();
    }

    /** Returns whether the writeback of a folio has begun and it is not counted out yet; it is locked meanwhile. */
    public boolean isBeingCleaned(int folio) {
        return folios.hasAny(folio, DIRTY_TAG) && !folios.hasAny(folio, DIRTY);
    }

    /** Has what is half done with pages of a file finished. */
    public void finishHalfDone(Mapping mapping, int firstPage, int endPage) {
        if (halfDone != null) {
            halfDone.finish(mapping, (long) firstPage * Pages.SECTORS, (long) endPage * Pages.SECTORS);
        }
    }

    /** Returns whether folios are dropped in interrupts too, where the kernel must not: a study. */
    public boolean dropsInInterrupts() {
        return dropbehind.isUnsafeInInterrupt();
    }

    /** Says who is told of files that become dirty, and who writes them. */
    public void writtenBy(MappingOperations fileSystem) {
        operations = fileSystem;
    }

    /** Says who is told how many pages have been written: who waits in reclaim until enough have. */
    public void tellOfWritten(IntConsumer listener) {
        written = listener;
    }

    /** Returns whether the folio of a page holds what the file has at a sector. */
    public boolean isValid(Mapping mapping, int folio, long sector) {
        return folios.hasAny(folio, UPTODATE) || mapping.validUnits().isSet(mapping.unitOf(sector));
    }

    /** Returns whether writes have made a folio up to date in part. */
    public boolean isValidInPart(int folio) {
        Mapping mapping = cache.mappingOf(folio);
        long end = cache.endUnit(mapping, folio);
        return mapping.validUnits().nextSet(cache.firstUnit(mapping, folio), end) < end;
    }

    /** Returns the first sector in a range, within one folio, that is not up to date; or the end of the range. */
    public long nextInvalidSector(Mapping mapping, long first, long end) {
        long unit = mapping.validUnits().nextClear(mapping.unitOf(first), mapping.unitBehind(end));
        return Math.min(end, Math.max(first, mapping.sectorOf(unit)));
    }

    /** Returns the first sector in a range, within one folio, that is up to date; or the end of the range. */
    public long nextValidSector(Mapping mapping, long first, long end) {
        long unit = mapping.validUnits().nextSet(mapping.unitOf(first), mapping.unitBehind(end));
        return Math.min(end, Math.max(first, mapping.sectorOf(unit)));
    }

    /**
     * Finds folios to write into: the row of a cached page, cut so that it begins with its folio and ends before a
     * page.
     *
     * @return the row, or {@link FolioTable#NONE} where the page is not cached
     */
    public int find(Mapping mapping, int page, int endPage) {
        int folio = mapping.folioAt(page);
        if (folio == FolioTable.NONE) {
            return folio;
        }
        int from = cache.rows().startingAt(folio, page);
        int order = folios.order(from);
        return cache.rows().trimmed(from, Math.max(1, (endPage - folios.firstPage(from) + (1 << order) - 1) >> order));
    }

    /** Locks a single folio for a writer. */
    public void lock(Mapping mapping, int page) {
        heldByWriters++;
        folios.set(cache.rows().only(mapping, page), LOCKED);
    }

    /**
     * Returns whether a task must wait before it makes a folio's page its own: it is locked, or has to stay as it is.
     */
    public boolean isBusy(int folio, boolean needsStablePages) {
        return folios.hasAny(folio, LOCKED) || (needsStablePages && folios.hasAny(folio, WRITEBACK));
    }

    /** Puts a page of an up-to-date folio into page tables, so that a task reads it without a fault. */
    public void map(Mapping mapping, int page) {
        mapping.mappedPages().set(page, page + 1);
    }

    /** Lets a task write to a page of a dirty folio without a fault, until its writeback starts. */
    public void mapWritable(Mapping mapping, int page) {
        assert folios.hasAny(mapping.folioAt(page), DIRTY) : folios.view(mapping.folioAt(page));
        mapping.mappedPages().set(page, page + 1);
        mapping.writablePages().set(page, page + 1);
    }

    /** Returns how many folios writers have locked. */
    public int foliosHeldByWriters() {
        return heldByWriters;
    }

    /** Unlocks a folio; whoever waits for it is woken. */
    public void unlock(Mapping mapping, int page) {
        heldByWriters--;
        int folio = cache.rows().only(mapping, page);
        folios.clear(folio, LOCKED);
        cache.wakeWaiters(mapping, folios.firstPage(folio), folios.endPage(folio));
    }

    /** Unlocks a folio that could not be read for a write; where nothing of it is up to date it leaves the cache. */
    public void abandon(Mapping mapping, int page, int cpu) {
        unlock(mapping, page);
        int folio = cache.rows().only(mapping, page);
        if (!folios.hasAny(folio, UPTODATE) && !isValidInPart(folio)) {
            cache.remove(folio, cpu);
        }
    }

    /** Lets a task sleep until the lock or the writeback of the folio of a page ends; the task must look again. */
    public void await(Mapping mapping, int page, Task task) {
        cache.await(mapping, page, task);
    }

    /** Takes the drop-behind mark off folios, as every look-up without DONTCACHE does; they stay in the cache. */
    public void clearDropbehind(int folio) {
        folios.clear(folio, EDGE);
        if (folios.hasAny(folio, DROPBEHIND)) {
            dontcache.unmark(folio);
            cache.note(Fact.Kind.DROPBEHIND_CLEARED, folio);
        }
    }

    /** Notes that a folio is an edge which an uncached write has just made, unmarked. */
    public void keepEdge(int folio) {
        folios.set(folio, EDGE);
        cache.note(Fact.Kind.EDGE_KEPT, folio);
    }

    /** Marks an edge that an uncached write has found, whatever it has been through before. */
    public void markEdge(int folio) {
        folios.set(folio, EDGE);
        markDropbehind(folio);
        cache.note(Fact.Kind.EDGE_COMPLETED, folio);
    }

    /**
     * Marks a folio that is in the cache already, the kernel's {@code folio_mark_dropbehind} (kernel-model §7.3): it
     * leaves the cache once it is written. Whoever marks it has its lock, so that its writeback does not start
     * meanwhile.
     */
    public void markDropbehind(int folio) {
        if (!folios.hasAny(folio, DROPBEHIND)) {
            dontcache.mark(folio);
            cache.note(Fact.Kind.FOLIOS_MARKED_DROPBEHIND, folio);
        }
    }

    /** Says that sectors of cached folios hold the file's contents. */
    public void markValid(Mapping mapping, long first, long end) {
        for (long sector = first; sector < end; ) {
            int folio = cache.rows().arrivedAt(mapping, sector, end);
            long next = Math.min(end, (long) folios.endPage(folio) * Pages.SECTORS);
            if (!folios.hasAny(folio, UPTODATE)) {
                markValidIn(mapping, folio, sector, next);
            }
            sector = next;
        }
    }

    private void markValidIn(Mapping mapping, int folio, long first, long end) {
        if (end - first == (long) folios.pages(folio) * Pages.SECTORS) {
            cache.becomeUptodate(mapping, folio);
            return;
        }
        Bitmap valid = mapping.validUnits();
        valid.set(mapping.unitOf(first), mapping.unitBehind(end));
        long endUnit = cache.endUnit(mapping, folio);
        if (valid.nextClear(cache.firstUnit(mapping, folio), endUnit) == endUnit) {
            cache.becomeUptodate(mapping, folio);
        }
    }

    /**
     * Makes sectors of cached folios dirty, in two halves: the flag of a folio, and then, where that was not set, its
     * accounting together with the tag by which writeback finds it.
     *
     * @return how many folios were clean before
     */
    public int markDirty(Mapping mapping, long first, long end) {
        finishHalfDone(mapping, (int) (first / Pages.SECTORS), (int) Math.ceilDiv(end, Pages.SECTORS));
        int wereClean = 0;
        for (long sector = first; sector < end; ) {
            int folio = cache.rows().arrivedAt(mapping, sector, end);
            long next = Math.min(end, (long) folios.endPage(folio) * Pages.SECTORS);
            if (folios.hasAny(folio, DIRTY)) {
                mapping.dirtyUnits().set(mapping.unitOf(sector), mapping.unitBehind(next));
            } else {
                wereClean += folios.siblings(folio);
                folios.set(folio, DIRTY);
            }
            sector = next;
        }
        if (wereClean > 0) {
            endVerb(mapping, first, end, accountDirtied, Cost.SET_DIRTY, wereClean);
        }
        return wereClean;
    }

    private void endVerb(
            Mapping mapping, long first, long end, HalfDone.SecondHalf secondHalf, Cost cost, int folioCount) {
        if (halfDone == null) {
            secondHalf.finish(mapping, first, end);
        } else {
            halfDone.leave(mapping, first, end, secondHalf, cost, folioCount);
        }
    }

    private void accountDirtied(Mapping mapping, long first, long end) {
        boolean wasClean = !mapping.isDirty();
        for (long sector = first; sector < end; ) {
            int folio = cache.rows().arrivedAt(mapping, sector, end);
            long next = Math.min(end, (long) folios.endPage(folio) * Pages.SECTORS);
            if (!folios.hasAny(folio, DIRTY_TAG)) {
                mapping.dirtyUnits().set(mapping.unitOf(sector), mapping.unitBehind(next));
                accountDirtied(folio);
            }
            sector = next;
        }
        if (wasClean) {
            Objects.requireNonNull(operations).becameDirty(mapping);
        }
    }

    /**
     * Puts dirty folios under writeback: from now on they are clean, and whatever is written to them makes them dirty
     * again. Their dirty units are the caller's to write and to {@link #takeDirtySectors take}. This too has two
     * halves: the flag, and then what was accounted and the tag; in between they are locked.
     *
     * @param cpu where this runs
     */
    public void startWriteback(Mapping mapping, int folio, int cpu) {
        assert folios.hasAny(folio, DIRTY) && !folios.hasAny(folio, WRITEBACK | LOCKED) : folios.view(folio);
        int pages = folios.pages(folio);
        int firstPage = folios.firstPage(folio);
        int endPage = folios.endPage(folio);
        folios.clear(folio, DIRTY);
        folios.set(folio, WRITEBACK | LOCKED);
        mapping.writebackPages().set(firstPage, endPage);
        mapping.writablePages().clear(firstPage, endPage);
        cache.count(Counter.NR_WRITEBACK, folio, pages);
        counters.add(Counter.WB_WRITEBACK, pages);
        counters.add(Counter.WB_STARTED, pages);
        cache.note(Fact.Kind.WRITEBACK_STARTED, folio);
        mapping.indexLock().takenForWriteback(cpu, folios.siblings(folio));
        long first = (long) firstPage * Pages.SECTORS;
        long end = (long) endPage * Pages.SECTORS;
        endVerb(mapping, first, end, accountCleaned, Cost.START_WRITEBACK, folios.siblings(folio));
    }

    private void accountCleaned(Mapping mapping, long first, long end) {
        for (long sector = first; sector < end; ) {
            int folio = cache.rows().arrivedAt(mapping, sector, end);
            accountCleaned(folio);
            folios.clear(folio, LOCKED);
            sector = (long) folios.endPage(folio) * Pages.SECTORS;
        }
        cache.wakeWaiters(mapping, (int) (first / Pages.SECTORS), (int) (end / Pages.SECTORS));
    }

    /** Says that the dirty sectors of folios are on their way, so many of them. */
    public void takeDirtySectors(Mapping mapping, int folio, int sectors) {
        mapping.dirtyUnits().clear(cache.firstUnit(mapping, folio), cache.endUnit(mapping, folio));
        if (folios.siblings(folio) == 1 && sectors > 0) {
            folios.send(folio, sectors);
        }
    }

    /**
     * Ends the writeback of a range of sectors. Folios of which nothing is on its way any more are no longer under
     * writeback, their waiters are woken, and those marked drop-behind leave the cache if they can.
     *
     * @param cpu where this runs
     * @param context in which context
     * @return CPU nanoseconds that drops took
     */
    public long endWriteback(Mapping mapping, long first, long end, int cpu, Context context) {
        finishHalfDone(mapping, (int) (first / Pages.SECTORS), (int) Math.ceilDiv(end, Pages.SECTORS));
        long nanos = 0;
        for (long sector = first; sector < end; ) {
            int folio = cache.rows().arrivedAt(mapping, sector, end);
            if (folios.hasAny(folio, RECLAIM)) {
                // Each goes to the old end of its list by itself, so that the last one is the oldest.
                folio = cache.rows().trimmed(folio, 1);
            }
            long next = Math.min(end, (long) folios.endPage(folio) * Pages.SECTORS);
            if (folios.stored(folio, (int) (next - sector))) {
                nanos += endWriteback(mapping, folio, cpu, context);
            }
            sector = next;
        }
        return nanos;
    }

    /** Ends the writeback of folios of which nothing had to be written. */
    public long endWriteback(Mapping mapping, int folio, int cpu, Context context) {
        assert folios.hasAny(folio, WRITEBACK) : folios.view(folio);
        int pages = folios.pages(folio);
        int firstPage = folios.firstPage(folio);
        finishHalfDone(mapping, firstPage, firstPage + pages);
        folios.clear(folio, WRITEBACK);
        mapping.writebackPages().clear(firstPage, firstPage + pages);
        cache.count(Counter.NR_WRITEBACK, folio, -pages);
        counters.add(Counter.WB_WRITEBACK, -pages);
        counters.add(Counter.WB_WRITTEN, pages);
        counters.add(Counter.NR_WRITTEN, pages);
        cache.note(Fact.Kind.WRITEBACK_ENDED, folio);
        mapping.indexLock().takenForWriteback(cpu, folios.siblings(folio));
        if (folios.hasAny(folio, RECLAIM)) {
            cache.rotate(folio);
        }
        Objects.requireNonNull(operations).writebackEnded(mapping, pages);
        cache.wakeWaiters(mapping, firstPage, firstPage + pages);
        written.accept(pages);
        return dropbehind.afterWriteback(folio, cpu, context);
    }

    /** Forgets that folios are dirty, since their pages are truncated. */
    public void cancelDirty(Mapping mapping, int folio) {
        finishHalfDone(mapping, folios.firstPage(folio), folios.endPage(folio));
        if (folios.hasAny(folio, DIRTY)) {
            cleanedUnwritten(folio);
            mapping.dirtyUnits().clear(cache.firstUnit(mapping, folio), cache.endUnit(mapping, folio));
            mapping.writablePages().clear(folios.firstPage(folio), folios.endPage(folio));
        }
    }

    /**
     * Forgets what is dirty of a folio behind a sector, since the file ends there; the folio is clean if nothing else
     * of it was dirty.
     */
    void cancelDirtyBehind(Mapping mapping, int folio, long sector) {
        finishHalfDone(mapping, folios.firstPage(folio), folios.endPage(folio));
        mapping.dirtyUnits().clear(mapping.unitBehind(sector), cache.endUnit(mapping, folio));
        mapping.writablePages().clear(sector / Pages.SECTORS, folios.endPage(folio));
        mapping.mappedPages().clear(sector / Pages.SECTORS, folios.endPage(folio));
        long first = cache.firstUnit(mapping, folio);
        long end = cache.endUnit(mapping, folio);
        if (folios.hasAny(folio, DIRTY) && mapping.dirtyUnits().nextSet(first, end) == end) {
            mapping.writablePages().clear(folios.firstPage(folio), folios.endPage(folio));
            cleanedUnwritten(folio);
        }
    }

    /**
     * Forgets at once all that is dirty behind the end of a file that has been cut; what is under writeback stays so.
     *
     * @param fromSector sector behind the last block
     * @param endPage page behind the last that may be cached
     */
    public void cancelDirtyBehindEnd(Mapping mapping, long fromSector, int endPage) {
        int page = (int) (fromSector / Pages.SECTORS);
        while (page < endPage) {
            page = mapping.nextPresent(page, endPage);
            if (page == endPage) {
                return;
            }
            int folio = cache.rows().only(mapping, page);
            if ((long) folios.firstPage(folio) * Pages.SECTORS >= fromSector) {
                cancelDirty(mapping, folio);
            } else {
                cancelDirtyBehind(mapping, folio, fromSector);
            }
            page = folios.endPage(folio);
        }
    }

    private void accountDirtied(int folio) {
        int pages = folios.pages(folio);
        cache.count(Counter.NR_FILE_DIRTY, folio, pages);
        counters.add(Counter.WB_RECLAIMABLE, pages);
        counters.add(Counter.WB_DIRTIED, pages);
        counters.add(Counter.NR_DIRTIED, pages);
        dontcache.dirtied(folio);
        cache.note(Fact.Kind.DIRTIED, folio);
    }

    /** No writeback will come of it, so that reclaim has nothing to wait for. */
    private void cleanedUnwritten(int folio) {
        folios.clear(folio, DIRTY);
        accountCleaned(folio);
        folios.clear(folio, folios.hasAny(folio, WRITEBACK) ? 0 : RECLAIM);
    }

    private void accountCleaned(int folio) {
        int pages = folios.pages(folio);
        cache.count(Counter.NR_FILE_DIRTY, folio, -pages);
        counters.add(Counter.WB_RECLAIMABLE, -pages);
        dontcache.cleaned(folio);
    }
}
