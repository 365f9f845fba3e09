package dev.dropbehind.engine.cache;

import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.Pages;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a folio marked drop-behind goes now, later, or stays.
 *
 * <p>After a read (kernel-model §2.2 step 8) every folio of the batch that carries the mark is dropped unless it is
 * dirty, under writeback or locked by somebody else; then the mark stays for whoever comes next. It does not matter who
 * reads: a plain read drops what a DONTCACHE read brought in. Nor does it matter whether another reader still copies
 * from the folio: it leaves the index at once and its memory when the last reader is done.
 */
public final class Dropbehind {

    private static final int BUSY = FolioFlags.DIRTY | FolioFlags.WRITEBACK | FolioFlags.LOCKED;

    private final PageCache cache;
    private final FolioTable folios;
    private final Counters counters;
    private final Till till;
    private final boolean onlyWholeFolios;
    private final @Nullable InodeLocks locks;
    private final FolioVisitor afterRead = this::afterRead;
    private @Nullable DropWork later;
    private int readTo;
    private int cpu;
    private Context context = Context.TASK;
    private long costNanos;

    /**
     * Drops from this cache.
     *
     * @param till where drops are paid
     * @param onlyWholeFolios whether a folio stays until a read has come to its end; the kernel does not ask
     * @param locks what tasks hold where folios are dropped in interrupts too, which the kernel must not do; null where
     *     they are not
     */
    public Dropbehind(
            PageCache cache, Counters counters, Till till, boolean onlyWholeFolios, @Nullable InodeLocks locks) {
        this.locks = locks;
        this.cache = cache;
        this.onlyWholeFolios = onlyWholeFolios;
        this.counters = counters;
        this.till = till;
        folios = cache.folios();
    }

    /**
     * Drops what a read is done with.
     *
     * @param batch what was read
     * @param readEnd the byte of the file behind the last that was copied
     * @param readerCpu whose per-CPU list gets the pages
     * @param readerContext where this runs: a drop may sleep, so in atomic context the kernel would warn
     * @return CPU nanoseconds it took
     */
    public long afterRead(FolioBatch batch, long readEnd, int readerCpu, Context readerContext) {
        readTo = Pages.of(readEnd);
        cpu = readerCpu;
        context = readerContext;
        costNanos = 0;
        cache.forEach(batch, afterRead);
        return costNanos;
    }

    /**
     * Drops what a writeback is done with (kernel-model §5.5 step 4): only in task context, and neither where it has
     * become dirty again nor where somebody holds its lock; then the mark stays.
     *
     * @param folio a row that is no longer under writeback
     * @param enderCpu whose per-CPU list gets the pages
     * @param enderContext where this runs
     * @return CPU nanoseconds it took
     */
    public long afterWriteback(int folio, int enderCpu, Context enderContext) {
        if (!folios.hasAny(folio, FolioFlags.DROPBEHIND)) {
            return 0;
        }
        if (enderContext.isAtomic() && locks == null) {
            leave(folio, enderCpu);
            return 0;
        }
        cpu = enderCpu;
        context = enderContext;
        costNanos = 0;
        dropUnlessBusy(folio);
        return costNanos;
    }

    /** Returns whether folios are dropped in interrupts too, where the kernel must not. */
    boolean isUnsafeInInterrupt() {
        return locks != null;
    }

    /** Has folios that cannot be dropped where their writeback ends wait for a worker. */
    public void deferTo(DropWork worker) {
        later = worker;
    }

    /** Leaves folios to a worker, as far as it has room; the others stay, and stay marked. */
    private void leave(int folio, int enderCpu) {
        int siblings = folios.siblings(folio);
        int size = 1 << folios.order(folio);
        int taken = later == null
                ? 0
                : later.defer(folios.mappingOf(folio), folios.firstPage(folio), size, siblings, enderCpu);
        if (taken < siblings) {
            counters.add(Counter.DROPBEHIND_IN_ATOMIC, (long) (siblings - taken) * size);
            cache.note(Fact.Kind.DROP_IN_ATOMIC, folio);
        }
    }

    /**
     * Drops folios that an interrupt has left, those that are still cached and can go.
     *
     * @param mapping the number of the file's cache
     * @param firstPage the first page of the first
     * @param endPage the page behind the last
     * @param workerCpu whose per-CPU list gets the pages
     * @return CPU nanoseconds it took
     */
    public long dropLater(int mapping, int firstPage, int endPage, int workerCpu) {
        cpu = workerCpu;
        context = Context.KWORKER;
        costNanos = 0;
        Mapping file = cache.mappings().get(mapping);
        for (int page = file.nextPresent(firstPage, endPage); page < endPage; ) {
            int folio = cache.rows().only(file, page);
            int behind = folios.endPage(folio);
            if (folios.hasAny(folio, FolioFlags.DROPBEHIND)) {
                dropUnlessBusy(folio);
            }
            page = file.nextPresent(behind, endPage);
        }
        return costNanos;
    }

    private void afterRead(int folio) {
        if (!folios.hasAny(folio, FolioFlags.DROPBEHIND) || (onlyWholeFolios && !isReadToItsEnd(folio))) {
            return;
        }
        dropUnlessBusy(folio);
    }

    private void dropUnlessBusy(int folio) {
        int pages = folios.pages(folio);
        if (folios.hasAny(folio, BUSY)) {
            counters.add(Counter.DROPBEHIND_SKIPPED, pages);
            cache.note(Fact.Kind.DROP_SKIPPED, folio);
            return;
        }
        costNanos += till.pay(Cost.DROP_FOLIO, folios.siblings(folio));
        costNanos += till.pay(Cost.DROP_PAGE, pages);
        costNanos += till.pay(Cost.UNMAP_PAGE, cache.mappedPages(folio));
        counters.add(Counter.DROPBEHIND_DROPPED, pages);
        cache.note(Fact.Kind.DROPPED, folio);
        folios.clear(folio, FolioFlags.DROPBEHIND);
        if (context.isAtomic()) {
            warnOfSleep(folio);
            cache.removeInInterrupt(folio, cpu);
        } else {
            cache.remove(folio, cpu);
        }
    }

    /**
     * Says what the kernel would of a drop that an interrupt does, and that it would say no more: where the interrupted
     * task holds the lock that the drop needs, the real processor stands still. This one goes on, so that the run can
     * be looked at.
     */
    private void warnOfSleep(int folio) {
        counters.add(Counter.ATOMIC_SLEEP_SPLATS, 1);
        cache.note(Fact.Kind.SLEEP_IN_ATOMIC, folio);
        if (locks != null && locks.isHeldBelow(cpu, folios.mappingOf(folio))) {
            counters.add(Counter.CPU_HANGS, 1);
            cache.note(Fact.Kind.CPU_HANGS, folio);
        }
    }

    /** Of siblings the last one may be read in part: the others are whole, and the row is cut down to them. */
    private boolean isReadToItsEnd(int folio) {
        return folios.endPage(folio) <= readTo || cache.cutDownTo(folio, readTo);
    }
}
