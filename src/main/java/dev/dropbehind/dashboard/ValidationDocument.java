package dev.dropbehind.dashboard;

import dev.dropbehind.scenario.Scenario;
import dev.dropbehind.validation.Figure;
import dev.dropbehind.validation.FigureResult;
import dev.dropbehind.validation.FigureText;
import dev.dropbehind.validation.Score;
import dev.dropbehind.validation.Standing;
import dev.dropbehind.validation.ValidationResult;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A published table with ours beside it, as its page prints it.
 *
 * @param id its name in addresses
 * @param title what it is
 * @param about what was measured and what is compared
 * @param scenarios the experiments that can be run
 * @param isComputing whether it is being computed anew
 * @param computedAt when this service computed it, or null where the build did
 * @param computedWords the same for people, or null
 * @param failure why the last attempt gave nothing, or null
 * @param engineVersion the engine that simulated
 * @param seeds the seeds, in words
 * @param scores how the figures of each role do
 * @param figures the figures, the worst first
 * @param curves the published series
 * @param page address of its own page, or where it is on the common one
 * @param simulations how many simulations a new result takes at most
 * @param table the table whose cells the figures are, which has a page of its own; null where they are of none
 */
record ValidationDocument(
        String id,
        String title,
        String about,
        List<Experiment> scenarios,
        boolean isComputing,
        @Nullable Instant computedAt,
        @Nullable String computedWords,
        @Nullable String failure,
        String engineVersion,
        String seeds,
        List<Tally> scores,
        List<Row> figures,
        List<CurveTable> curves,
        String page,
        int simulations,
        @Nullable TableDocument table) {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "d MMMM yyyy, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    /** An experiment that the figures are of. */
    record Experiment(String id, String title) {}

    /** How the figures of a role do; {@code all} says whether none is outside. */
    record Tally(String role, int within, int figures, boolean all, String medianUsed) {}

    /**
     * One figure in words.
     *
     * @param label what it is
     * @param place the variant's place in its scenario, counted from 1
     * @param variant the variant's name
     * @param of which number of which seconds
     * @param published what was published
     * @param simulated ours
     * @param spread how far apart the seeds are
     * @param error the difference
     * @param tolerance how near is near
     * @param used how much of the tolerance is used up
     * @param role what the figure is to the model
     * @param verdict whether it is near enough
     * @param source where it was published
     * @param reason why it differs, or empty
     */
    record Row(
            String label,
            int place,
            String variant,
            String of,
            String published,
            String simulated,
            String spread,
            String error,
            String tolerance,
            ToleranceBar used,
            String role,
            String verdict,
            String source,
            String reason) {}

    /** Returns the document of a validation. */
    static ValidationDocument of(Standing standing) {
        ValidationResult result = standing.result();
        return new ValidationDocument(
                standing.id(),
                result.validation().title(),
                result.validation().about(),
                result.validation().scenarios().stream()
                        .map(scenario -> new Experiment(scenario.id(), scenario.title()))
                        .toList(),
                standing.isComputing(),
                standing.computedAt(),
                Optional.ofNullable(standing.computedAt()).map(TIME::format).orElse(null),
                standing.failure(),
                result.engineVersion(),
                result.seeds().stream().map(String::valueOf).collect(Collectors.joining(", ")),
                result.scores().stream()
                        .filter(score -> score.figures() > 0)
                        .map(ValidationDocument::tally)
                        .toList(),
                result.figures().stream().map(ValidationDocument::row).toList(),
                result.curves().stream().map(CurveTable::of).toList(),
                result.validation().page(),
                result.validation().simulations(),
                result.table().map(table -> TableDocument.of(result, table)).orElse(null));
    }

    private static Tally tally(Score score) {
        return new Tally(
                word(score.role()),
                score.within(),
                score.figures(),
                score.within() == score.figures(),
                String.format(Locale.ROOT, "%.0f\u00a0%%", score.medianUsed() * 100));
    }

    private static Row row(FigureResult result) {
        Figure figure = result.figure();
        return new Row(
                figure.label(),
                placeOf(figure.subject().variant().name(), figure.subject().scenario()),
                figure.subject().variant().name(),
                figure.words() + ", seconds " + figure.seconds().from() + "–"
                        + figure.seconds().to(),
                FigureText.published(result),
                FigureText.simulated(result),
                FigureText.spread(result),
                withMinus(FigureText.error(result)),
                FigureText.tolerance(figure),
                ToleranceBar.of(result),
                word(figure.role()),
                word(result.verdict()),
                figure.source(),
                figure.reason());
    }

    /** Returns the place of a variant in its scenario, counted from 1. */
    static int placeOf(String variant, Scenario scenario) {
        return scenario.variants().stream().map(one -> one.name()).toList().indexOf(variant) + 1;
    }

    /** Returns a number with the sign for minus that is as wide as a plus. */
    static String withMinus(String number) {
        return number.replace('-', '−');
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
