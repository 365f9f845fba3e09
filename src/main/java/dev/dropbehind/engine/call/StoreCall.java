package dev.dropbehind.engine.call;

import dev.dropbehind.engine.cache.DirtyFolios;
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
import dev.dropbehind.engine.spec.Pages;
import org.jspecify.annotations.Nullable;

/**
 * Loads from and stores to a range of a file that the task has mapped, shared (kernel-model §1.1, §7.2, §11.2, 8). No
 * system call is made: what the kernel does it does in page faults.
 *
 * <p>A page that is not in the page tables faults: it is looked up, which takes its drop-behind mark off, or read, and
 * mapped; a load maps what is cached around it along, and that look-up takes no mark off. A page that may not be stored
 * to faults at the first store: its folio gets blocks and becomes dirty as a whole up to the file's end, without the
 * file's lock, and the task is held where too much is dirty. When writeback starts the folio's pages may no longer be
 * stored to.
 */
public final class StoreCall implements Call {

    private enum Step {
        TOUCH,
        FAULT,
        MAKE_WRITABLE,
        BALANCE,
        PAUSE,
        RETURN
    }

    /** An access takes that long at least: time goes on for who only touches a byte. */
    private static final long ACCESS_NANOS = 1;

    /** The kernel's {@code fault_around_bytes} in pages. */
    private static final int AROUND_PAGES = (64 << 10) / Pages.SIZE;

    private final PageCache cache;
    private final DirtyFolios dirty;
    private final FileSystem fileSystem;
    private final TaskMemory memory;
    private final Throttled throttled;
    private final Counters counters;
    private final PageIn pageIn;
    private final OpenFile file;
    private final Task task;
    private final Bill bill;

    private Step step = Step.RETURN;
    private boolean isStore;
    private boolean isByteAPage;
    private long begin;
    private long position;
    private long end;
    private long pauseNanos;
    private @Nullable Errno error;

    /** What a task that maps files works with besides the file. */
    public record Parts(
            PageCache cache,
            DirtyFolios dirty,
            FileSystem fileSystem,
            TaskMemory memory,
            Throttled throttled,
            Counters counters) {}

    /** Serves one task, range after range. */
    public StoreCall(Parts parts, OpenFile file, Task task, Bill bill) {
        cache = parts.cache();
        dirty = parts.dirty();
        fileSystem = parts.fileSystem();
        memory = parts.memory();
        throttled = parts.throttled();
        counters = parts.counters();
        this.file = file;
        this.task = task;
        this.bill = bill;
        pageIn = new PageIn(cache, dirty, memory, fileSystem, counters, file, task, bill);
    }

    /** Begins to load a range of bytes. */
    public void beginLoad(long from, long length) {
        begin(from, length, false, false);
    }

    /** Begins to store to a range of bytes. */
    public void beginStore(long from, long length) {
        begin(from, length, true, false);
    }

    /** Begins to store to the first byte of the range, and to the first of each page that begins in it. */
    public void beginTouch(long from, long length) {
        begin(from, length, true, true);
    }

    private void begin(long from, long length, boolean stores, boolean byteAPage) {
        begin = from;
        position = from;
        end = from + length;
        isStore = stores;
        isByteAPage = byteAPage;
        error = null;
        step = Step.TOUCH;
    }

    @Override
    public Progress advance() {
        Progress progress = Progress.ON;
        while (progress == Progress.ON) {
            progress = switch (step) {
                case TOUCH -> touch();
                case FAULT -> fault();
                case MAKE_WRITABLE -> makeWritable();
                case BALANCE -> balance();
                case PAUSE -> pause();
                case RETURN -> returned();
            };
        }
        return progress;
    }

    /** Returns whether it stores. */
    public boolean isStore() {
        return isStore;
    }

    /** Returns the bytes of the range that have been used. */
    public long movedBytes() {
        return position - begin;
    }

    /** Returns why the task was stopped, or null where it was not. */
    public @Nullable Errno error() {
        return error;
    }

    /** Uses what needs no fault; faults at the next page. */
    private Progress touch() {
        if (position >= end) {
            return next(Step.RETURN);
        }
        int page = Pages.of(position);
        if (page >= mapping().filePages()) {
            return fail(Errno.EFAULT);
        }
        int behind = Math.min(Pages.holding(end), mapping().filePages());
        int stop = isStore ? mapping().nextUnwritable(page, behind) : mapping().nextUnmapped(page, behind);
        if (stop > page) {
            use(Math.min(end, Pages.bytes(stop)));
            return Progress.PAY;
        }
        bill.pay(Cost.MMAP_FAULT);
        counters.add(Counter.MMAP_FAULTS, 1);
        counters.tell(Fact.Kind.PAGE_FAULT, mapping().id(), page, 1);
        if (mapping().nextUnmapped(page, page + 1) > page) {
            return next(Step.MAKE_WRITABLE);
        }
        pageIn.begin(page, true);
        return next(Step.FAULT);
    }

