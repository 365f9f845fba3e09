package dev.dropbehind.scenario;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A comparison table as CSV: a column {@code second}, then {@code variant.metric} for what was simulated and
 * {@code variant.metric.published} beside it; the last row holds the averages.
 */
public final class TableCsv {

    private TableCsv() {}

    /** Returns the table as CSV that ends with a line end. */
    public static String of(ComparisonTable table) {
        StringBuilder csv = new StringBuilder("second");
        table.columns().forEach(column -> csv.append(',').append(name(column)));
        csv.append('\n');
        table.rows().forEach(row -> line(csv, Integer.toString(row.second()), row.values()));
        line(csv, "avg", table.averages());
        return csv.toString();
    }

    private static String name(ComparisonTable.Column column) {
        String suffix = column.kind() == ComparisonTable.Kind.PUBLISHED ? ".published" : "";
        return column.variant() + "." + column.metric() + suffix;
    }

    private static void line(StringBuilder csv, String head, List<@Nullable BigDecimal> values) {
        String cells = values.stream()
                .map(value -> value == null ? "" : value.toPlainString())
                .collect(Collectors.joining(","));
        csv.append(head).append(',').append(cells).append('\n');
    }
}
