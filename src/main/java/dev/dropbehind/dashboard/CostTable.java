package dev.dropbehind.dashboard;

import dev.dropbehind.cost.CostGroup;
import dev.dropbehind.cost.WorkloadCosts;
import dev.dropbehind.cost.WorkloadCosts.Path;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.Fit;
import dev.dropbehind.engine.spec.Profile;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Every unit cost of a machine, and how often the callers of a workload pay for it.
 *
 * @param sizes the columns: a size of calls each, with its paths
 * @param paid what is paid for
 * @param unpaid what none of them pays for
 * @param figures to what the fitted ones were fitted
 */
record CostTable(List<Size> sizes, List<Row> paid, List<Row> unpaid, List<String> figures) {

    private static final double WHOLE_FROM = 100;
    private static final int DIGITS = 3;

    /**
     * A size of calls.
     *
     * @param title the size
     * @param paths the paths through the kernel
     */
    record Size(String title, List<String> paths) {}

    /**
     * A cost.
     *
     * @param group what it is for
     * @param meaning what is paid for
     * @param value what one costs
     * @param unit in which unit
     * @param origin whether it was fitted
     * @param units how many there are a call, by path
     */
    record Row(String group, String meaning, String value, String unit, String origin, List<String> units) {

        /** Returns whether anybody pays for it. */
        boolean isPaid() {
            return units.stream().anyMatch(count -> !count.isEmpty());
        }
    }

    /** Returns the table of a workload. */
    static CostTable of(WorkloadCosts costs) {
        List<Path> paths =
                costs.sizes().stream().flatMap(size -> size.paths().stream()).toList();
        Profile profile = paths.getFirst().variant().spec().machine().profile();
        CostModel model = paths.getFirst().variant().spec().machine().costs();
        List<Row> rows = Arrays.stream(Cost.values())
                .sorted(Comparator.comparing(CostGroup::of))
                .map(cost -> row(cost, model, paths))
                .toList();
        return new CostTable(
                costs.sizes().stream()
                        .map(size -> new Size(
                                sizeOf(size.bytes()),
                                size.paths().stream()
                                        .map(path -> path.variant().title())
                                        .toList()))
                        .toList(),
                rows.stream().filter(Row::isPaid).toList(),
                rows.stream().filter(row -> !row.isPaid()).toList(),
                profile.fits().stream().map(Fit::figure).distinct().toList());
    }

    private static Row row(Cost cost, CostModel model, List<Path> paths) {
        return new Row(
                CostGroup.of(cost).id(),
                cost.meaning(),
                String.format(Locale.ROOT, "%,d", model.of(cost)),
                cost.unit(),
                model.fittedCosts().contains(cost)
                        ? String.format(Locale.ROOT, "fitted; the prior is %,d", cost.prior())
                        : "prior",
                paths.stream().map(path -> count(path.spending().units(cost))).toList());
    }

    private static String count(double units) {
        if (units == 0) {
            return "";
        }
        return units >= WHOLE_FROM
                ? String.format(Locale.ROOT, "%,.0f", units)
                : new BigDecimal(units)
                        .round(new MathContext(DIGITS))
                        .stripTrailingZeros()
                        .toPlainString();
    }

    /** Returns a size of calls in words. */
    static String sizeOf(long bytes) {
        return bytes >= 1 << 20 ? (bytes >> 20) + " MiB" : (bytes >> 10) + " KiB";
    }
}
