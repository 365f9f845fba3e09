package dev.dropbehind.validation;

import dev.dropbehind.scenario.Family;
import dev.dropbehind.scenario.Scenario;
import dev.dropbehind.specification.Fields;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes a figure of each cell of a published table. */
final class TableFigures {

    private static final int MAX_TEXT = 2000;

    private TableFigures() {}

    /**
     * Returns the figures, row by row.
     *
     * @param family the table
     * @param seconds the seconds they are of
     * @param reasons why a row differs, as far as it is known, by the row's name; others are faults
     */
    static List<Figure> of(Family family, Seconds seconds, Fields reasons) {
        Map<String, String> byRow = new TreeMap<>();
        for (Family.Row row : family.rows()) {
            reasons.text(row.name(), MAX_TEXT).ifPresent(reason -> byRow.put(row.name(), reason));
        }
        reasons.refuseOthers();
        return family.tables().stream()
                .flatMap(table -> table.rows().stream()
                        .flatMap(row -> row.cells().stream()
                                .map(cell -> figure(table, row, cell, seconds, byRow.getOrDefault(row.name(), "")))))
                .toList();
    }

    private static Figure figure(Family.Table table, Family.Row row, Family.Cell cell, Seconds seconds, String reason) {
        Scenario scenario = row.scenario();
        return new Figure(
                Validation.figureId(row, cell),
                row.title(),
                new Subject(scenario, scenario.variant(cell.variant()).orElseThrow()),
                cell.metric(),
                null,
                Statistic.MEAN,
                seconds,
                cell.value(),
                cell.role(),
                Tolerance.of(table.tolerance()),
                table.source(),
                reason);
    }
}
