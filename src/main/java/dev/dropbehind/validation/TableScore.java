package dev.dropbehind.validation;

import java.util.List;

/**
 * How some cells of a table do.
 *
 * @param group which cells
 * @param cells how many there are
 * @param medianErrorPercent the error of the cell in the middle, in percent of what was published, whatever its sign
 * @param within how many are within their tolerance
 * @param far how many are more than {@value #FAR_PERCENT} % away
 * @param rows how many rows they are
 * @param onRightSide rows in which ours says as the published table does which of two variants is the faster
 */
public record TableScore(
        Group group, int cells, double medianErrorPercent, int within, int far, int rows, int onRightSide) {

    /** From here on an error needs its reason. */
    public static final double FAR_PERCENT = 20;

    /** Which cells of a table. */
    public enum Group {
        FIT("fit"),
        CHECK("check"),
        TABLE("both"),
        EXTRA("extra");

        private final String word;

        Group(String word) {
            this.word = word;
        }

        /** Returns its name in JSON and on pages. */
        public String word() {
            return word;
        }
    }

    /** Adds up some rows, of each the cells that are of the group. */
    static TableScore of(Group group, List<TableResult.Line> lines) {
        List<TableResult.Line> mine =
                lines.stream().filter(line -> line.isIn(group)).toList();
        List<FigureResult> cells =
                mine.stream().flatMap(line -> line.cells().stream()).toList();
        List<Double> errors = cells.stream().map(TableScore::errorPercent).toList();
        return new TableScore(
                group,
                cells.size(),
                errors.isEmpty() ? 0 : Median.of(errors),
                (int) cells.stream()
                        .filter(cell -> cell.verdict() == Verdict.WITHIN)
                        .count(),
                (int) errors.stream().filter(error -> error > FAR_PERCENT).count(),
                mine.size(),
                (int) mine.stream().filter(TableResult.Line::isOnRightSide).count());
    }

    /** Returns the error of a cell in percent of what was published, without its sign. */
    private static double errorPercent(FigureResult cell) {
        return Math.abs(cell.errorPercent().orElseThrow());
    }
}
