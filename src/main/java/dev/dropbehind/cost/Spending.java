package dev.dropbehind.cost;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Ledger;
import dev.dropbehind.engine.spec.Cost;
import java.util.Arrays;
import java.util.List;

/**
 * What calls took: the time that passed for their callers and what CPU time was paid for meanwhile, by the callers and
 * by others.
 *
 * @param calls reads and writes that returned, at least one; a sync after a write belongs to the write
 * @param callerNanos simulated time that passed, counted for each task that calls
 * @param ledger what was paid for
 */
public record Spending(long calls, long callerNanos, Ledger ledger) {

    /** The accounts of tasks within a call: their own, and that of the reclaim which they do for themselves. */
    private static final List<Counter> CALLERS =
            List.of(Counter.APPLICATION_CPU_NANOS, Counter.DIRECT_RECLAIM_CPU_NANOS);

    private static final double AHEAD = 0.001;
    private static final double NANOS_PER_MICRO = 1000;

    /** Checks that there are calls. */
    public Spending {
        if (calls <= 0) {
            throw new IllegalArgumentException("no call has returned");
        }
    }

    /** Returns the mean time of a call in microseconds. */
    public double micros() {
        return callerNanos / NANOS_PER_MICRO / calls;
    }

    /** Returns the CPU time of the caller that went into a group, microseconds a call. */
    public double micros(CostGroup group) {
        return Arrays.stream(Cost.values())
                .filter(cost -> CostGroup.of(cost) == group)
                .mapToDouble(this::micros)
                .sum();
    }

    /** Returns the CPU time of the caller that a unit cost took, microseconds a call. */
    public double micros(Cost cost) {
        long nanos = CALLERS.stream()
                .mapToLong(account -> ledger.nanos(account, cost))
                .sum();
        return nanos / NANOS_PER_MICRO / calls;
    }

    /** Returns how many units of a cost the caller paid for, a call. */
    public double units(Cost cost) {
        long units = CALLERS.stream()
                .mapToLong(account -> ledger.units(account, cost))
                .sum();
        return (double) units / calls;
    }

    /**
     * Returns the time in which the caller waited, for a device or for others, microseconds a call. Payments are
     * entered a little before their time passes, so what is less than a thousandth of a call is no wait.
     */
    public double waitMicros() {
        double cpu = Arrays.stream(CostGroup.values()).mapToDouble(this::micros).sum();
        double rest = micros() - cpu;
        return rest < micros() * AHEAD ? 0 : rest;
    }

    /** Returns the CPU time of an account, microseconds a call. */
    public double micros(Counter account) {
        return ledger.nanos(account) / NANOS_PER_MICRO / calls;
    }

    /** Returns the accounts of those who work beside the callers. */
    public static List<Counter> others() {
        return Ledger.ACCOUNTS.stream()
                .filter(account -> !CALLERS.contains(account))
                .toList();
    }

    /** Returns how many folios a call touches: those that a write makes dirty and a read marks accessed. */
    public double folios() {
        return units(Cost.SET_DIRTY) + units(Cost.MARK_ACCESSED);
    }
}
