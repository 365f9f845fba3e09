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

    private static final int COSTS = Cost.values().length;

    /** By account: where its entries begin. */
    private static final int[] FIRST = new int[Counter.values().length];

    static {
        Arrays.fill(FIRST, Integer.MIN_VALUE);
        for (int row = 0; row < ACCOUNTS.size(); row++) {
            FIRST[ACCOUNTS.get(row).ordinal()] = row * COSTS;
        }
    }

    private final long[] units;
    private final long[] nanos;

    /** Starts empty. */
    public Ledger() {
        this(new long[ACCOUNTS.size() * COSTS], new long[ACCOUNTS.size() * COSTS]);
    }

    private Ledger(long[] units, long[] nanos) {
        this.units = units;
        this.nanos = nanos;
    }

    /** Returns a ledger with the same entries, which stays as it is. */
    public Ledger copy() {
        return new Ledger(units.clone(), nanos.clone());
    }

    /** Returns what was entered since this ledger had the entries of an earlier copy. */
    public Ledger since(Ledger earlier) {
        Ledger rest = copy();
        Arrays.setAll(rest.units, entry -> units[entry] - earlier.units[entry]);
        Arrays.setAll(rest.nanos, entry -> nanos[entry] - earlier.nanos[entry]);
        return rest;
    }

    /**
     * Enters a payment.
     *
     * @param account one of {@link #ACCOUNTS}
     * @param cost what was paid for
     * @param count how many units of it, not negative
     * @param amount nanoseconds, not negative
     */
    public void add(Counter account, Cost cost, long count, long amount) {
        int entry = entry(account, cost);
        units[entry] += count;
        nanos[entry] += amount;
    }

    /**
     * Returns how many units of a cost an account has paid for.
     *
     * @param account one of {@link #ACCOUNTS}
     */
    public long units(Counter account, Cost cost) {
        return units[entry(account, cost)];
    }

    /**
     * Returns the nanoseconds that an account has paid for a cost.
     *
     * @param account one of {@link #ACCOUNTS}
     */
    public long nanos(Counter account, Cost cost) {
        return nanos[entry(account, cost)];
    }

    /**
     * Returns the nanoseconds that an account has paid in all.
     *
     * @param account one of {@link #ACCOUNTS}
     */
    public long nanos(Counter account) {
        int first = FIRST[account.ordinal()];
        return Arrays.stream(nanos, first, first + COSTS).sum();
    }

    private static int entry(Counter account, Cost cost) {
        return FIRST[account.ordinal()] + cost.ordinal();
    }

    /** Returns whether two ledgers have the same entries. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Ledger ledger
                && Arrays.equals(units, ledger.units)
                && Arrays.equals(nanos, ledger.nanos);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(units) + Arrays.hashCode(nanos);
    }
}
