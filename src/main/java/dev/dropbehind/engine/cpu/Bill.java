package dev.dropbehind.engine.cpu;

import dev.dropbehind.engine.measure.Counter;

/** CPU time that a task owes for what it has done since it last paid. */
public final class Bill {

    private long nanos;

    /**
     * Adds CPU time that counts as the task's own.
     *
     * @param amount nanoseconds, not negative
     */
    public void charge(long amount) {
        nanos += amount;
    }

    /**
     * Adds CPU time of the task that is counted elsewhere.
     *
     * @param task who pays
     * @param account where it is counted
     * @param amount nanoseconds, not negative
     */
    public void charge(Task task, Counter account, long amount) {
        nanos += amount;
        task.bookTo(account, amount);
    }

    /** Returns whether anything is owed. */
    public boolean isOwing() {
        return nanos > 0;
    }

    /** Returns what is owed, in nanoseconds, and starts again at zero. */
    public long settle() {
        long owed = nanos;
        nanos = 0;
        return owed;
    }
}
