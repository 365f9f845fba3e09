package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.cache.DirtyFolios;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.MappingOperations;
import dev.dropbehind.engine.cache.MappingOperations.Step;
import dev.dropbehind.engine.cache.WritebackControl;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.WaitQueue;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What makes changes of sizes and blocks durable: the log of XFS, the journal of ext4, and what stands for it elsewhere
 * (kernel-model §3.8). One commit runs at a time; it takes all changes there are when it begins, so who comes while one
 * runs waits for it, and for the next if its own change came too late.
 */
public final class Journal {

    private static final int RING_SECTORS = (64 << 20) / 512;

    /** The most data that a commit writes by one bio. */
    private static final int DATA_SECTORS = RING_SECTORS / 8;

    private static final int CROWDED_PART = 4;

    /**
     * What a commit writes, in this order.
     *
     * @param recordSectors sectors of the record, at least 1
     * @param sealSectors sectors that are written once the record is durable; 0 where the record seals itself
     */
    public record Format(int recordSectors, int sealSectors) {}

    private final Format format;
    private final WaitedBio bio;
    private final Cpus cpus;
    private final Counters counters;
    private final List<Inode> inodes;
    private final MappingOperations operations;
    private final DirtyFolios dirty;
    private final ArrayDeque<Ordered> ordered = new ArrayDeque<>();
    private final WaitQueue waiters = new WaitQueue();
    private long firstSector;
    private int ringSector;
    private long commits;
    private long collectedSectors;
    private long dataSectors;
    private boolean isRunning;
    private @Nullable JournalThread thread;

    /** Pages whose data has to be on the device before the commit that runs is written. */
    private record Ordered(Mapping mapping, int first, int end) {}

    Journal(
            Format format,
            WaitedBio bio,
            Cpus cpus,
            Counters counters,
            List<Inode> inodes,
            MappingOperations operations,
            DirtyFolios dirty) {
        this.operations = operations;
        this.dirty = dirty;
        this.format = format;
        this.bio = bio;
        this.cpus = cpus;
        this.counters = counters;
        this.inodes = inodes;
    }

    /** Leaves all commits to a thread: who waits for one wakes it. Without it, who comes first commits for all. */
    void committedBy(JournalThread committer) {
        thread = committer;
    }

    /** Says where on the device it lies. */
    void layAt(long sector) {
        firstSector = sector;
    }

    /** Takes note that the next commit has more data to write. */
    void collected(long sectors) {
        collectedSectors += sectors;
    }

    /** Returns whether the next commit would take a quarter of the journal. */
    boolean isCrowded() {
        return collectedSectors > RING_SECTORS / CROWDED_PART;
    }

    /** Returns whether any change waits for a commit that has not begun. */
    boolean isOwed() {
        return inodes.stream().anyMatch(inode -> inode.journal().owesCommit(false));
    }

    private long next(int sectors) {
        if (ringSector + sectors > RING_SECTORS) {
            ringSector = 0;
        }
        long sector = firstSector + ringSector;
        ringSector += sectors;
        return sector;
    }

    /** A task's wait for its changes to be durable. */
    public final class Commit {

        private enum Phase {
            BEGIN,
            WRITE_DATA,
            AWAIT_DATA,
            FLUSH_DATA,
            JOURNAL_DATA,
            RECORD,
            FLUSH_RECORD,
            SEAL,
            FLUSH_SEAL,
            END
        }

        private final WritebackControl control = new WritebackControl();
        private Phase phase = Phase.BEGIN;
        private boolean isLeader;
        private boolean isSubmitted;
        private long awaited;

        Commit() {}

        /**
         * Begins, for the changes of a file up to now.
         *
         * @param dataOnly whether the time of its modification does not matter
         */
        public void begin(Inode inode, boolean dataOnly) {
            boolean tooLate = isRunning && inode.journal().owesCommit(dataOnly);
            boolean nothing = !inode.journal().isUncommitted(dataOnly);
            begin(nothing ? 0 : tooLate ? 2 : 1);
        }

        /** Begins, for the changes of all files up to now. */
        void beginAll() {
            begin(isRunning ? 2 : 1);
        }

        private void begin(int more) {
            awaited = commits + more;
            phase = Phase.BEGIN;
            isLeader = false;
        }

        /** Walks on until the task must pay or sleep, or the changes are durable. */
        public Step advance(Task task, Bill bill) {
            while (!isLeader) {
                if (commits >= awaited) {
                    return Step.DONE;
                }
                if (!isRunning && leads(task)) {
                    lead(bill);
                } else if (bill.isOwing()) {
                    return Step.PAY;
                } else {
                    return park(task);
                }
            }
            return commit(task, bill);
        }

        private boolean leads(Task task) {
            return thread == null || thread.is(task);
        }

