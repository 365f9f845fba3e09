package dev.dropbehind.dashboard;

import dev.dropbehind.scenario.Family;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A published table as the page of experiments shows it: one card whose rows are experiments.
 *
 * @param id the family's id
 * @param title what it is, in a few words
 * @param question what it answers
 * @param story what was done
 * @param source where it was published
 * @param tables the rows
 */
record FamilyCard(String id, String title, String question, String story, String source, List<Table> tables) {

    /**
     * Rows.
     *
     * @param title what they are
     * @param rows the rows
     */
    record Table(String title, List<Row> rows) {}

    /**
     * One row.
     *
     * @param scenario id of the experiment
     * @param title what it does
     * @param published what was published of its variants
     */
    record Row(String scenario, String title, String published) {}

    /** Returns the card of a family. */
    static FamilyCard of(Family family) {
        return new FamilyCard(
                family.id(),
                family.title(),
                family.question(),
                family.story(),
                family.source().message(),
                family.tables().stream()
                        .map(table -> new Table(
                                table.title(),
                                table.rows().stream().map(FamilyCard::row).toList()))
                        .toList());
    }

    private static Row row(Family.Row row) {
        return new Row(
                row.scenario().id(),
                row.title(),
                row.cells().stream()
                        .map(cell -> TableDocument.printed(cell.value()))
                        .collect(Collectors.joining(" → ")));
    }
}
