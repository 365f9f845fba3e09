package dev.dropbehind.engine.cache;

import static dev.dropbehind.engine.cache.FolioFlags.ACTIVE;
import static dev.dropbehind.engine.cache.FolioFlags.DIRTY;
import static dev.dropbehind.engine.cache.FolioFlags.DROPBEHIND;
import static dev.dropbehind.engine.cache.FolioFlags.LOCKED;
import static dev.dropbehind.engine.cache.FolioFlags.READAHEAD;
import static dev.dropbehind.engine.cache.FolioFlags.REFERENCED;
import static dev.dropbehind.engine.cache.FolioFlags.UPTODATE;
import static dev.dropbehind.engine.cache.FolioFlags.WRITEBACK;

import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.memory.Cgroup;
import dev.dropbehind.engine.memory.PageAllocator;
import dev.dropbehind.engine.spec.Pages;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The verbs of the page cache: each touches the folio table and its index, lists or users together. */
public final class PageCache {

    private static final int NONE = FolioTable.NONE;

    private final FolioTable folios;
    private final LruLists lists;
    private final Workingset workingset;
    private final FolioRows rows;
    private final IsolatedFolios isolated;
    private final FolioInsertion insertion;
    private final FolioWaiters waiters;
    private final PageAllocator allocator;
    private final Cgroup cgroup;
    private final Counters counters;
    private final Contents contents;
    private final List<Mapping> mappings = new ArrayList<>();
    private @Nullable InodeLocks locks;
    private long detachedPages;

    /**
     * Starts empty.
     *
     * @param cgroup the group that what is read is charged to
     * @param totalPages pages of memory
     * @param contents what the bytes of its files hold, where that is kept
     */
    public PageCache(
            FolioTable folios,
            Cpus cpus,
            PageAllocator allocator,
            Cgroup cgroup,
            Counters counters,
            long totalPages,
            Contents contents) {
        this.folios = folios;
        this.allocator = allocator;
        this.cgroup = cgroup;
        this.counters = counters;
        this.contents = contents;
        lists = new LruLists(folios, counters, cpus.count());
        workingset = new Workingset(folios, lists, counters, totalPages);
        rows = new FolioRows(folios, lists, mappings);
        isolated = new IsolatedFolios(this);
        insertion = new FolioInsertion(folios, rows, lists, workingset, cgroup);
        waiters = new FolioWaiters(cpus);
    }

    /** Returns the table of all folios, to be asked, not changed. */
    public FolioTable folios() {
        return folios;
    }

    /** Returns the folios that reclaim looks at. */
    public IsolatedFolios isolated() {
        return isolated;
    }

    /** Returns what cuts rows of its folios. */
    FolioRows rows() {
        return rows;
    }

    /** Returns the lists, to be asked, not changed. */
    public LruLists lists() {
        return lists;
    }

    /** Returns what is known of folios that reclaim took, to be asked, not changed. */
    public Workingset workingset() {
        return workingset;
    }

    /** Returns what the bytes of its files hold, where that is kept. */
    public Contents contents() {
        return contents;
    }

    /** Returns the pages that have left the cache but are still used by a reader. */
    public long detachedPages() {
        return detachedPages;
    }

    /** Opens the cache of a file whose folios are single pages. */
    public Mapping newMapping(int filePages) {
        return newMapping(filePages, 0, 0, Pages.SECTORS, false);
    }

    /**
     * Opens the cache of a file.
     *
     * @param filePages length of the file in pages
     * @param minOrder pages of the smallest folio as a power of two: a block of the file system
     * @param maxOrder pages of the largest folio as a power of two
     * @param unitSectors sectors of a block, or of a page where that is smaller
     * @param ofBlockDevice whether the file is a block device, whose pages count as buffers
     */
    public Mapping newMapping(int filePages, int minOrder, int maxOrder, int unitSectors, boolean ofBlockDevice) {
        Mapping mapping = new Mapping(
                mappings.size(), filePages, minOrder, maxOrder, unitSectors, ofBlockDevice, workingset.nodes());
        mappings.add(mapping);
        return mapping;
    }

    /** Returns all mappings, in the order in which they were opened. */
    public List<Mapping> mappings() {
        return Collections.unmodifiableList(mappings);
    }

