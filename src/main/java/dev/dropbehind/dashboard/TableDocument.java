package dev.dropbehind.dashboard;

import dev.dropbehind.scenario.Family;
import dev.dropbehind.validation.Figure;
import dev.dropbehind.validation.FigureResult;
import dev.dropbehind.validation.TableResult;
import dev.dropbehind.validation.TableScore;
import dev.dropbehind.validation.TableScore.Group;
import dev.dropbehind.validation.ValidationResult;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A published table with ours beside it, as its page prints it.
 *
 * @param scores how the cells do, by group
 * @param sections the rows as they were printed, reads and writes apart
 * @param plot the errors over what was published
 * @param worst the {@value #SHOWN} cells with the largest errors, the largest first
 * @param others all other cells, in the same order
 */
record TableDocument(
        List<ScoreLine> scores, List<Section> sections, ResidualPlot plot, List<Cell> worst, List<Cell> others) {

    /** How many of the worst cells are shown at once. */
    static final int SHOWN = 12;

    private static final String NOT_SAID = "–";
    private static final double THOUSAND = 1000;

    /**
     * How the cells of a group do, in words.
     *
     * @param group the group's name
     * @param title the same for people
     * @param cells how many there are
     * @param median the error of the cell in the middle
     * @param within how many are within their tolerance
     * @param tolerance the tolerance
     * @param far how many are more than 20 % away
     * @param rows how many rows they are
     * @param rightSide rows in which ours says as the table which variant is the faster
     */
    record ScoreLine(
            String group,
            String title,
            int cells,
            String median,
            int within,
            String tolerance,
            int far,
            int rows,
            int rightSide) {}

    /**
     * Rows of one kind.
     *
     * @param id name of the section in addresses
     * @param title what they are
     * @param source where they were published
     * @param columns what names a row
     * @param variants what is compared
     * @param rows the rows
     */
    record Section(
            String id, String title, String source, List<String> columns, List<String> variants, List<Row> rows) {}

    /**
     * One row.
     *
     * @param name its name
     * @param title the same in words
     * @param key what names it, one for each column
     * @param group whether it is of the fit, a check or beside the table
     * @param scenario id of the experiment
     * @param cells one for each variant
     * @param publishedRatio how many times the first variant the second is, as published
     * @param simulatedRatio the same of ours
     * @param isOnRightSide whether both are above 1, or both below
     */
    record Row(
            String name,
            String title,
            List<String> key,
            String group,
            String scenario,
            List<Cell> cells,
            String publishedRatio,
            String simulatedRatio,
            boolean isOnRightSide) {}

    /**
     * One cell.
     *
     * @param result the numbers
     * @param row name of its row
     * @param title the row in words
     * @param variant title of the variant
     * @param group whether it is of the fit, a check or beside the table
     * @param published what was published, as the message prints it
     * @param simulated ours in the same way
     * @param error the difference
     * @param level {@code good} within the tolerance, {@code near} up to 20 %, else {@code far}
     * @param reason why it differs, or empty
     */
    record Cell(
            FigureResult result,
            String row,
            String title,
            String variant,
            String group,
            String published,
            String simulated,
            String error,
            String level,
            String reason) {

        /** Returns the cell as a sentence. */
        String words() {
            return title + ", " + variant + ": published " + published + ", ours " + simulated + ", " + error;
        }
    }

    /** Returns the document of a table. */
    static TableDocument of(ValidationResult validation, TableResult table) {
        List<Section> sections = table.lines().stream()
                .collect(Collectors.groupingBy(TableDocument::sectionOf, LinkedHashMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(entry -> section(entry.getKey(), entry.getValue()))
                .toList();
        List<Cell> cells = sections.stream()
                .flatMap(section -> section.rows().stream())
                .flatMap(row -> row.cells().stream())
                .toList();
        List<Cell> byError = cells.stream()
                .sorted(Comparator.comparingDouble(TableDocument::absoluteError).reversed())
                .toList();
        return new TableDocument(
                table.scores().stream()
                        .map(score -> score(validation.figures().getFirst().figure(), score))
                        .toList(),
                sections,
                ResidualPlot.of(table, cells),
                byError.subList(0, Math.min(SHOWN, byError.size())),
                byError.subList(Math.min(SHOWN, byError.size()), byError.size()));
    }

    private static double absoluteError(Cell cell) {
        return Math.abs(cell.result().errorPercent().orElse(0));
    }

    private static ScoreLine score(Figure figure, TableScore score) {
        return new ScoreLine(
                score.group().word(),
                titleOf(score.group()),
                score.cells(),
                String.format(Locale.ROOT, "%.1f\u00a0%%", score.medianErrorPercent()),
                score.within(),
                Math.round(figure.tolerance().amount()) + "\u00a0%",
                score.far(),
                score.rows(),
                score.onRightSide());
    }

    private static String titleOf(Group group) {
        return switch (group) {
            case FIT -> "fit";
            case CHECK -> "check";
            case TABLE -> "the whole table";
            case EXTRA -> "beside the table";
        };
    }

    /** Where a line stands: its table, and the first of the columns that name it. */
    private record Place(Family.Table table, String kind) {}

    private static Place sectionOf(TableResult.Line line) {
        return new Place(line.table(), line.row().key().values().iterator().next());
    }

    private static Section section(Place place, List<TableResult.Line> lines) {
        List<String> all = List.copyOf(lines.getFirst().row().key().keySet());
        List<String> columns = all.subList(1, all.size()).stream()
                .filter(column -> lines.stream()
                        .anyMatch(line ->
                                !line.row().key().getOrDefault(column, "").isEmpty()))
                .toList();
        return new Section(
                place.kind() + (place.table().isExtra() ? "s-beside" : "s"),
                place.table().title() + ": " + place.kind() + "s",
                place.table().source(),
                columns.stream().map(column -> column.replace('_', ' ')).toList(),
                lines.getFirst().cells().stream()
                        .map(cell -> cell.figure().subject().variant().title())
                        .toList(),
                lines.stream().map(line -> row(line, columns)).toList());
    }

    private static Row row(TableResult.Line line, List<String> columns) {
        Map<String, String> key = line.row().key();
        String group =
                line.table().isExtra() ? Group.EXTRA.word() : line.role().name().toLowerCase(Locale.ROOT);
        return new Row(
                line.row().name(),
                line.row().title(),
                columns.stream()
                        .map(column -> key.getOrDefault(column, ""))
                        .map(word -> word.isEmpty() ? NOT_SAID : word)
                        .toList(),
                group,
                line.row().scenario().id(),
                line.cells().stream().map(cell -> cell(line.row(), cell, group)).toList(),
                String.format(Locale.ROOT, "%.2f", line.publishedRatio()),
                String.format(Locale.ROOT, "%.2f", line.simulatedRatio()),
                line.isOnRightSide());
    }

    private static Cell cell(Family.Row row, FigureResult result, String group) {
        double error = result.errorPercent().orElseThrow();
        return new Cell(
                result,
                row.name(),
                row.title(),
                result.figure().subject().variant().title(),
                group,
                printed(result.figure().published()),
                printed(result.simulated()),
                ValidationDocument.withMinus(String.format(Locale.ROOT, "%+.1f\u00a0%%", error)),
                result.used() <= 1 ? "good" : Math.abs(error) <= TableScore.FAR_PERCENT ? "near" : "far",
                result.figure().reason());
    }

    /** Returns a number as fio prints it: thousands with three digits from ten thousand on. */
    static String printed(double value) {
        double shown = Math.round(value);
        if (shown < 10 * THOUSAND) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        return String.format(Locale.ROOT, shown < 100 * THOUSAND ? "%.1fk" : "%.0fk", value / THOUSAND);
    }
}
