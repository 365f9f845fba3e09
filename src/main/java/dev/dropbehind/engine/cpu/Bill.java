package dev.dropbehind.engine.cpu;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Cost;

/** CPU time that a task owes for what it has done since it last paid. */
public final class Bill {

    private final Till till;
    private long nanos;

    /** Starts with nothing owed; what is paid by it goes through the machine's till. */
    public Bill(Till till) {
        this.till = till;
    }

    /** Pays for a unit of work. */
    public void pay(Cost cost) {
        nanos += till.pay(cost, 1);
    }

    /**
     * Pays for units of work.
     *
     * @param units how many, not negative
     */
    public void pay(Cost cost, long units) {
        nanos += till.pay(cost, units);
    }

    /**
     * Pays for units of work that take some time however few they are.
     *
     * @param leastNanos the least that is paid
     * @param units how many, not negative
     */
    public void payAtLeast(long leastNanos, Cost cost, long units) {
        nanos += till.payAtLeast(leastNanos, cost, units);
    }

    /**
     * Pays for a part of a unit of work, or of several; a unit that is begun is counted as one.
     *
     * @param part how much of what makes a unit, not negative
     * @param whole how much of it makes a unit
     */
    public void payPart(Cost cost, long part, long whole) {
        nanos += till.payPart(cost, part, whole);
    }

    /**
     * Adds CPU time that counts as the task's own and was paid for by whoever found out how much it is.
     *
     * @param amount nanoseconds, not negative
     */
    public void charge(long amount) {
        nanos += amount;
    }

    /**
     * Adds CPU time of the task that is counted elsewhere, and was paid for there.
     *
     * @param task who pays
     * @param account where it is counted
     * @param amount nanoseconds, not negative
     */
    public void charge(Task task, Counter account, long amount) {
        nanos += amount;
        task.bookTo(account, amount);
    }

    /** Returns what is owed so far, in nanoseconds. */
    public long owedNanos() {
        return nanos;
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
