package dev.dropbehind.run;

import dev.dropbehind.cost.CostGroup;
import dev.dropbehind.engine.SimulationResult;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Ledger;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.scenario.Numbers;
import dev.dropbehind.trace.KindNames;
import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the CPU time of a variant went into, as it is shown over HTTP: each payment by who made it and for what.
 *
 * @param calls reads and writes that have returned
 * @param accounts who paid: application, kswapd, directReclaim, flusher, completionWorker, loopWorker, interrupt; those
 *     that paid nothing are left out
 */
@Schema(name = "Costs")
record CostsView(long calls, List<Account> accounts) {

    private static final String CPU_TIME = "CpuNanos";
    private static final double NANOS_PER_MICRO = 1000;

    /**
     * One who paid.
     *
     * @param account its name
     * @param nanos CPU time in nanoseconds
     * @param microsPerCall CPU time in microseconds a call, or null where none has returned
     * @param costs what it was paid for
     */
    @Schema(name = "CostAccount")
    record Account(String account, long nanos, @Nullable BigDecimal microsPerCall, List<Entry> costs) {}

    /**
     * What was paid for a unit operation.
     *
     * @param cost its name in the cost model of /api/v1/profiles
     * @param group what it is for: syscall, copy, folios, fileSystem, dirty, block, reclaim
     * @param units how many there were
     * @param nanos CPU time in nanoseconds
     * @param unitsPerCall how many there were a call, or null where none has returned
     * @param microsPerCall CPU time in microseconds a call, or null where none has returned
     * @param value what one costs on this machine, in the unit
     * @param unit the unit, such as ns a folio
     * @param origin fitted, or prior
     * @param meaning what is paid for
     */
    @Schema(name = "CostEntry")
    record Entry(
            String cost,
            String group,
            long units,
            long nanos,
            @Nullable BigDecimal unitsPerCall,
            @Nullable BigDecimal microsPerCall,
            long value,
            String unit,
            String origin,
            String meaning) {}

    /** Returns the representation of what a variant has paid so far. */
    static CostsView of(RunVariant variant) {
        SimulationResult result = variant.result();
        if (result == null) {
            return new CostsView(0, List.of());
        }
        return new CostsView(
                result.syscalls(),
                Ledger.ACCOUNTS.stream()
                        .filter(account -> result.ledger().nanos(account) > 0)
                        .map(account -> account(
                                account, result, variant.spec().machine().costs()))
                        .toList());
    }

    private static Account account(Counter account, SimulationResult result, CostModel costs) {
        String name = KindNames.of(account);
        long nanos = result.ledger().nanos(account);
        return new Account(
                name.substring(0, name.length() - CPU_TIME.length()),
                nanos,
                perCall(nanos / NANOS_PER_MICRO, result.syscalls()),
                Arrays.stream(Cost.values())
                        .filter(cost -> result.ledger().units(account, cost) > 0)
                        .map(cost -> entry(account, cost, result, costs))
                        .toList());
    }

    private static Entry entry(Counter account, Cost cost, SimulationResult result, CostModel costs) {
        long units = result.ledger().units(account, cost);
        long nanos = result.ledger().nanos(account, cost);
        return new Entry(
                cost.name(),
                CostGroup.of(cost).id(),
                units,
                nanos,
                perCall((double) units, result.syscalls()),
                perCall(nanos / NANOS_PER_MICRO, result.syscalls()),
                costs.of(cost),
                cost.unit(),
                costs.fittedCosts().contains(cost) ? "fitted" : "prior",
                cost.meaning());
    }

    private static @Nullable BigDecimal perCall(double amount, long calls) {
        return calls == 0 ? null : Numbers.plain(amount / calls);
    }
}
