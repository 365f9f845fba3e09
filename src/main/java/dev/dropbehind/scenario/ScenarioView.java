package dev.dropbehind.scenario;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.specification.SpecDocument;
import dev.dropbehind.specification.SpecWriter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/**
 * A scenario as it is shown over HTTP.
 *
 * @param id name in requests
 * @param title name for people
 * @param question what it answers
 * @param story what happens, in some sentences
 * @param notes what to know about the figures and what is not modelled
 * @param source where it was published
 * @param variants what is compared
 * @param charts the values worth a chart, by name
 * @param published the figures that were published for it
 */
public record ScenarioView(
        String id,
        String title,
        String question,
        String story,
        String notes,
        Source source,
        List<VariantView> variants,
        List<String> charts,
        List<PublishedView> published) {

    /**
     * One variant.
     *
     * @param name name in samples
     * @param title name for people
     * @param spec what is simulated, complete
     */
    @Schema(name = "ScenarioVariant")
    public record VariantView(
            String name,
            String title,
            @Schema(implementation = SpecDocument.class) ObjectNode spec) {}

    /**
     * The published figures of one variant.
     *
     * @param variant name of the variant
     * @param metric which value, by name
     * @param unit its unit
     * @param source the message
     * @param role {@code fit}: used to fit the profile; {@code check}: not used
     * @param tolerance how far ours may be from it
     * @param from first second that is compared
     * @param to last second that is compared
     * @param note what to know of the figures
     * @param seconds the seconds, counted from 1
     * @param values what was published for each
     */
    public record PublishedView(
            String variant,
            String metric,
            String unit,
            String source,
            String role,
            String tolerance,
            int from,
            int to,
            String note,
            List<Integer> seconds,
            List<Double> values) {}

    /** Returns the representation of a scenario. */
    public static ScenarioView of(Scenario scenario) {
        return new ScenarioView(
                scenario.id(),
                scenario.title(),
                scenario.question(),
                scenario.story(),
                scenario.notes(),
                scenario.source(),
                scenario.variants().stream().map(ScenarioView::variant).toList(),
                scenario.charts().stream().map(Metric::id).toList(),
                scenario.published().stream().map(ScenarioView::published).toList());
    }

    private static VariantView variant(Variant variant) {
        return new VariantView(variant.name(), variant.title(), SpecWriter.write(variant.spec()));
    }

    private static PublishedView published(PublishedSeries series) {
        return new PublishedView(
                series.variant(),
                series.metric().id(),
                series.unit(),
                series.source(),
                series.role().name().toLowerCase(Locale.ROOT),
                series.tolerance(),
                series.from(),
                series.to(),
                series.note(),
                series.seconds(),
                series.values());
    }
}
