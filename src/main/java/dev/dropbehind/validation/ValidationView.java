package dev.dropbehind.validation;

import dev.dropbehind.scenario.Numbers;
import dev.dropbehind.scenario.PublishedSeries;
import dev.dropbehind.scenario.PublishedSeries.Role;
import dev.dropbehind.scenario.Scenario;
import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A validation as it is shown over HTTP. The state is {@code current} or {@code computing}; {@code computedAt} is null
 * where the result is the build's; figures come worst first; scores are by role.
 *
 * @param id name in addresses
 * @param title name for people
 * @param about what was measured and what is compared
 * @param scenarios ids of the scenarios that are run
 * @param state {@code current} or {@code computing}
 * @param computedAt when this service computed it, null where the build did
 * @param failure why the last computation gave nothing, null where it did not fail
 * @param engineVersion the engine that simulated
 * @param seeds the seeds of the simulations
 * @param scores how the figures of each role do, by role
 * @param figures the figures, the one first that uses most of its tolerance
 * @param series what was published second by second
 * @param table the rows of the table whose cells the figures are, null where they are of no table
 * @param links where its resources are
 */
public record ValidationView(
        String id,
        String title,
        String about,
        List<String> scenarios,
        String state,
        @Nullable Instant computedAt,
        @Nullable String failure,
        String engineVersion,
        List<Long> seeds,
        Map<String, ScoreView> scores,
        List<FigureView> figures,
        List<SeriesView> series,
        @Nullable TableView table,
        Links links) {

    /**
     * A table: how its cells do, and its rows. The cells are among the figures, by {@code row/variant}.
     *
     * @param scores how the cells do, by group: {@code fit}, {@code check}, {@code both}, and {@code extra} for rows
     *     beside the table
     * @param rows the rows in the order in which they were printed
     */
    public record TableView(Map<String, TableScoreView> scores, List<RowView> rows) {}

    /**
     * How some cells of a table do.
     *
     * @param cells how many there are
     * @param medianErrorPercent the error of the cell in the middle, whatever its sign
     * @param within how many are within their tolerance
     * @param far how many are more than 20 % away
     * @param rows how many rows they are
     * @param onRightSide rows in which ours says as the table does which variant is the faster
     */
    public record TableScoreView(
            int cells, BigDecimal medianErrorPercent, int within, int far, int rows, int onRightSide) {}

    /**
     * A row of a table.
     *
     * @param row its name
     * @param title the same in words
     * @param scenario id of the experiment
     * @param role what its cells are to the model
     * @param extra whether it is a row beside the table
     * @param publishedRatio how many times the first variant the second one is, as published
     * @param simulatedRatio the same of ours
     * @param onRightSide whether both are above 1, or both below
     */
    public record RowView(
            String row,
            String title,
            String scenario,
            String role,
            boolean extra,
            BigDecimal publishedRatio,
            BigDecimal simulatedRatio,
            boolean onRightSide) {}

    /**
     * How the figures of one role do.
     *
     * @param figures how many there are
     * @param within how many are within their tolerance
     * @param medianToleranceUsedPercent the median of how much of its tolerance a figure uses up, in percent
     */
    public record ScoreView(int figures, int within, BigDecimal medianToleranceUsedPercent) {}

    /**
     * One number: ours is the median of the values, one a seed; the spread is the largest less the smallest; the error
     * is ours less the published one, in the figure's unit, and in percent where that is not zero.
     *
     * @param id name within the validation
     * @param label what it is, for people
     * @param scenario id of the scenario
     * @param variant name of the variant
     * @param metric which value, by name
     * @param gainOver the variant that it is compared with, where the number is by how many percent more it is than
     *     there; else null
     * @param statistic which number of the seconds: mean, min, max, swing or onset
     * @param from first second that counts
     * @param to last second that counts
     * @param unit the unit of published, simulated, values, spread and error
     * @param published what was published
     * @param simulated ours
     * @param values ours by seed
     * @param spread the largest of the values less the smallest
     * @param error simulated less published
     * @param errorPercent the error in percent of what was published, null where that is zero
     * @param tolerance how near is near, in words
     * @param toleranceUsedPercent how much of the tolerance is used up; above 100 is outside
     * @param role {@code fit}, {@code check} or {@code counted}
     * @param verdict {@code within} or {@code outside}
     * @param source where it was published
     * @param reason why it differs as far as known, or null
     */
    public record FigureView(
            String id,
            String label,
            String scenario,
            String variant,
            String metric,
            @Nullable String gainOver,
            String statistic,
            int from,
            int to,
            String unit,
            BigDecimal published,
            BigDecimal simulated,
            List<BigDecimal> values,
            BigDecimal spread,
            BigDecimal error,
            @Nullable BigDecimal errorPercent,
            String tolerance,
            BigDecimal toleranceUsedPercent,
            String role,
            String verdict,
            String source,
            @Nullable String reason) {}

    /**
     * What was published second by second, and our median beside it as far as was simulated.
     *
     * @param scenario id of the scenario
     * @param variant name of the variant
     * @param metric which value, by name
     * @param unit the unit as it was printed
     * @param source where it was published
     * @param note what to know about the figures
     * @param seconds the seconds, counted from 1
     * @param published what was published, one for each second
     * @param simulated ours, one for each second as far as was simulated
     */
    public record SeriesView(
            String scenario,
            String variant,
            String metric,
            String unit,
            String source,
            String note,
            List<Integer> seconds,
            List<Double> published,
            List<Double> simulated) {}

    /**
     * Where the validation's resources are.
     *
     * @param self the validation
     * @param page its page
     */
    @Schema(name = "ValidationLinks")
    public record Links(String self, String page) {}

    /** Returns the representation of a validation. */
    public static ValidationView of(Standing standing) {
        ValidationResult result = standing.result();
        Validation validation = result.validation();
        return new ValidationView(
                validation.id(),
                validation.title(),
                validation.about(),
                validation.scenarios().stream().map(Scenario::id).toList(),
                standing.isComputing() ? "computing" : "current",
                standing.computedAt(),
                standing.failure(),
                result.engineVersion(),
                result.seeds(),
                scores(result.scores()),
                result.figures().stream().map(ValidationView::figure).toList(),
                result.curves().stream().map(ValidationView::series).toList(),
                result.table().map(ValidationView::table).orElse(null),
                new Links("/api/v1/validations/" + validation.id(), validation.page()));
    }

    private static TableView table(TableResult table) {
        Map<String, TableScoreView> scores = new LinkedHashMap<>();
        table.scores()
                .forEach(score -> scores.put(
                        score.group().word(),
                        new TableScoreView(
                                score.cells(),
                                Numbers.plain(score.medianErrorPercent()),
                                score.within(),
                                score.far(),
                                score.rows(),
                                score.onRightSide())));
        return new TableView(
                scores, table.lines().stream().map(ValidationView::row).toList());
    }

    private static RowView row(TableResult.Line line) {
        return new RowView(
                line.row().name(),
                line.row().title(),
                line.row().scenario().id(),
                word(line.role()),
                line.table().isExtra(),
                Numbers.plain(line.publishedRatio()),
                Numbers.plain(line.simulatedRatio()),
                line.isOnRightSide());
    }

    private static Map<String, ScoreView> scores(List<Score> scores) {
        Map<String, ScoreView> views = new LinkedHashMap<>();
        scores.forEach(score -> views.put(
                word(score.role()), new ScoreView(score.figures(), score.within(), percent(score.medianUsed()))));
        return views;
    }

    private static FigureView figure(FigureResult result) {
        Figure figure = result.figure();
        return new FigureView(
                figure.id(),
                figure.label(),
                figure.subject().scenario().id(),
                figure.subject().variant().name(),
                figure.metric().id(),
                Optional.ofNullable(figure.gainOver())
                        .map(over -> over.variant().name())
                        .orElse(null),
                figure.statistic().id(),
                figure.seconds().from(),
                figure.seconds().to(),
                figure.unit(),
                Numbers.plain(figure.published()),
                Numbers.plain(result.simulated()),
                result.values().stream().map(Numbers::plain).toList(),
                Numbers.plain(result.spread()),
                Numbers.plain(result.error()),
                result.errorPercent().isPresent()
                        ? Numbers.plain(result.errorPercent().getAsDouble())
                        : null,
                FigureText.tolerance(figure),
                percent(result.used()),
                word(figure.role()),
                result.verdict().name().toLowerCase(Locale.ROOT),
                figure.source(),
                figure.reason().isEmpty() ? null : figure.reason());
    }

    private static SeriesView series(ValidationResult.CurveResult curve) {
        PublishedSeries series = curve.series();
        return new SeriesView(
                curve.scenario().id(),
                series.variant(),
                series.metric().id(),
                series.unit(),
                series.source(),
                series.note(),
                series.seconds(),
                series.values(),
                curve.simulated());
    }

    private static BigDecimal percent(double share) {
        return Numbers.plain(share * 100);
    }

    private static String word(Role role) {
        return role.name().toLowerCase(Locale.ROOT);
    }
}
