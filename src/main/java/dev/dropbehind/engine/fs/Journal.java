package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.cache.MappingOperations.Step;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.WaitQueue;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import java.util.List;

/**
 * What makes changes of sizes and blocks durable: the log of XFS, the journal of ext4, and what stands for it elsewhere
 * (kernel-model §3.8). One commit runs at a time; it takes all changes there are when it begins, so who comes while one
 * runs waits for it, and for the next if its own change came too late.
 */
public final class Journal {

    private static final int RING_SECTORS = (64 << 20) / 512;

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
    private final WaitQueue waiters = new WaitQueue();
    private long firstSector;
    private int ringSector;
    private long commits;
    private boolean isRunning;

    Journal(Format format, WaitedBio bio, Cpus cpus, Counters counters, List<Inode> inodes) {
        this.format = format;
        this.bio = bio;
        this.cpus = cpus;
        this.counters = counters;
        this.inodes = inodes;
    }

    /** Says where on the device it lies. */
    void layAt(long sector) {
        firstSector = sector;
    }

    /** Returns whether a commit has begun and not ended. */
    boolean isRunning() {
        return isRunning;
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
            FLUSH_DATA,
            RECORD,
            FLUSH_RECORD,
            SEAL,
            FLUSH_SEAL,
            END
        }

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
            boolean tooLate = isRunning && inode.owesJournal(dataOnly);
            boolean nothing = !isRunning && !inode.owesJournal(dataOnly);
            awaited = commits + (nothing ? 0 : tooLate ? 2 : 1);
            phase = Phase.BEGIN;
            isLeader = false;
        }

        /** Walks on until the task must pay or sleep, or the changes are durable. */
        public Step advance(Task task, Bill bill) {
            while (!isLeader) {
                if (commits >= awaited) {
                    return Step.DONE;
                }
                if (isRunning) {
                    return bill.isOwing() ? Step.PAY : park(task);
                }
                lead(bill);
            }
            return commit(task, bill);
        }

        private Step park(Task task) {
            waiters.add(task);
            return Step.PARKED;
        }

        private void lead(Bill bill) {
            isLeader = true;
            isRunning = true;
            isSubmitted = false;
            phase = Phase.FLUSH_DATA;
            inodes.forEach(Inode::journalCommitted);
            bill.pay(Cost.JOURNAL_COMMIT);
            counters.add(Counter.JOURNAL_COMMITS, 1);
            counters.tell(Fact.Kind.JOURNAL_COMMIT, Fact.NO_FILE, 0, 0);
        }

        private Step commit(Task task, Bill bill) {
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
            isLeader = false;
            isRunning = false;
            commits++;
            waiters.wakeAll(cpus);
            return Step.DONE;
        }

        private void submit(Task task, Bill bill) {
            switch (phase) {
                case RECORD -> write(format.recordSectors(), task, bill);
                case SEAL -> write(format.sealSectors(), task, bill);
                default -> bio.submit(Op.FLUSH, 0, 0, task, bill);
            }
        }

        private void write(int sectors, Task task, Bill bill) {
            bio.submit(Op.WRITE, next(sectors), sectors, task, bill);
        }

        private Phase following() {
            return switch (phase) {
                case FLUSH_DATA -> Phase.RECORD;
                case RECORD -> Phase.FLUSH_RECORD;
                case FLUSH_RECORD -> format.sealSectors() > 0 ? Phase.SEAL : Phase.END;
                case SEAL -> Phase.FLUSH_SEAL;
                default -> Phase.END;
            };
        }
    }
}
