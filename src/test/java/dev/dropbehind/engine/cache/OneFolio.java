package dev.dropbehind.engine.cache;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.testing.Bench;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A folio, and tasks that take the steps of the page cache's own verbs on it, one at a time, in any order that its lock
 * allows (kernel-model §1.4, §7.2, §7.3).
 */
final class OneFolio {

    private static final int CPU = 0;

    private final Bench bench = Bench.withPages(64, 0, 1);
    private final Dropbehind dropbehind = new Dropbehind(
            bench.cache(), bench.machine().counters(), bench.machine().till(), false, null);
    private final DirtyFolios dirty;
    private final FolioTable folios = bench.cache().folios();
    private final Mapping file = bench.file();
    private final Map<Actor, Integer> taken = new EnumMap<>(Actor.class);
    private final Map<Actor, Runnable> secondHalves = new EnumMap<>(Actor.class);
    private Actor running = Actor.STORE;
    private @Nullable FolioBatch batch;

    /** Who takes steps, and how many there are. */
    enum Actor {
        /** A store to a mapped page: sets the flag without the lock; accounts. */
        STORE(2),
        /** An uncached write: takes the lock and marks; sets the flag; accounts and unlocks. */
        UNCACHED_WRITE(3),
        /** The look-up of a page fault, which takes the mark off without the lock. */
        LOOKUP(1),
        /** Writeback: takes the lock and clears the flag; uncounts and unlocks; ends, and drops. */
        FLUSHER(3),
        /** A read: looks up; drops what is marked. */
        READER(2);

        private final int steps;

        Actor(int steps) {
            this.steps = steps;
        }
    }

    /**
     * Brings it into the cache, clean.
     *
     * @param rules how it is counted
     * @param isMarked whether it leaves the cache once read
     */
    OneFolio(DontcacheCount.Rules rules, boolean isMarked) {
        dirty = new DirtyFolios(
                bench.cache(),
                dropbehind,
                bench.machine().counters(),
                rules,
                (_, half) -> secondHalves.put(running, half));
        dirty.writtenBy(new NoFileSystem());
        bench.readIn(0, 1, isMarked);
    }

    /** Returns whether an actor has a step left and may take it now. */
    boolean canStep(Actor actor) {
        int step = taken(actor);
        if (step == actor.steps) {
            return false;
        }
        return step > 0
                || switch (actor) {
                    case UNCACHED_WRITE -> !has(FolioFlags.LOCKED);
                    // What cleans a folio has write-protected it: no store is under way.
                    case STORE -> !isCached() || !dirty.isBeingCleaned(file.folioAt(0));
                    case LOOKUP, READER -> true;
                    // It looks for the tag, and waits for the lock.
                    case FLUSHER -> has(FolioFlags.DIRTY_TAG) && !has(FolioFlags.LOCKED | FolioFlags.WRITEBACK);
                };
    }

    /** Lets an actor take its next step. */
    void step(Actor actor) {
        running = actor;
        int step = taken(actor);
        taken.put(actor, step + 1);
        switch (actor) {
            case UNCACHED_WRITE -> write(step);
            case STORE -> store(step);
            case LOOKUP -> lookUp();
            case FLUSHER -> flush(step);
            case READER -> read(step);
        }
    }

    /** Ends what has been begun and writes back what is dirty. */
    void sync() {
        for (Actor actor : Actor.values()) {
            while (taken(actor) > 0 && taken(actor) < actor.steps) {
                step(actor);
            }
        }
        if (has(FolioFlags.DIRTY)) {
            taken.put(Actor.FLUSHER, 0);
            while (canStep(Actor.FLUSHER)) {
                step(Actor.FLUSHER);
            }
        }
    }

    /** Returns the pages counted as dirty and to be dropped. */
    long counted() {
        return bench.count(Counter.WB_DONTCACHE_DIRTY);
    }

    /** Returns the pages that are accounted as dirty and marked: what should be counted. */
    long toBeCounted() {
        return has(FolioFlags.DIRTY_TAG) && has(FolioFlags.DROPBEHIND) ? 1 : 0;
    }

