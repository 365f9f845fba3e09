package dev.dropbehind.engine.call;

import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;

/** Takes folios out of the cache for a task that has their file to itself, and has the task pay for it. */
final class Removal {

    private final PageCache cache;
    private final Counters counters;
    private final Task task;
    private final Bill bill;

    Removal(PageCache cache, Counters counters, Task task, Bill bill) {
        this.cache = cache;
        this.counters = counters;
        this.task = task;
        this.bill = bill;
    }

    /**
     * Removes folios that are neither locked nor dirty nor under writeback.
     *
     * @param counter what their pages count as
     * @param kind what is told of them
     */
    void remove(int folio, Counter counter, Fact.Kind kind) {
        int pages = cache.folios().pages(folio);
        bill.pay(Cost.DROP_FOLIO, cache.folios().siblings(folio));
        bill.pay(Cost.DROP_PAGE, pages);
        bill.pay(Cost.UNMAP_PAGE, cache.mappedPages(folio));
        counters.add(counter, pages);
        cache.note(kind, folio);
        cache.remove(folio, task.cpu());
    }
}
