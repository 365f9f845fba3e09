package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.spec.Cost;

/**
 * A lock of the journal that every extent look-up of a buffered call through iomap takes, only to ask whether the
 * file's last change is committed (kernel-model §10.1, {@code ext4.noIomapDirtyCheck}). What is asked is nothing; what
 * takes time is that the lock's cache line goes from processor to processor, one at a time: once to take the lock and
 * once to leave it.
 */
final class JournalLock {

    private static final int TRANSFERS = 2;

    private final Till till;
    private long freeAtNanos;
    private int lastCpu = -1;

    JournalLock(Till till) {
        this.till = till;
    }

    /** Takes the lock and leaves it: a processor spins for it, and has it. */
    void pass(int cpu, long nowNanos, Bill bill) {
        long waitNanos = Math.max(0, freeAtNanos - nowNanos);
        if (lastCpu != cpu || waitNanos > 0) {
            lastCpu = cpu;
            freeAtNanos = nowNanos + waitNanos + TRANSFERS * till.nanos(Cost.LOCK_BOUNCE);
            bill.payAtLeast(freeAtNanos - nowNanos, Cost.LOCK_BOUNCE, TRANSFERS);
        }
    }
}
