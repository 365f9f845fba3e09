package dev.dropbehind.validation;

import dev.dropbehind.scenario.Family;
import dev.dropbehind.scenario.PublishedSeries.Role;
import dev.dropbehind.validation.TableScore.Group;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A published table with ours beside it, cell by cell.
 *
 * @param lines the rows in the order in which they were printed
 * @param scores how the cells do, by group
 */
public record TableResult(List<Line> lines, List<TableScore> scores) {

    /**
     * One row.
     *
     * @param table the table it is of
     * @param row what was published
     * @param cells the same with ours, in the order of the row: the base first, then what is compared with it
     */
    public record Line(Family.Table table, Family.Row row, List<FigureResult> cells) {

        /** Keeps its own copy, of two cells that have the same role. */
        public Line {
            cells = List.copyOf(cells);
            if (cells.size() != 2
                    || cells.getFirst().figure().role()
                            != cells.getLast().figure().role()) {
                throw new IllegalArgumentException(row.name() + ": a row has two cells of one role");
            }
        }

        /** Returns what its cells are to the model. */
        public Role role() {
            return cells.getFirst().figure().role();
        }

        /** Returns how many times the base the other cell is, as published. */
        public double publishedRatio() {
            return cells.getLast().figure().published()
                    / cells.getFirst().figure().published();
        }

        /** Returns how many times the base the other cell is here. */
        public double simulatedRatio() {
            return cells.getLast().simulated() / cells.getFirst().simulated();
        }

        /** Returns whether ours says as the table does which of the two is the faster. */
        public boolean isOnRightSide() {
            return Double.compare(publishedRatio(), 1) == Double.compare(simulatedRatio(), 1);
        }

        /** Returns whether its cells are of a group. */
        boolean isIn(Group group) {
            return switch (group) {
                case FIT -> !table.isExtra() && role() == Role.FIT;
                case CHECK -> !table.isExtra() && role() == Role.CHECK;
                case TABLE -> !table.isExtra();
                case EXTRA -> table.isExtra();
            };
        }
    }

    /** Keeps its own copies. */
    public TableResult {
        lines = List.copyOf(lines);
        scores = List.copyOf(scores);
    }

    /** Puts figures into the table that they are of. */
    static TableResult of(Family family, List<FigureResult> figures) {
        Map<String, FigureResult> byId =
                figures.stream().collect(Collectors.toMap(one -> one.figure().id(), Function.identity()));
        List<Line> lines = family.tables().stream()
                .flatMap(table -> table.rows().stream().map(row -> line(table, row, byId)))
                .toList();
        return new TableResult(
                lines,
                Arrays.stream(Group.values())
                        .map(group -> TableScore.of(group, lines))
                        .toList());
    }

    private static Line line(Family.Table table, Family.Row row, Map<String, FigureResult> byId) {
        return new Line(
                table,
                row,
                row.cells().stream()
                        .map(cell -> Objects.requireNonNull(byId.get(Validation.figureId(row, cell))))
                        .toList());
    }
}
