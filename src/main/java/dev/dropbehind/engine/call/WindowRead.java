package dev.dropbehind.engine.call;

import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.fs.FileSystem;
import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.memory.TaskMemory;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import java.util.Arrays;

/**
 * One window of pages on its way from the device (kernel-model §2.4): first its missing pages are allocated and
 * inserted, then, when that time has passed, the runs between pages that were cached already are submitted.
 */
final class WindowRead {

    private final PageCache cache;
    private final TaskMemory memory;
    private final FileSystem fileSystem;
    private final Counters counters;
    private final long insertNanos;
    private final long refaultNanos;
    private int[] runFirst = new int[4];
    private int[] runPages = new int[4];
    private int runs;

    WindowRead(PageCache cache, TaskMemory memory, FileSystem fileSystem, Counters counters, CostModel costs) {
        this.cache = cache;
        this.memory = memory;
        this.fileSystem = fileSystem;
        this.counters = counters;
        insertNanos = costs.of(Cost.INDEX_INSERT) + costs.of(Cost.LRU_ADD) + costs.of(Cost.MEMCG_CHARGE);
        refaultNanos = costs.of(Cost.WORKINGSET_REFAULT);
    }

    /**
     * Inserts what is missing of a window, as far as memory goes.
     *
     * @param marker page that gets the read-ahead marker if it is inserted, or a negative number
     * @param dropbehind whether the pages leave the cache once read
     */
    void insert(Mapping mapping, int first, int pages, int marker, boolean dropbehind, Task task, Bill bill) {
        runs = 0;
        int end = first + pages;
        int page = mapping.nextMissing(first, end);
        while (page < end) {
            int wanted = mapping.nextPresent(page, end) - page;
            int taken = memory.take(wanted);
            if (taken > 0) {
                insertRun(mapping, page, taken, marker, dropbehind, task, bill);
            }
            if (taken < wanted) {
                return;
            }
            page = mapping.nextMissing(page + taken, end);
        }
    }

    /** Submits what was inserted, under one plug. */
    void submit(Inode inode, Task task, Bill bill) {
        for (int run = 0; run < runs; run++) {
            fileSystem.read(inode, runFirst[run], runPages[run], task, bill);
            counters.tell(Fact.Kind.BIO_SUBMITTED, inode.mapping().id(), runFirst[run], runPages[run]);
        }
        fileSystem.queue().unplug(task, bill);
    }

    /** Returns whether anything was inserted. */
    boolean hasPages() {
        return runs > 0;
    }

    private void insertRun(
            Mapping mapping, int first, int pages, int marker, boolean dropbehind, Task task, Bill bill) {
        int judged = cache.insertForRead(mapping, first, pages, dropbehind, task.cpu());
        if (marker >= first && marker < first + pages) {
            cache.setReadaheadMarker(mapping, marker);
        }
        bill.charge(pages * insertNanos + judged * refaultNanos);
        counters.add(Counter.READAHEAD_PAGES, pages);
        if (runs == runFirst.length) {
            runFirst = Arrays.copyOf(runFirst, 2 * runs);
            runPages = Arrays.copyOf(runPages, 2 * runs);
        }
        runFirst[runs] = first;
        runPages[runs] = pages;
        runs++;
    }
}
