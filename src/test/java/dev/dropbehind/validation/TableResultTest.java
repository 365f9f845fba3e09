package dev.dropbehind.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.scenario.Family;
import dev.dropbehind.scenario.PublishedSeries.Role;
import dev.dropbehind.validation.TableScore.Group;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TableResultTest {

    @Test
    void fitCheckAndTheRowsBesideTheTableAreCountedApart() {
        TableResult table = table(
                line(false, Role.FIT, 100, 105, 200, 190),
                line(false, Role.FIT, 100, 113, 200, 200),
                line(false, Role.CHECK, 100, 121, 200, 228),
                line(true, Role.CHECK, 100, 300, 200, 100));

        assertThat(score(table, Group.FIT)).isEqualTo(new TableScore(Group.FIT, 4, 5, 3, 0, 2, 2));
        assertThat(score(table, Group.CHECK)).isEqualTo(new TableScore(Group.CHECK, 2, 17.5, 0, 1, 1, 1));
        assertThat(score(table, Group.TABLE)).isEqualTo(new TableScore(Group.TABLE, 6, 9, 3, 1, 3, 3));
        assertThat(score(table, Group.EXTRA)).isEqualTo(new TableScore(Group.EXTRA, 2, 125, 0, 2, 1, 0));
    }

    @Test
    void exactlyTwentyPercentIsNotYetFar() {
        assertThat(score(table(line(false, Role.FIT, 100, 120, 200, 160)), Group.FIT)
                        .far())
                .isZero();
    }

    @Test
    void theFasterVariantIsRightWhereBothRatiosAreOnOneSideOfOne() {
        assertThat(line(false, Role.FIT, 100, 50, 200, 60).isOnRightSide()).isTrue();
        assertThat(line(false, Role.FIT, 100, 50, 200, 40).isOnRightSide()).isFalse();
        assertThat(line(false, Role.FIT, 200, 50, 100, 40).isOnRightSide()).isTrue();
        assertThat(line(false, Role.FIT, 100, 50, 200, 50).isOnRightSide()).isFalse();
    }

    @Test
    void aRowWhoseCellsHaveTwoRolesIsRefused() {
        List<FigureResult> cells = List.of(cell(Role.FIT, "cached", 1, 1), cell(Role.CHECK, Figures.SLOWER, 1, 1));

        assertThatThrownBy(() -> new TableResult.Line(published(false, row(1, 1)), row(1, 1), cells))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("row");
    }

    @Test
    void aCellOfATableIsFoundByItsRowAndVariant() {
        Family.Row row = row(100, 200);
        Family family = new Family("tiny", "t", "q", "s", Figures.scenario().source(), List.of(published(false, row)));

        TableResult table = TableResult.of(
                family, List.of(cell(Role.FIT, Figures.SLOWER, 200, 220), cell(Role.FIT, "cached", 100, 110)));

        assertThat(table.lines()).singleElement().satisfies(line -> {
            assertThat(line.cells()).extracting(FigureResult::simulated).containsExactly(110.0, 220.0);
            assertThat(line.publishedRatio()).isEqualTo(2);
        });
    }

    private static TableResult table(TableResult.Line... lines) {
        return new TableResult(
                List.of(lines),
                Stream.of(Group.values())
                        .map(group -> TableScore.of(group, List.of(lines)))
                        .toList());
    }

    private static TableScore score(TableResult table, Group group) {
        return table.scores().stream()
                .collect(Collectors.toMap(TableScore::group, one -> one))
                .getOrDefault(group, TableScore.of(group, List.of()));
    }

    private static TableResult.Line line(
            boolean extra, Role role, double first, double firstOurs, double second, double secondOurs) {
        Family.Row row = row(first, second);
        return new TableResult.Line(
                published(extra, row),
                row,
                List.of(cell(role, "cached", first, firstOurs), cell(role, Figures.SLOWER, second, secondOurs)));
    }

    private static Family.Table published(boolean extra, Family.Row row) {
        return new Family.Table("t", "a message: a table", "within 12 %", extra, List.of(row));
    }

    private static Family.Row row(double first, double second) {
        return new Family.Row(
                "row",
                "Row",
                Map.of("operation", "read"),
                Figures.scenario(),
                List.of(
                        new Family.Cell("cached", Metric.IOPS, first, Role.FIT),
                        new Family.Cell(Figures.SLOWER, Metric.IOPS, second, Role.FIT)));
    }

    private static FigureResult cell(Role role, String variant, double published, double ours) {
        Subject subject = new Subject(
                Figures.scenario(), Figures.scenario().variant(variant).orElseThrow());
        Figure figure = new Figure(
                "row/" + variant,
                "Row",
                subject,
                Metric.IOPS,
                null,
                Statistic.MEAN,
                new Seconds(1, 2),
                published,
                role,
                Tolerance.of("within 12 %"),
                "a message: a table",
                "");
        return new FigureResult(figure, List.of(ours));
    }
}