    /** Returns whether it is accounted as dirty. */
    boolean isAccounted() {
        return has(FolioFlags.DIRTY_TAG);
    }

    /** Returns whether a verb is half done. */
    boolean isHalfDone() {
        return dirty.isHalfDone();
    }

    /** Returns whether flag and tag agree where nothing is half done, and the machine's counts agree with the tag. */
    boolean isConsistent() {
        boolean tagAgrees = dirty.isHalfDone() || has(FolioFlags.DIRTY) == has(FolioFlags.DIRTY_TAG);
        long accounted = has(FolioFlags.DIRTY_TAG) ? 1 : 0;
        return tagAgrees
                && bench.count(Counter.NR_FILE_DIRTY) == accounted
                && bench.count(Counter.WB_RECLAIMABLE) == accounted
                && bench.count(Counter.NR_WRITEBACK) == (has(FolioFlags.WRITEBACK) ? 1 : 0);
    }

    /** Returns all that decides what can come: two moments that have the same have the same future. */
    String state() {
        String folio = isCached() ? folios.view(file.folioAt(0)).toString() : "gone";
        boolean isTagged = has(FolioFlags.DIRTY_TAG);
        return folio
                + isTagged
                + has(FolioFlags.COUNTED)
                + counted()
                + taken
                + secondHalves.keySet()
                + isHalfDone()
                + (batch == null || batch.length() == 0);
    }

    private int taken(Actor actor) {
        return taken.getOrDefault(actor, 0);
    }

    private boolean isCached() {
        return file.folioAt(0) != FolioTable.NONE;
    }

    private boolean has(int flags) {
        return isCached() && folios.hasAny(file.folioAt(0), flags);
    }

    private void write(int step) {
        switch (step) {
            case 0 -> {
                if (isCached()) {
                    dirty.lock(file, 0);
                    dirty.markDropbehind(file.folioAt(0));
                } else {
                    bench.memory().take(1, 0, true);
                    bench.cache().insertForWrite(file, 0, 1, 0, true, CPU);
                    dirty.lock(file, 0);
                    dirty.markValid(file, 0, Pages.SECTORS);
                }
            }
            case 1 -> dirty.markDirty(file, 0, Pages.SECTORS);
            default -> {
                endVerb();
                dirty.unlock(file, 0);
            }
        }
    }

    private void store(int step) {
        if (step == 1) {
            endVerb();
            return;
        }
        if (!isCached()) {
            bench.readIn(0, 1, false);
        }
        dirty.markDirty(file, 0, Pages.SECTORS);
    }

    private void lookUp() {
        if (isCached()) {
            dirty.clearDropbehind(file.folioAt(0));
        }
    }

    private void flush(int step) {
        switch (step) {
            case 0 -> {
                dirty.startWriteback(file, file.folioAt(0), CPU);
                dirty.takeDirtySectors(file, file.folioAt(0), Pages.SECTORS);
            }
            case 1 -> endVerb();
            default -> dirty.endWriteback(file, 0, Pages.SECTORS, CPU, Context.KWORKER);
        }
    }

    private void read(int step) {
        if (step == 0) {
            batch = bench.lookUp(0, 1);
        } else if (batch != null && batch.length() > 0) {
            dropbehind.afterRead(batch, Pages.SIZE, CPU, Context.TASK);
            bench.release(batch);
            batch = null;
        }
    }

    private void endVerb() {
        Runnable half = secondHalves.remove(running);
        if (half != null) {
            half.run();
        }
    }

    /** Hears what it is told; the flusher of this folio writes by itself. */
    private static final class NoFileSystem implements MappingOperations {

        @Override
        public void becameDirty(Mapping mapping) {}

        @Override
        public void writebackEnded(Mapping mapping, int pages) {}

        @Override
        public Step writePages(Mapping mapping, WritebackControl control, Task task, Bill bill) {
            bill.pay(Cost.SYSCALL);
            return Step.DONE;
        }
    }
}