    /**
     * Inserts folios that are about to be read: locked, not up to date, in the batch of the processor.
     *
     * @param first first page, a multiple of the folios' size; none of the range is cached
     * @param count how many pages, a multiple of the folios' size
     * @param order pages of each folio as a power of two, within the mapping's range
     * @param dropbehind whether they leave the cache once read
     * @param cpu who inserts
     * @return how many of them had a shadow and so were judged
     */
    public int insertForRead(Mapping mapping, int first, int count, int order, boolean dropbehind, int cpu) {
        assert order >= mapping.minOrder() && order <= mapping.maxOrder() : "order " + order;
        int judged = insert(mapping, first, count, order, LOCKED | (dropbehind ? DROPBEHIND : 0), cpu);
        counters.tell(Fact.Kind.FOLIOS_CREATED, mapping.id(), first, count);
        if (dropbehind) {
            counters.tell(Fact.Kind.FOLIOS_MARKED_DROPBEHIND, mapping.id(), first, count);
        }
        return judged;
    }

    /**
     * Inserts folios that are about to be written: neither locked nor up to date yet.
     *
     * @return how many of them had a shadow and so were judged
     */
    public int insertForWrite(Mapping mapping, int first, int count, int order, boolean dropbehind, int cpu) {
        int judged = insert(mapping, first, count, order, dropbehind ? DROPBEHIND : 0, cpu);
        counters.tell(Fact.Kind.FOLIOS_CREATED, mapping.id(), first, count);
        if (dropbehind) {
            counters.tell(Fact.Kind.FOLIOS_MARKED_DROPBEHIND, mapping.id(), first, count);
        }
        return judged;
    }

    /** Inserts order-0 folios that are there when the machine starts, on the active list. */
    public void insertInitially(Mapping mapping, int count) {
        for (int page = 0; page < count; page += folios.maxSiblings()) {
            int end = Math.min(count, page + folios.maxSiblings());
            lists.putOnList(insertion.newRow(mapping, page, end, 0, UPTODATE | ACTIVE));
        }
        countCached(mapping, count, Cgroup.ROOT);
    }

    /** Marks the folio of a page that was just inserted: whoever reads it starts the next window. */
    public void setReadaheadMarker(Mapping mapping, int page) {
        int folio = rows.only(mapping, page);
        folios.set(folio, READAHEAD);
        note(Fact.Kind.MARKER_SET, folio);
    }

    /** Takes the marker off a page; returns false where there was none, or the folio is under writeback. */
    public boolean takeReadaheadMarker(Mapping mapping, int page) {
        int folio = mapping.index().find(page);
        if (folio == NONE || !folios.hasAny(folio, READAHEAD) || folios.hasAny(folio, WRITEBACK)) {
            return false;
        }
        folios.clear(folio, READAHEAD);
        note(Fact.Kind.MARKER_MET, folio);
        return true;
    }

    /**
     * Takes what a read bio has brought into locked folios; it counts as read once {@link #endRead} says so.
     *
     * @param first first sector in the file
     * @param sectors how many
     * @param onDevice first sector on the device, as the bio says
     */
    public void arrived(int mappingId, long first, int sectors, long onDevice) {
        contents.readIn(mappings.get(mappingId), first, sectors, onDevice);
    }

    /**
     * Ends the read of a range of sectors of a file. Folios of which nothing is missing any more are up to date and
     * unlocked, their waiters woken; one that lies in the range in part only waits for its other parts.
     */
    public void endRead(int mappingId, long first, long end) {
        Mapping mapping = mappings.get(mappingId);
        int doneFrom = Integer.MAX_VALUE;
        int doneTo = 0;
        for (long sector = first; sector < end; ) {
            int folio = rows.arrivedAt(mapping, sector, end);
            long next = Math.min(end, (long) folios.endPage(folio) * Pages.SECTORS);
            if (folios.arrive(folio, (int) (next - sector))) {
                becomeUptodate(mapping, folio);
                folios.clear(folio, LOCKED);
                doneFrom = Math.min(doneFrom, folios.firstPage(folio));
                doneTo = folios.endPage(folio);
            }
            sector = next;
        }
        if (doneFrom < doneTo) {
            counters.tell(Fact.Kind.FOLIOS_UPTODATE, mappingId, doneFrom, doneTo - doneFrom);
            waiters.wake(mappingId, doneFrom, doneTo);
        }
    }

    /** Lets a single folio be known to hold the file's contents, and none but those. */
    void becomeUptodate(Mapping mapping, int folio) {
        folios.set(folio, UPTODATE);
        if (!mapping.validUnits().isEmpty()) {
            mapping.validUnits().clear(firstUnit(mapping, folio), endUnit(mapping, folio));
        }
    }

