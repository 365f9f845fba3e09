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
import org.jspecify.annotations.Nullable;

/**
 * A validation as it is shown over HTTP. The state is {@code current} or {@code computing}; {@code computedAt} is null
 * where the result is the build's; figures come worst first; scores are by role.
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
        Links links) {

    /** How the figures of one role do; the median is of how much of its tolerance a figure uses up. */
    public record ScoreView(int figures, int within, BigDecimal medianToleranceUsedPercent) {}

    /**
     * One number: ours is the median of the values, one a seed; the spread is the largest less the smallest; the error
     * is ours less the published one, in the figure's unit, and in percent where that is not zero.
     */
    public record FigureView(
            String id,
            String label,
            String scenario,
            String variant,
            String metric,
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

    /** What was published second by second, and our median beside it as far as was simulated. */
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

    /** Where the validation's resources are. */
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
                new Links("/api/v1/validations/" + validation.id(), "/validation#" + validation.id()));
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
