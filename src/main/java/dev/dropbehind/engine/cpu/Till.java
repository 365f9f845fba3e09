package dev.dropbehind.engine.cpu;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Ledger;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;

/**
 * Where all CPU time of a machine is paid: it knows what each unit operation costs there, and enters each payment in
 * the {@link Ledger}, for the task that has its turn or the interrupt that runs. Whoever pays must let the time pass,
 * by a {@link Bill} or otherwise: the till takes the money, not the time.
 *
 * <p>Each payment is rounded down to whole nanoseconds by itself.
 */
public final class Till {

    private static final long PICOS_PER_NANO = 1000;

    private final long[] prices = new long[Cost.values().length];
    private final boolean[] isInPicos = new boolean[Cost.values().length];
    private final Ledger ledger = new Ledger();

    /** Starts with an empty ledger. */
    public Till(CostModel costs) {
        for (Cost cost : Cost.values()) {
            prices[cost.ordinal()] = costs.of(cost);
            isInPicos[cost.ordinal()] = cost.unit().startsWith("ps ");
        }
    }

    /** Returns where payments are entered. */
    public Ledger ledger() {
        return ledger;
    }

    /** Returns what a unit of work takes, in nanoseconds. */
    public long nanos(Cost cost) {
        return nanosOf(cost, 1);
    }

    /**
     * Has payments entered for another account from now on: a task has its turn, or an interrupt runs.
     *
     * @param payer one of {@link Ledger#ACCOUNTS}
     */
    public void serve(Counter payer) {
        ledger.open(payer);
    }

    /**
     * Pays for units of work.
     *
     * @param units how many, not negative
     * @return nanoseconds
     */
    public long pay(Cost cost, long units) {
        long nanos = nanosOf(cost, units);
        ledger.add(cost, units, nanos);
        return nanos;
    }

    /**
     * Pays for units of work on the account of somebody who may not be the one that runs.
     *
     * @param payer one of {@link Ledger#ACCOUNTS}
     * @param units how many, not negative
     * @return nanoseconds
     */
    public long pay(Counter payer, Cost cost, long units) {
        long nanos = nanosOf(cost, units);
        ledger.add(payer, cost, units, nanos);
        return nanos;
    }

    /**
     * Pays for units of work that take some time however few they are.
     *
     * @param units how many, not negative
     * @param leastNanos the least that is paid
     * @return nanoseconds
     */
    long payAtLeast(long leastNanos, Cost cost, long units) {
        long nanos = Math.max(leastNanos, nanosOf(cost, units));
        ledger.add(cost, units, nanos);
        return nanos;
    }

    /**
     * Pays for a part of a unit of work, or of several; a unit that is begun is counted as one.
     *
     * @param part how much of what makes a unit, not negative
     * @param whole how much of it makes a unit
     * @return nanoseconds
     */
    long payPart(Cost cost, long part, long whole) {
        long nanos = nanosOf(cost, part) / whole;
        ledger.add(cost, Math.ceilDiv(part, whole), nanos);
        return nanos;
    }

    private long nanosOf(Cost cost, long units) {
        long amount = units * prices[cost.ordinal()];
        return isInPicos[cost.ordinal()] ? amount / PICOS_PER_NANO : amount;
    }
}