    long firstUnit(Mapping mapping, int folio) {
        return mapping.unitOf((long) folios.firstPage(folio) * Pages.SECTORS);
    }

    long endUnit(Mapping mapping, int folio) {
        return mapping.unitOf((long) folios.endPage(folio) * Pages.SECTORS);
    }

    /** Wakes whoever waits for pages of a file. */
    void wakeWaiters(Mapping mapping, int first, int end) {
        waiters.wake(mapping.id(), first, end);
    }

    /** Lets a task sleep until something about a page changes; the task must look again when it wakes. */
    void await(Mapping mapping, int page, Task task) {
        waiters.add(task, mapping.id(), page);
    }

    /** Returns whether a page is in a folio that writes have made up to date in part, and that nobody has locked. */
    public boolean isUptodateInPart(Mapping mapping, int page) {
        int folio = mapping.index().find(page);
        return folio != NONE && !folios.hasAny(folio, LOCKED | UPTODATE);
    }

    /** Locks the folio of a page, up to date in part, so that the rest of it can be read. */
    public void lockForRead(Mapping mapping, int page) {
        int folio = rows.only(mapping, page);
        long first = firstUnit(mapping, folio);
        long end = endUnit(mapping, folio);
        int missing = 0;
        for (long unit = first; unit < end; unit++) {
            missing += mapping.validUnits().isSet(unit) ? 0 : 1;
        }
        folios.set(folio, LOCKED);
        folios.expect(folio, (int) mapping.sectorOf(missing));
        counters.add(Counter.READ_REST_SECTORS, mapping.sectorOf(missing));
    }

    /** Returns whether a page is cached and still being read. */
    public boolean isBeingRead(Mapping mapping, int page) {
        int folio = mapping.index().find(page);
        return folio != NONE && folios.hasAny(folio, LOCKED) && !folios.hasAny(folio, UPTODATE);
    }

    /** Lets a task sleep until the read of a page ends; the task must look again when it wakes. */
    public void awaitRead(Mapping mapping, int page, Task task) {
        assert isBeingRead(mapping, page);
        waiters.add(task, mapping.id(), page);
    }

    /**
     * Finds what is cached and up to date from a page on and takes a reference on each folio. Stops behind a folio with
     * the read-ahead marker, before one that is not up to date, at a gap, at the end, or when the batch is full. Does
     * not clear drop-behind.
     */
    public void collect(Mapping mapping, int first, int end, FolioBatch batch) {
        batch.clear(first);
        int page = first;
        while (page < end && batch.room() > 0) {
            int folio = mapping.index().find(page);
            if (folio == NONE) {
                return;
            }
            boolean marked = folios.hasAny(folio, READAHEAD);
            if (marked) {
                batch.stopAtMarker(folios.firstPage(folio));
            }
            if (!folios.hasAny(folio, UPTODATE)) {
                batch.stopAtPending(page);
                return;
            }
            folio = rows.startingAt(folio, page);
            folio = rows.trimmed(folio, Math.min(batch.room(), rows.foliosUpTo(folio, end)));
            folios.addUser(folio);
            batch.add(folio, folios.siblings(folio), folios.endPage(folio));
            page = folios.endPage(folio);
            if (marked) {
                return;
            }
        }
    }

    /**
     * Notes that a read copies bytes of a batch. What has left the cache meanwhile was looked at when it left.
     *
     * @param from first byte in the file
     * @param to the byte behind the last
     */
    public void copied(FolioBatch batch, long from, long to) {
        batch.refresh(folios);
        for (int i = 0; i < batch.length(); i++) {
            int folio = batch.row(i);
            if (folios.mappingOf(folio) != NONE) {
                long first = Math.max(from, Pages.bytes(folios.firstPage(folio)));
                contents.copied(mappingOf(folio), first, Math.min(to, Pages.bytes(folios.endPage(folio))));
            }
        }
    }

    /** Gives back the references of a batch; what has left the cache meanwhile and has no other user is freed. */
    public void release(FolioBatch batch, int cpu) {
        batch.refresh(folios);
        for (int i = 0; i < batch.length(); i++) {
            folios.removeUser(batch.row(i));
            freeIfUnused(batch.row(i), cpu);
        }
    }

