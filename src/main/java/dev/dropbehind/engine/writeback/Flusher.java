package dev.dropbehind.engine.writeback;

import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.MappingOperations;
import dev.dropbehind.engine.cache.WritebackControl;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.time.Jiffies;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The worker that writes what is dirty (kernel-model §4.7). Once woken it looks for work in this order: requests, all
 * there is, as much as is dirty and marked drop-behind, what has been dirty for long, and what is above the background
 * threshold. Then it sleeps; where files are still dirty it looks again when old data may be due.
 *
 * <p>A piece of work goes through the dirty files, oldest first, a chunk of each. A file with more to write goes behind
 * those that have not had their turn. What could not be written now waits as if it had just become dirty.
 */
public final class Flusher implements TaskBody {

    private static final int LEAST_CHUNK_PAGES = 1024;
    private static final int CHUNKS_PER_SECOND = 2;
    private static final int CHUNKS_TO_LIMIT = 8;
    private static final int LOOKS_PER_SECOND = 10;

    private enum Step {
        ASLEEP,
        LOOKING,
        ROUND,
        FILE,
        WRITING
    }

    private enum Look {
        SYNC,
        ALL,
        DONTCACHE,
        OLD,
        BACKGROUND,
        DONE
    }

    private final BdiWriteback writeback;
    private final DirtyLimits limits;
    private final DirtyInodes inodes;
    private final Cpus cpus;
    private final Jiffies jiffies;
    private final Counters counters;
    private final Function<Mapping, MappingOperations> operations;
    private final Predicate<Mapping> hasDirty;
    private final Task task;
    private final Bill bill;
    private final Pass pass = new Pass();
    private final WritebackControl control = new WritebackControl();

    private Step step = Step.ASLEEP;
    private Look look = Look.SYNC;
    private long lookedForOldAt;
    private long roundBeganAt;
    private long progress;

    /**
     * Makes the worker; it sleeps until there is something to do.
     *
     * @param writeback what it works for
     * @param limits how much may be dirty
     * @param cpus the machine's processors
     * @param jiffies the machine's ticks
     * @param counters where its time is counted
     * @param bill who pays for what it does; nobody else settles it
     * @param operations how a file is written
     * @param hasDirty whether a file has a dirty folio
     */
    public Flusher(
            BdiWriteback writeback,
            DirtyLimits limits,
            Cpus cpus,
            Jiffies jiffies,
            Counters counters,
            Bill bill,
            Function<Mapping, MappingOperations> operations,
            Predicate<Mapping> hasDirty) {
        this.writeback = writeback;
        this.limits = limits;
        this.cpus = cpus;
        this.jiffies = jiffies;
        this.counters = counters;
        this.bill = bill;
        this.operations = operations;
        this.hasDirty = hasDirty;
        inodes = writeback.inodes();
        task = Task.worker("kworker/u-writeback", Counter.FLUSHER_CPU_NANOS, this);
        writeback.serveBy(task);
    }

    @Override
    public long turn() {
        return switch (step) {
            case ASLEEP -> begin();
            case LOOKING -> lookForWork();
            case ROUND -> beginRound();
            case FILE -> nextFile();
            case WRITING -> write();
        };
    }

    private long begin() {
        if (!writeback.begin()) {
            return ASLEEP;
        }
        look = Look.SYNC;
        step = Step.LOOKING;
        bill.pay(Cost.WORK_ITEM);
        return bill.settle();
    }

    private long lookForWork() {
        switch (look) {
            case SYNC -> lookForSync();
            case ALL -> lookForAll();
            case DONTCACHE -> lookForDontcache();
            case OLD -> lookForOld();
            case BACKGROUND -> lookAtBackground();
            case DONE -> {
                return endOrLookAgain();
            }
        }
        return 0;
    }

    private void lookForSync() {
        SyncWork work = writeback.takeSync();
        if (work == null) {
            look = Look.ALL;
            return;
        }
        pass.begin(work, jiffies.now());
        beginPass();
    }

    private void lookForAll() {
        look = Look.DONTCACHE;
        WritebackReason reason = writeback.startAllReason();
        if (reason != null) {
            begin(reason, dirtyPages(), jiffies.now());
        }
    }

    private void lookForDontcache() {
        look = Look.OLD;
        if (writeback.takeStartDontcache()) {
            begin(WritebackReason.DONTCACHE, Math.max(0, counters.get(Counter.WB_DONTCACHE_DIRTY)), jiffies.now());
        }
    }

    private void lookForOld() {
        look = Look.BACKGROUND;
        long interval = jiffies.ofCentisecs(limits.vm().dirtyWritebackCentisecs());
        if (interval == 0 || jiffies.now() < lookedForOldAt + interval) {
            return;
        }
        lookedForOldAt = jiffies.now();
        pass.beginOld(dirtyPages(), oldBy());
        beginPass();
    }

