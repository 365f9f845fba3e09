package dev.dropbehind.engine.measure;

import dev.dropbehind.engine.spec.Cost;
import java.util.Arrays;
import java.util.List;

/**
 * What the CPU time of one machine was spent on: for each account, the counter that its CPU time is added to, how often
 * each unit operation was paid for and how many nanoseconds that came to.
 *
 * <p>All CPU time of tasks and interrupts is in it: a context switch is the next task's. It is entered when it becomes
 * due and counted when it has passed, so an account may be ahead of its counter by what its tasks still owe; interrupts
 * never are. What passes without a processor being busy is not in it: the latency of a wake-up
 * ({@link Cost#TASK_WAKE}), the steps of taking a processor off line and back ({@link Cost#CPU_HOTPLUG}), and all that
 * is waited for.
 */
public final class Ledger {

    /** The counters that CPU time is added to. */
    public static final List<Counter> ACCOUNTS = List.of(
            Counter.APPLICATION_CPU_NANOS,
            Counter.KSWAPD_CPU_NANOS,
            Counter.DIRECT_RECLAIM_CPU_NANOS,
            Counter.FLUSHER_CPU_NANOS,
            Counter.COMPLETION_WORKER_CPU_NANOS,
            Counter.LOOP_WORKER_CPU_NANOS,
            Counter.INTERRUPT_CPU_NANOS);

    /** Of the entries of an account. */
    private static final int LENGTH = 2 * Cost.values().length;

    /** By account: where its entries begin. */
    private static final int[] FIRST = new int[Counter.values().length];

    static {
        Arrays.fill(FIRST, Integer.MIN_VALUE);
        for (int row = 0; row < ACCOUNTS.size(); row++) {
            FIRST[ACCOUNTS.get(row).ordinal()] = row * LENGTH;
        }
    }

    /** By account and cost: units, and nanoseconds behind them. */
    private final long[] entries;

    /** Where the entries of the account begin that is open. */
    private int open = FIRST[Counter.APPLICATION_CPU_NANOS.ordinal()];

    /** Starts empty, with the account of the application open. */
    public Ledger() {
        this(new long[ACCOUNTS.size() * LENGTH]);
    }

    private Ledger(long[] entries) {
        this.entries = entries;
    }

    /** Returns a ledger with the same entries, which stays as it is. */
    public Ledger copy() {
        return new Ledger(entries.clone());
    }

    /** Returns what was entered since this ledger had the entries of an earlier copy. */
    public Ledger since(Ledger earlier) {
        Ledger rest = copy();
        Arrays.setAll(rest.entries, entry -> entries[entry] - earlier.entries[entry]);
        return rest;
    }

    /**
     * Has payments entered for another account from now on, unless they name one.
     *
     * @param account one of {@link #ACCOUNTS}
     */
    public void open(Counter account) {
        open = FIRST[account.ordinal()];
    }

    /**
     * Enters a payment of the account that is open.
     *
     * @param cost what was paid for
     * @param count how many units of it, not negative
     * @param amount nanoseconds, not negative
     */
    public void add(Cost cost, long count, long amount) {
        enter(open + 2 * cost.ordinal(), count, amount);
    }

    /**
     * Enters a payment of an account.
     *
     * @param account one of {@link #ACCOUNTS}
     * @param cost what was paid for
     * @param count how many units of it, not negative
     * @param amount nanoseconds, not negative
     */
    public void add(Counter account, Cost cost, long count, long amount) {
        enter(entry(account, cost), count, amount);
    }

    private void enter(int entry, long count, long amount) {
        entries[entry] += count;
        entries[entry + 1] += amount;
    }

    /**
     * Returns how many units of a cost an account has paid for.
     *
     * @param account one of {@link #ACCOUNTS}
     */
    public long units(Counter account, Cost cost) {
        return entries[entry(account, cost)];
    }

    /**
     * Returns the nanoseconds that an account has paid for a cost.
     *
     * @param account one of {@link #ACCOUNTS}
     */
    public long nanos(Counter account, Cost cost) {
        return entries[entry(account, cost) + 1];
    }

    /**
     * Returns the nanoseconds that an account has paid in all.
     *
     * @param account one of {@link #ACCOUNTS}
     */
    public long nanos(Counter account) {
        long sum = 0;
        for (Cost cost : Cost.values()) {
            sum += nanos(account, cost);
        }
        return sum;
    }

    private static int entry(Counter account, Cost cost) {
        return FIRST[account.ordinal()] + 2 * cost.ordinal();
    }

    /** Returns whether two ledgers have the same entries. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Ledger ledger && Arrays.equals(entries, ledger.entries);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(entries);
    }
}