    /**
     * Marks the folios of a batch as used: once sets referenced, twice activates; never where drop-behind is set.
     *
     * @param skipFirst whether the first folio was marked by the read that ended in it
     */
    public void markAccessed(FolioBatch batch, boolean skipFirst) {
        batch.refresh(folios);
        if (skipFirst) {
            rows.trimmed(batch.row(0), 1);
            batch.refresh(folios);
        }
        for (int i = skipFirst ? 1 : 0; i < batch.length(); i++) {
            markAccessed(batch.row(i));
        }
    }

    /** Visits the folios of a batch that are still in the cache, row by row. */
    public void forEach(FolioBatch batch, FolioVisitor visitor) {
        batch.refresh(folios);
        for (int i = 0; i < batch.length(); i++) {
            if (folios.mappingOf(batch.row(i)) != NONE) {
                visitor.visit(batch.row(i));
            }
        }
    }

    /** Cuts a row down to the folios that end at a page at the latest; returns whether there are any. */
    boolean cutDownTo(int folio, int endPage) {
        int whole = (endPage - folios.firstPage(folio)) >> folios.order(folio);
        if (whole > 0) {
            rows.trimmed(folio, whole);
        }
        return whole > 0;
    }

    /** Has those locks kept account of that tasks hold while they remove folios. */
    public void keep(InodeLocks account) {
        locks = account;
    }

    /** Removes folios from the cache; their pages are free once nobody uses them. No shadow is left. */
    public void remove(int folio, int cpu) {
        holdLock(folio, cpu);
        removeInInterrupt(folio, cpu);
    }

    /** Removes folios as {@link #remove} does, by an interrupt: it is over before another could want its lock. */
    void removeInInterrupt(int folio, int cpu) {
        mappingOf(folio).index().remove(folios.firstPage(folio), folios.endPage(folio));
        detach(folio, cpu);
    }

    /**
     * Removes folios from the cache as reclaim does: a shadow is left of each.
     *
     * @param target the group that reclaim runs for
     */
    public void evict(int folio, int target, int cpu) {
        holdLock(folio, cpu);
        workingset.evict(mappingOf(folio).index(), folio, target);
        detach(folio, cpu);
    }

    private void holdLock(int folio, int cpu) {
        if (locks != null) {
            locks.hold(cpu, folios.mappingOf(folio), folios.siblings(folio), folios.pages(folio));
        }
    }

    /** Forgets the shadows of a range: what has been invalidated leaves none. */
    public void forgetShadows(Mapping mapping, int first, int end) {
        workingset.forget(mapping, first, end);
    }

    /** Says that all folios that begin behind the end of a file have been removed. */
    public void truncated(Mapping mapping) {
        int end = mapping.endOfLastBlock();
        forgetShadows(mapping, end, mapping.endOfCache());
        int across = mapping.index().find(end);
        mapping.truncated(across == NONE ? end : folios.endPage(across));
    }

    /** Frees the index leaves of the oldest shadows while there are too many. */
    public void shrinkShadows() {
        while (workingset.hasTooManyNodes()) {
            workingset.forgetOldest(mappings.get(workingset.mappingOfOldest()));
        }
    }

    /** Moves what the processor has collected to the lists. */
    public void drainBatch(int cpu) {
        lists.drain(cpu);
    }

    /** Moves what all processors have collected to the lists. */
    public void drainAllBatches() {
        lists.drainAll();
    }

    /** Returns how many pages of folios are in page tables. */
    public int mappedPages(int folio) {
        return mappingOf(folio).mappedIn(folios.firstPage(folio), folios.endPage(folio));
    }

    /**
     * Puts pages around one into page tables where that costs nothing: those that are cached, up to date, not locked
     * and without a read-ahead marker (filemap_map_pages). Does not clear drop-behind.
     *
     * @param first first page of the range
     * @param end page behind it
     */
    public void mapAround(Mapping mapping, int first, int end) {
        for (int page = mapping.nextPresent(first, end); page < end; page = mapping.nextPresent(page, end)) {
            int folio = mapping.index().find(page);
            int behind = Math.min(end, folios.endPage(folio));
            if (folios.hasAny(folio, UPTODATE) && !folios.hasAny(folio, LOCKED | READAHEAD)) {
                mapping.mappedPages().set(page, behind);
            }
            page = behind;
        }
    }

    /** Returns whether folios are on a list; a batch that they wait in, or reclaim, would hold a reference. */
    public boolean isOnList(int folio) {
        return lists.isOnList(folio);
    }

