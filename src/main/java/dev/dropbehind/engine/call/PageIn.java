package dev.dropbehind.engine.call;

import dev.dropbehind.engine.cache.DirtyFolios;
import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.fs.FileSystem;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.memory.TaskMemory;
import org.jspecify.annotations.Nullable;

/**
 * One page that a task needs cached, up to date and unlocked: found, waited for, or read from the device. It is read
 * with a window around it as for a page fault (filemap_fault), or alone.
 */
final class PageIn {

    private enum Step {
        LOOK_UP,
        READ,
        SUBMIT
    }

    private static final int MAX_FRUITLESS_TRIES = 16;

    private final PageCache cache;
    private final DirtyFolios dirty;
    private final FolioTable folios;
    private final TaskMemory memory;
    private final FileSystem fileSystem;
    private final Counters counters;
    private final WindowRead window;
    private final OpenFile file;
    private final Task task;
    private final Bill bill;

    private Step step = Step.LOOK_UP;
    private int page;
    private boolean around;
    private boolean hasLookedUp;
    private int fruitlessTries;
    private @Nullable Errno error;

    PageIn(
            PageCache cache,
            DirtyFolios dirty,
            TaskMemory memory,
            FileSystem fileSystem,
            Counters counters,
            OpenFile file,
            Task task,
            Bill bill) {
        this.cache = cache;
        this.dirty = dirty;
        this.memory = memory;
        this.fileSystem = fileSystem;
        this.counters = counters;
        this.file = file;
        this.task = task;
        this.bill = bill;
        folios = cache.folios();
        window = new WindowRead(cache, memory, fileSystem, counters);
    }

    /**
     * Begins.
     *
     * @param wanted the page, inside the file
     * @param withAround whether what lies around it is read with it
     */
    void begin(int wanted, boolean withAround) {
        page = wanted;
        around = withAround;
        hasLookedUp = false;
        fruitlessTries = 0;
        error = null;
        step = Step.LOOK_UP;
    }

    /**
     * Walks until the task must pay or sleep; on, once the page is there, or the file no longer, or it failed. What has
     * been built is submitted in any case: nobody else would unlock it.
     */
    Progress advance() {
        while (step == Step.SUBMIT || (page < mapping().filePages() && error == null)) {
            Progress progress = switch (step) {
                case LOOK_UP -> lookUp();
                case READ -> read();
                case SUBMIT -> submit();
            };
            if (progress != Progress.ON || (step == Step.LOOK_UP && isThere())) {
                return progress;
            }
        }
        return Progress.ON;
    }

    /** Returns why the page could not be had, or null where it could. */
    @Nullable
    Errno error() {
        return error;
    }

    private boolean isThere() {
        int folio = mapping().folioAt(page);
        return folio != FolioTable.NONE
                && folios.hasAny(folio, FolioFlags.UPTODATE)
                && !folios.hasAny(folio, FolioFlags.LOCKED);
    }

    private Progress lookUp() {
        boolean isFirst = !hasLookedUp;
        hasLookedUp = true;
        int folio = mapping().folioAt(page);
        if (folio == FolioTable.NONE) {
            return next(Step.READ);
        }
        if (isFirst && around) {
            file.readahead().faultHit();
            if (folios.hasAny(folio, FolioFlags.READAHEAD)) {
                return next(Step.READ);
            }
        }
        if (dirty.isBeingCleaned(folio)) {
            // The look-up of a page fault takes the mark off without the folio's lock, for which it waits then.
            dirty.clearDropbehind(folio);
        }
        if (folios.hasAny(folio, FolioFlags.LOCKED)) {
            return await();
        }
        return folios.hasAny(folio, FolioFlags.UPTODATE) ? Progress.ON : readRest();
    }

    private Progress await() {
        if (bill.isOwing()) {
            return Progress.PAY;
        }
        counters.tell(Fact.Kind.WAITS_FOR_FOLIO, mapping().id(), page, 1);
        dirty.await(mapping(), page, task);
        return Progress.PARKED;
    }

    private Progress readRest() {
        if (!fileSystem.queue().hasRoom()) {
            return bill.isOwing() ? Progress.PAY : sleepUntilRoom();
        }
        cache.lockForRead(mapping(), page);
        fileSystem.readRest(file.inode(), page, task, bill);
        return Progress.PAY;
    }

    private Progress read() {
        if (!fileSystem.queue().hasRoom()) {
            return bill.isOwing() ? Progress.PAY : sleepUntilRoom();
        }
        if (memory.mustWait()) {
            return bill.isOwing() ? Progress.PAY : sleepUntilMemoryIsFree();
        }
        if (around && fruitlessTries == 0) {
            decideWindow();
            window.build(mapping(), file.readahead(), false, task, bill);
        } else {
            counters.tell(Fact.Kind.PAGE_READ_ALONE, mapping().id(), page, 1);
            window.buildAlone(mapping(), page, false, task, bill);
        }
        step = Step.SUBMIT;
        return Progress.PAY;
    }

    private Progress sleepUntilRoom() {
        fileSystem.queue().awaitRoom(task);
        return Progress.PARKED;
    }

    private Progress sleepUntilMemoryIsFree() {
        memory.await();
        return Progress.PARKED;
    }

    private void decideWindow() {
        Readahead readahead = file.readahead();
        int folio = mapping().folioAt(page);
        if (folio == FolioTable.NONE) {
            readahead.decideAround(mapping(), page);
        } else if (cache.takeReadaheadMarker(mapping(), page)) {
            counters.add(Counter.READAHEAD_MARKERS_MET, 1);
            readahead.decideAsync(mapping(), folios.firstPage(folio), 1 << folios.order(folio), 1);
        } else {
            readahead.decideNothing();
        }
        if (readahead.windowPages() > 0) {
            counters.tell(readahead.rule(), mapping().id(), readahead.windowFirst(), readahead.windowPages());
        }
    }

    private Progress submit() {
        window.submit(file.inode(), task, bill);
        boolean isMissing = mapping().folioAt(page) == FolioTable.NONE;
        if (!isMissing) {
            fruitlessTries = 0;
        } else if (!memory.isPutOff()) {
            fruitlessTries++;
        }
        if (fruitlessTries == MAX_FRUITLESS_TRIES) {
            memory.giveUp();
            error = Errno.ENOMEM;
        }
        return next(Step.LOOK_UP);
    }

    private Progress next(Step following) {
        step = following;
        return Progress.ON;
    }

    private Mapping mapping() {
        return file.inode().mapping();
    }
}