    private void lookAtBackground() {
        look = Look.DONE;
        if (writeback.isOverBackground()) {
            begin(WritebackReason.BACKGROUND, Long.MAX_VALUE, jiffies.now());
        }
    }

    private long endOrLookAgain() {
        if (writeback.hasSync()) {
            look = Look.SYNC;
            return 0;
        }
        writeback.end();
        step = Step.ASLEEP;
        if (writeback.hasDirtyInodes()) {
            writeback.wakeLater();
        }
        return 0;
    }

    private void begin(WritebackReason reason, long pages, long dirtiedBy) {
        pass.begin(reason, pages, dirtiedBy);
        beginPass();
    }

    private void beginPass() {
        step = Step.ROUND;
        if (pass.pagesLeft() > 0) {
            counters.tell(pass.reason().fact(), Fact.NO_FILE, 0, counters.get(Counter.WB_RECLAIMABLE));
        }
    }

    private long beginRound() {
        if (isEnough()) {
            return endPass();
        }
        if (!inodes.hasIo()) {
            refill();
        }
        progress = 0;
        roundBeganAt = jiffies.now();
        step = Step.FILE;
        return 0;
    }

    private boolean isEnough() {
        return pass.pagesLeft() <= 0
                || (pass.yields() && writeback.hasSync())
                || (pass.isBackground() && !writeback.isOverBackground());
    }

    private void refill() {
        if (pass.isBackground()) {
            pass.includeUntil(jiffies.now());
        } else if (pass.isOnlyOld()) {
            pass.includeUntil(oldBy());
        }
        inodes.refill(pass.dirtiedBy());
        pass.refilled();
    }

    private long nextFile() {
        if (!inodes.hasIo()) {
            return endRound();
        }
        Mapping mapping = inodes.current();
        if (pass.isSyncAll()) {
            control.beginSyncAll(0, mapping.endOfLastBlock());
        } else {
            control.beginCyclic(mapping.writebackIndex(), mapping.endOfLastBlock(), chunkPages());
        }
        writeback.submissionBegins();
        step = Step.WRITING;
        return 0;
    }

    /** Half a second's worth, an eighth of the limit or what is left of the work, rounded up to 4 MiB. */
    private long chunkPages() {
        long limit = limits.machine().smoothedLimit() / CHUNKS_TO_LIMIT;
        long pages = Math.min(Math.min(writeback.writeBandwidth() / CHUNKS_PER_SECOND, limit), pass.pagesLeft());
        return (pages + LEAST_CHUNK_PAGES) / LEAST_CHUNK_PAGES * LEAST_CHUNK_PAGES;
    }

    private long write() {
        Mapping mapping = inodes.current();
        return switch (operations.apply(mapping).writePages(mapping, control, task, bill)) {
            case PAY -> bill.settle();
            case PARKED -> ASLEEP;
            case DONE -> {
                endFile(mapping);
                yield bill.settle();
            }
        };
    }

    private void endFile(Mapping mapping) {
        writeback.submissionEnds();
        if (!pass.isSyncAll()) {
            mapping.continueWritebackAt(control.cursor() < mapping.endOfLastBlock() ? control.cursor() : 0);
        }
        pass.count(control.writtenPages());
        progress += control.writtenPages();
        requeue(mapping);
        boolean lookUp = jiffies.now() > roundBeganAt + jiffies.perSecond() / LOOKS_PER_SECOND;
        step = progress > 0 && (lookUp || pass.pagesLeft() <= 0) ? Step.ROUND : Step.FILE;
    }

    private void requeue(Mapping mapping) {
        if (!hasDirty.test(mapping)) {
            inodes.currentIsClean();
            progress++;
            return;
        }
        if (pass.isSyncAll()) {
            inodes.currentIsDirtySince(jiffies.now());
        }
        if (control.pagesLeft() <= 0 && inodes.dirtiedWhen(mapping) <= pass.dirtiedBy()) {
            inodes.currentHasMore();
        } else {
            inodes.currentWaits(jiffies.now());
        }
    }

    /** Goes on while anything is written, and looks at all there is before it gives up. */
    private long endRound() {
        if (progress > 0 || !pass.isRefilled()) {
            step = Step.ROUND;
            return 0;
        }
        return endPass();
    }

    private long endPass() {
        SyncWork work = pass.work();
        if (work != null) {
            work.finish(cpus);
        } else if (look == Look.DONTCACHE) {
            writeback.allWritten();
        }
        step = Step.LOOKING;
        return 0;
    }

    /** Returns the tick by which data must have been dirty to be old now. */
    private long oldBy() {
        return jiffies.now() - jiffies.ofCentisecs(limits.vm().dirtyExpireCentisecs());
    }

    /** Returns more than there is to write, so that no file is left out. */
    private long dirtyPages() {
        return counters.get(Counter.NR_FILE_DIRTY) + inodes.size();
    }
}
