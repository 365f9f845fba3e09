package dev.dropbehind.scenario;

import dev.dropbehind.engine.measure.Metric;
import java.util.List;
import java.util.Optional;

/**
 * A real experiment that can be run here.
 *
 * @param id name in addresses and metrics
 * @param title what it is, in a few words
 * @param question what it answers, in plain words
 * @param story what was done
 * @param notes what to know about the figures and what is not modelled; empty where there is nothing
 * @param source where it was published
 * @param variants what is compared, in the order in which it is shown
 * @param charts what to show first
 * @param published the published figures
 */
public record Scenario(
        String id,
        String title,
        String question,
        String story,
        String notes,
        Source source,
        List<Variant> variants,
        List<Metric> charts,
        List<PublishedSeries> published) {

    /** The name under which runs with variants of their own are counted; no scenario may have it. */
    public static final String CUSTOM = "custom";

    /** Keeps its own copies of the lists. */
    public Scenario {
        variants = List.copyOf(variants);
        charts = List.copyOf(charts);
        published = List.copyOf(published);
    }

    /** Returns the variant of that name. */
    public Optional<Variant> variant(String name) {
        return variants.stream().filter(v -> v.name().equals(name)).findFirst();
    }
}
