package dev.dropbehind.scenario;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.scenario.PublishedSeries.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One file of published figures: a header of {@code # key: value} lines that say where the figures are from and how
 * near is near, a line of column names, and rows: one a second whose first column is the second, or one an experiment.
 */
final class PublishedTable {

    private final String name;
    private final Map<String, String> header = new LinkedHashMap<>();
    private final List<String[]> rows = new ArrayList<>();

    /**
     * Reads a table.
     *
     * @param name what to call it in messages
     * @param lines its lines
     */
    PublishedTable(String name, List<String> lines) {
        this.name = name;
        for (String line : lines) {
            if (line.startsWith("#")) {
                addHeader(line);
            } else if (!line.isBlank()) {
                rows.add(line.split(",", -1));
            }
        }
    }

    /**
     * Returns the figures as those of a variant.
     *
     * @throws IllegalArgumentException if the table does not say what it must
     */
    PublishedSeries seriesOf(String variant) {
        int column = columnOf(required("column"));
        String[] compared = required("compared").split("-", -1);
        List<Integer> seconds = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        for (String[] row : rows.subList(1, rows.size())) {
            seconds.add(Integer.valueOf(row[0]));
            values.add(Double.valueOf(row[column]));
        }
        return new PublishedSeries(
                variant,
                metric(required("metric")),
                required("unit"),
                source(),
                Role.valueOf(required("role").toUpperCase(Locale.ROOT)),
                tolerance(),
                Integer.parseInt(compared[0]),
                Integer.parseInt(compared[1]),
                header.getOrDefault("note", ""),
                seconds,
                values);
    }

    /** Returns the message and the table in it. */
    String source() {
        return required("message") + ": " + required("table");
    }

    /** Returns how near is near, in words. */
    String tolerance() {
        return required("tolerance");
    }

    /**
     * Returns the rows, each as its values by column.
     *
     * @throws IllegalArgumentException if a row has not as many values as there are columns
     */
    List<Map<String, String>> records() {
        List<Map<String, String>> records = new ArrayList<>();
        for (String[] row : rows.subList(Math.min(1, rows.size()), rows.size())) {
            if (row.length != rows.getFirst().length) {
                throw new IllegalArgumentException(name + ": a row needs a value in each column: " + List.of(row));
            }
            Map<String, String> named = new LinkedHashMap<>();
            for (int i = 0; i < row.length; i++) {
                named.put(rows.getFirst()[i], row[i]);
            }
            records.add(named);
        }
        return records;
    }

    private void addHeader(String line) {
        int colon = line.indexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException(name + ": a header line needs a key and a colon: " + line);
        }
        header.put(line.substring(1, colon).strip(), line.substring(colon + 1).strip());
    }

    private String required(String key) {
        return Optional.ofNullable(header.get(key))
                .orElseThrow(() -> new IllegalArgumentException(name + ": the header has no " + key));
    }

    private int columnOf(String wanted) {
        int column = rows.isEmpty() ? -1 : List.of(rows.getFirst()).indexOf(wanted);
        if (column < 0) {
            throw new IllegalArgumentException(name + ": there is no column " + wanted);
        }
        return column;
    }

    private Metric metric(String id) {
        return MetricNames.find(id).orElseThrow(() -> new IllegalArgumentException(name + ": no metric " + id));
    }
}
