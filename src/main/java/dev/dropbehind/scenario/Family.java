package dev.dropbehind.scenario;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.scenario.PublishedSeries.Role;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rows of a published table, each an experiment of the same variants, made from one file and the table itself.
 *
 * @param id name in addresses; the rows' scenarios are called so, then by the row
 * @param title what it is, in a few words
 * @param question what it answers, in plain words
 * @param story what was done
 * @param source where it was published
 * @param tables the rows in the order in which they were printed
 */
public record Family(String id, String title, String question, String story, Source source, List<Table> tables) {

    /**
     * The rows of one table.
     *
     * @param title what they are, in a few words
     * @param source the message and the table in it
     * @param tolerance how near ours must be, in words
     * @param isExtra whether they are not of the table itself and were never thought of in fitting
     * @param rows the rows
     */
    public record Table(String title, String source, String tolerance, boolean isExtra, List<Row> rows) {

        /** Keeps its own copy. */
        public Table {
            rows = List.copyOf(rows);
        }
    }

    /**
     * One row.
     *
     * @param name its name within the family, for example {@code read-hole-64k}
     * @param title the same in words
     * @param key what the table has in the columns that name the row, by column, in their order
     * @param scenario the experiment
     * @param cells what was published, in the order of the table
     */
    public record Row(String name, String title, Map<String, String> key, Scenario scenario, List<Cell> cells) {

        /** Keeps its own copies. */
        public Row {
            key = Collections.unmodifiableMap(new LinkedHashMap<>(key));
            cells = List.copyOf(cells);
        }

        /** Returns what was published of a variant. */
        public Optional<Cell> cell(String variant) {
            return cells.stream().filter(cell -> cell.variant().equals(variant)).findFirst();
        }
    }

    /**
     * One published number.
     *
     * @param variant name of the variant
     * @param metric which of our values it is
     * @param value the number, in the metric's unit
     * @param role what it is to the model
     */
    public record Cell(String variant, Metric metric, double value, Role role) {}

    /** Keeps its own copy. */
    public Family {
        tables = List.copyOf(tables);
    }

    /** Returns all rows. */
    public List<Row> rows() {
        return tables.stream().flatMap(table -> table.rows().stream()).toList();
    }
}
