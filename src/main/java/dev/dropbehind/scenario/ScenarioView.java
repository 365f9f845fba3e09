package dev.dropbehind.scenario;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.specification.SpecWriter;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** A scenario as it is shown over HTTP: metrics by name, specs complete. */
public record ScenarioView(
        String id,
        String title,
        String question,
        String story,
        Source source,
        List<VariantView> variants,
        List<String> charts,
        List<PublishedView> published) {

    /** One variant with its complete spec. */
    public record VariantView(String name, String title, ObjectNode spec) {}

    /** The published figures of one variant; {@code from} and {@code to} are the seconds that are compared. */
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