    /**
     * Finds the first cached folios that lie wholly in a range, as one row.
     *
     * @param first first page of the range
     * @param end page behind the range
     * @param most the most folios of the row
     * @return the row, or {@link FolioTable#NONE} where there is none
     */
    public int wholeFolios(Mapping mapping, int first, int end, int most) {
        for (int page = mapping.nextPresent(first, end); page < end; page = mapping.nextPresent(page, end)) {
            int folio = mapping.index().find(page);
            int start = folios.firstPage(folio);
            int before = (page - start + (1 << folios.order(folio)) - 1) >> folios.order(folio);
            int upToEnd = (end - start) >> folios.order(folio);
            if (before < Math.min(upToEnd, folios.siblings(folio))) {
                return rows.trimmed(before == 0 ? folio : rows.split(folio, before), Math.min(most, upToEnd - before));
            }
            page = folios.endPage(folio);
        }
        return NONE;
    }

    /** Counts pages for the machine, and for the group of their folio where that is not the root group. */
    void count(Counter counter, int folio, int pages) {
        lists.count(counter, folios.cgroup(folio), pages);
    }

    /** Moves folios that reclaim wanted to the old end of the inactive list, unless they are locked or dirty again. */
    void rotate(int folio) {
        folios.clear(folio, FolioFlags.RECLAIM);
        if (lists.isOnList(folio) && !folios.hasAny(folio, LOCKED | DIRTY)) {
            lists.unlink(folio);
            folios.clear(folio, ACTIVE);
            lists.putAtOldEnd(folio);
            lists.count(Counter.PGROTATED, Cgroup.ROOT, folios.pages(folio));
        }
    }

    /** Tells of a folio that is in the cache. */
    public void note(Fact.Kind kind, int folio) {
        counters.tell(kind, folios.mappingOf(folio), folios.firstPage(folio), folios.pages(folio));
    }

    private int insert(Mapping mapping, int first, int count, int order, int flags, int cpu) {
        int judged = insertion.insert(mapping, first, count, order, flags, cpu);
        countCached(mapping, count, cgroup.number());
        return judged;
    }

    private void countCached(Mapping mapping, int pages, int group) {
        mapping.addCachedPages(pages);
        lists.count(Counter.NR_FILE_PAGES, group, pages);
        counters.add(Counter.NR_BUFFER_PAGES, mapping.isBlockDevice() ? pages : 0);
    }

    Mapping mappingOf(int folio) {
        return mappings.get(folios.mappingOf(folio));
    }

    /** Takes folios that the index no longer has off their list; their pages are free once nobody uses them. */
    private void detach(int folio, int cpu) {
        assert !folios.hasAny(folio, LOCKED | DIRTY | WRITEBACK) : folios.view(folio);
        int pages = folios.pages(folio);
        contents.dropped(mappingOf(folio), Pages.bytes(folios.firstPage(folio)), Pages.bytes(folios.endPage(folio)));
        countCached(mappingOf(folio), -pages, folios.cgroup(folio));
        forgetUnits(folio);
        lists.unlink(folio);
        folios.leaveMapping(folio);
        detachedPages += pages;
        freeIfUnused(folio, cpu);
    }

    private void forgetUnits(int folio) {
        Mapping mapping = mappingOf(folio);
        if (!mapping.validUnits().isEmpty()) {
            mapping.validUnits().clear(firstUnit(mapping, folio), endUnit(mapping, folio));
        }
        if (!mapping.mappedPages().isEmpty()) {
            mapping.mappedPages().clear(folios.firstPage(folio), folios.endPage(folio));
            mapping.writablePages().clear(folios.firstPage(folio), folios.endPage(folio));
        }
    }

    private void markAccessed(int folio) {
        if (folios.hasAny(folio, DROPBEHIND)) {
            return;
        }
        if (folios.hasAny(folio, REFERENCED) && !folios.hasAny(folio, ACTIVE)) {
            folios.clear(folio, REFERENCED);
            if (folios.mappingOf(folio) != NONE) {
                lists.activate(folio);
                workingset.activated(folios.cgroup(folio), folios.pages(folio));
            }
        } else {
            folios.set(folio, REFERENCED);
        }
    }

    private void freeIfUnused(int folio, int cpu) {
        if (folios.mappingOf(folio) == NONE && folios.users(folio) == 0) {
            int pages = folios.pages(folio);
            detachedPages -= pages;
            if (folios.cgroup(folio) != Cgroup.ROOT) {
                cgroup.uncharge(pages);
            }
            allocator.give(cpu, pages, folios.order(folio));
            folios.free(folio);
        }
    }
}