        private Step park(Task task) {
            waiters.add(task);
            if (thread != null && (!isRunning || awaited > commits + 1)) {
                thread.commit();
            }
            return Step.PARKED;
        }

        private void lead(Bill bill) {
            isLeader = true;
            isRunning = true;
            isSubmitted = false;
            takeChanges();
            beginOrdered();
            bill.pay(Cost.JOURNAL_COMMIT);
            counters.add(Counter.JOURNAL_COMMITS, 1);
            counters.tell(Fact.Kind.JOURNAL_COMMIT, Fact.NO_FILE, 0, 0);
        }

        /** A file is in the list once for each number of a mapping up to its own. */
        private void takeChanges() {
            dataSectors = 0;
            collectedSectors = 0;
            for (int number = 0; number < inodes.size(); number++) {
                Inode inode = inodes.get(number);
                if (inode.mapping().id() != number) {
                    continue;
                }
                JournalledInode changes = inode.journal();
                dataSectors += changes.beginCommit();
                if (changes.isOrdered()) {
                    ordered.add(new Ordered(inode.mapping(), changes.orderedFirst(), changes.orderedEnd()));
                    changes.orderNothing();
                }
            }
        }

        private void beginOrdered() {
            Ordered next = ordered.peek();
            phase = next == null ? Phase.FLUSH_DATA : Phase.WRITE_DATA;
            if (next != null) {
                control.beginSyncAll(
                        next.first(), Math.min(next.end(), next.mapping().endOfCache()));
            }
        }

        /** Writes and awaits data that has to be on the device first (jbd2_journal_submit_data_buffers). */
        private Step writeData(Task task, Bill bill) {
            while (phase == Phase.WRITE_DATA || phase == Phase.AWAIT_DATA) {
                Ordered next = ordered.element();
                if (phase == Phase.WRITE_DATA) {
                    Step step = operations.writePages(next.mapping(), control, task, bill);
                    if (step != Step.DONE) {
                        return step;
                    }
                    phase = Phase.AWAIT_DATA;
                }
                int end = Math.max(
                        next.first(), Math.min(next.end(), next.mapping().endOfCache()));
                int page = next.mapping().nextUnderWriteback(next.first(), end);
                if (page < end) {
                    return bill.isOwing() ? Step.PAY : awaitData(next.mapping(), page, task);
                }
                ordered.remove();
                beginOrdered();
            }
            return Step.DONE;
        }

        private Step awaitData(Mapping mapping, int page, Task task) {
            counters.tell(Fact.Kind.WAITS_FOR_WRITEBACK, mapping.id(), page, 1);
            counters.add(Counter.ORDERED_DATA_WAITS, 1);
            dirty.await(mapping, page, task);
            return Step.PARKED;
        }

        private Step commit(Task task, Bill bill) {
            Step ready = writeData(task, bill);
            if (ready != Step.DONE) {
                return ready;
            }
            while (phase != Phase.END) {
                if (!isSubmitted) {
                    isSubmitted = true;
                    submit(task, bill);
                }
                if (bio.isOnItsWay()) {
                    if (bill.isOwing()) {
                        return Step.PAY;
                    }
                    bio.await(task);
                    return Step.PARKED;
                }
                isSubmitted = false;
                phase = following();
            }
            if (bill.isOwing()) {
                return Step.PAY;
            }
            inodes.forEach(inode -> inode.journal().endCommit());
            isLeader = false;
            isRunning = false;
            commits++;
            waiters.wakeAll(cpus);
            return Step.DONE;
        }

        private void submit(Task task, Bill bill) {
            switch (phase) {
                case JOURNAL_DATA -> writeJournalled(task, bill);
                case RECORD -> write(format.recordSectors(), task, bill);
                case SEAL -> write(format.sealSectors(), task, bill);
                default -> bio.submit(Op.FLUSH, 0, 0, task, bill);
            }
        }

        /** Data goes in pieces before the record that seals it. */
        private void writeJournalled(Task task, Bill bill) {
            int sectors = (int) Math.min(dataSectors, DATA_SECTORS);
            dataSectors -= sectors;
            counters.add(Counter.JOURNALLED_DATA_SECTORS, sectors);
            write(sectors, task, bill);
        }

        private void write(int sectors, Task task, Bill bill) {
            bio.submit(Op.WRITE, next(sectors), sectors, task, bill);
        }

        private Phase following() {
            return switch (phase) {
                case FLUSH_DATA, JOURNAL_DATA -> dataSectors > 0 ? Phase.JOURNAL_DATA : Phase.RECORD;
                case RECORD -> Phase.FLUSH_RECORD;
                case FLUSH_RECORD -> format.sealSectors() > 0 ? Phase.SEAL : Phase.END;
                case SEAL -> Phase.FLUSH_SEAL;
                default -> Phase.END;
            };
        }
    }
}
