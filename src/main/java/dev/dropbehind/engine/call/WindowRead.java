package dev.dropbehind.engine.call;

import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.fs.FileSystem;
import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.fs.LockedFolios;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.memory.TaskMemory;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.Pages;
import java.util.ArrayList;
import java.util.List;

/**
 * One window of folios on its way from the device (kernel-model §2.4, decisions.md 7): first folios are allocated and
 * inserted, then, when that time has passed, each run of them is handed to the file system.
 *
 * <p>Large folios are built one after another, as large as their place and what is left of the window allow. The first
 * that finds one of its pages cached, or no memory, ends that: the rest is built of the smallest folios, around what is
 * cached already.
 */
final class WindowRead {

    /** Forced reads come in chunks of this size. */
    private static final int FORCED_CHUNK_PAGES = (2 << 20) / Pages.SIZE;

    private final PageCache cache;
    private final TaskMemory memory;
    private final FileSystem fileSystem;
    private final Counters counters;
    private final List<LockedFolios> runs = new ArrayList<>();
    private int runCount;
    private int marker;
    private boolean dropbehind;

    WindowRead(PageCache cache, TaskMemory memory, FileSystem fileSystem, Counters counters) {
        this.cache = cache;
        this.memory = memory;
        this.fileSystem = fileSystem;
        this.counters = counters;
    }

    /**
     * Inserts what is missing of a window, as far as memory goes.
     *
     * @param window what was decided
     * @param marked whether the folios leave the cache once read
     */
    void build(Mapping mapping, Readahead window, boolean marked, Task task, Bill bill) {
        runCount = 0;
        dropbehind = marked;
        int end = window.windowFirst() + window.windowPages();
        counters.add(Counter.READAHEAD_MARKED_WINDOWS, window.windowAhead() > 0 ? 1 : 0);
        if (window.windowIsOfLargeFolios()) {
            marker = end - window.windowAhead();
            int built = buildLarge(mapping, window.windowFirst(), end, window.order(), task, bill);
            if (built < Math.min(end, mapping.filePages())) {
                counters.tell(Fact.Kind.WINDOW_FALLBACK, mapping.id(), built, end - built);
                buildSmall(mapping, built, end, window.windowAhead(), task, bill);
            }
            return;
        }
        int chunk = window.rule() == Fact.Kind.WINDOW_FORCED ? FORCED_CHUNK_PAGES : window.windowPages();
        for (int first = window.windowFirst(); first < end; first += chunk) {
            buildSmall(mapping, first, Math.min(end, first + chunk), window.windowAhead(), task, bill);
        }
    }

    /** Inserts the one folio that holds a page, of the smallest size. */
    void buildAlone(Mapping mapping, int page, boolean marked, Task task, Bill bill) {
        runCount = 0;
        dropbehind = marked;
        buildSmall(mapping, page, page + 1, 0, task, bill);
    }

    /** Hands what was inserted to the file system, each run under a plug of its own (read_pages). */
    void submit(Inode inode, Task task, Bill bill) {
        for (int run = 0; run < runCount; run++) {
            if (run > 0) {
                fileSystem.queue().unplug(task, bill);
            }
            fileSystem.read(inode, runs.get(run), task, bill);
        }
        fileSystem.queue().unplug(task, bill);
    }

    /** Returns whether anything was inserted. */
    boolean hasPages() {
        return runCount > 0;
    }

    /** Builds folios of an order and of smaller ones where they do not fit; returns the page up to which it did. */
    private int buildLarge(Mapping mapping, int first, int windowEnd, int order, Task task, Bill bill) {
        int end = Math.min(windowEnd, mapping.filePages());
        int page = first >> mapping.minOrder() << mapping.minOrder();
        LockedFolios run = newRun(page);
        while (page < end) {
            int fitting = fittingOrder(mapping, page, end, order);
            int wanted = fitting == order ? Math.max(1, (end - page) >> fitting) : 1;
            int built = insert(mapping, page, wanted, fitting, task, bill);
            run.append(fitting, built);
            page += built << fitting;
            if (built < wanted) {
                break;
            }
        }
        keepRun(run);
        return page;
    }

    private static int fittingOrder(Mapping mapping, int page, int end, int order) {
        int fitting = Math.min(Math.min(order, mapping.maxOrder()), Integer.numberOfTrailingZeros(page));
        while (fitting > mapping.minOrder() && page + (1 << fitting) > end) {
            fitting--;
        }
        return fitting;
    }

    /** Inserts folios as far as their pages are missing and memory goes; returns how many. */
    private int insert(Mapping mapping, int page, int wanted, int order, Task task, Bill bill) {
        int free = (mapping.nextPresent(page, page + (wanted << order)) - page) >> order;
        int taken = free == 0 ? 0 : memory.take(free, order, order == mapping.minOrder());
        if (taken > 0) {
            insertTaken(mapping, page, taken, order, task, bill);
        }
        return taken;
    }

    private void insertTaken(Mapping mapping, int first, int folios, int order, Task task, Bill bill) {
        int pages = folios << order;
        int judged = cache.insertForRead(mapping, first, pages, order, dropbehind, task.cpu());
        int marked = marker >> order << order;
        if (marked >= first && marked < first + pages) {
            cache.setReadaheadMarker(mapping, marked);
        }
        bill.pay(Cost.INDEX_INSERT, folios);
        bill.pay(Cost.LRU_ADD, folios);
        bill.pay(Cost.MEMCG_CHARGE, folios);
        bill.pay(Cost.WORKINGSET_REFAULT, judged);
        counters.add(Counter.READAHEAD_PAGES, pages);
    }

    /** Builds a range of the smallest folios around those that are cached; each stretch of new ones is a run. */
    private void buildSmall(Mapping mapping, int first, int windowEnd, int ahead, Task task, Bill bill) {
        int order = mapping.minOrder();
        int size = 1 << order;
        int end = Math.min(windowEnd, mapping.filePages());
        boolean marked = ahead > 0 && ahead <= end - first;
        marker = marked ? (end - ahead + size - 1) >> order << order : Integer.MAX_VALUE;
        int page = mapping.nextMissing(first >> order << order, end);
        while (page < end) {
            LockedFolios run = newRun(page);
            int wanted = (mapping.nextPresent(page, end) - page + size - 1) >> order;
            int built = insert(mapping, page, wanted, order, task, bill);
            run.append(order, built);
            keepRun(run);
            if (built < wanted) {
                return;
            }
            page = mapping.nextMissing(run.end(), end);
        }
    }

    private LockedFolios newRun(int page) {
        if (runCount == runs.size()) {
            runs.add(new LockedFolios());
        }
        LockedFolios run = runs.get(runCount);
        run.startAt(page);
        return run;
    }

    private void keepRun(LockedFolios run) {
        runCount += run.isEmpty() ? 0 : 1;
    }
}