    private void use(long to) {
        if (!isStore) {
            bill.payAtLeast(ACCESS_NANOS, Cost.COPY, to - position);
            cache.contents().copied(mapping(), position, Math.min(to, inode().sizeBytes()));
        } else if (isByteAPage) {
            for (long at = position; at < to; at = Pages.bytes(Pages.of(at) + 1L)) {
                bill.payAtLeast(ACCESS_NANOS, Cost.COPY_IN, 1);
                store(at, at + 1);
            }
        } else {
            bill.payAtLeast(ACCESS_NANOS, Cost.COPY_IN, to - position);
            store(position, to);
        }
        position = to;
    }

    /** What is stored behind the end of the file, in its last page, is never written. */
    private void store(long from, long to) {
        long inside = Math.min(to, inode().sizeBytes());
        if (from < inside) {
            cache.contents().written(mapping(), from, inside);
        }
    }

    private Progress fault() {
        Progress progress = pageIn.advance();
        if (progress != Progress.ON) {
            return progress;
        }
        int page = Pages.of(position);
        if (pageIn.error() != null || page >= mapping().filePages()) {
            return fail(pageIn.error() == null ? Errno.EFAULT : pageIn.error());
        }
        fileSystem.touch(inode());
        dirty.clearDropbehind(dirty.find(mapping(), page, page + 1));
        dirty.map(mapping(), page);
        if (isStore) {
            return next(Step.MAKE_WRITABLE);
        }
        int first = page / AROUND_PAGES * AROUND_PAGES;
        cache.mapAround(
                mapping(), first, Math.min(first + AROUND_PAGES, mapping().filePages()));
        return next(Step.TOUCH);
    }

    /** The kernel's {@code page_mkwrite}; a page that has gone meanwhile faults again. */
    private Progress makeWritable() {
        int page = Pages.of(position);
        if (page >= mapping().filePages() || mapping().nextUnmapped(page, page + 1) == page) {
            return next(Step.TOUCH);
        }
        int folio = dirty.find(mapping(), page, page + 1);
        if (dirty.isBusy(folio, fileSystem.needsStablePages())) {
            return await(page);
        }
        long first = (long) cache.folios().firstPage(folio) * Pages.SECTORS;
        long behind = Math.min((long) cache.folios().endPage(folio) * Pages.SECTORS, inode().endSector());
        fileSystem.payForFault(inode(), behind - first, bill);
        if (fileSystem.journalsData()) {
            fileSystem.collect(inode(), first, behind, bill);
        } else {
            bill.pay(Cost.RESERVE_EXTENT, inode().reserveBlocks(first, behind) ? 1 : 0);
        }
        int pages = cache.folios().pages(folio);
        int wereClean = dirty.markDirty(mapping(), first, behind);
        bill.pay(Cost.SET_DIRTY, wereClean);
        dirty.mapWritable(mapping(), page);
        counters.tell(Fact.Kind.MADE_WRITABLE, mapping().id(), page, 1);
        throttled.dirtied(wereClean * pages);
        use(Math.min(end, Pages.bytes(page + 1L)));
        return next(Step.BALANCE);
    }

    private Progress await(int page) {
        if (bill.isOwing()) {
            return Progress.PAY;
        }
        counters.tell(Fact.Kind.WAITS_FOR_FOLIO, mapping().id(), page, 1);
        dirty.await(mapping(), page, task);
        return Progress.PARKED;
    }

    private Progress balance() {
        pauseNanos = throttled.balance(bill);
        step = pauseNanos == 0 ? Step.TOUCH : Step.PAUSE;
        return Progress.PAY;
    }

    private Progress pause() {
        throttled.sleep(pauseNanos);
        step = Step.BALANCE;
        return Progress.PARKED;
    }

    private Progress fail(@Nullable Errno why) {
        error = why;
        return next(Step.RETURN);
    }

    private Progress returned() {
        memory.settleHigh();
        if (bill.isOwing()) {
            return Progress.PAY;
        }
        if (memory.sleepForHigh()) {
            return Progress.PARKED;
        }
        Counter calls = isStore ? Counter.WRITE_CALLS : Counter.READ_CALLS;
        counters.add(error == null ? calls : Counter.FAILED_CALLS, 1);
        counters.add(isStore ? Counter.WRITTEN_BYTES : Counter.READ_BYTES, movedBytes());
        return Progress.RETURNED;
    }

    private Progress next(Step following) {
        step = following;
        return Progress.ON;
    }

    private Inode inode() {
        return file.inode();
    }

    private Mapping mapping() {
        return file.inode().mapping();
    }
}
