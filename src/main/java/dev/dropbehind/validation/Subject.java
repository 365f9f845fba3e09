package dev.dropbehind.validation;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.scenario.PublishedSeries;
import dev.dropbehind.scenario.Scenario;
import dev.dropbehind.scenario.Variant;
import java.util.Optional;

/**
 * The machine that a figure is measured on.
 *
 * @param scenario the experiment
 * @param variant one of its variants
 */
public record Subject(Scenario scenario, Variant variant) {

    /** Returns what was published of a metric second by second, if anything. */
    Optional<PublishedSeries> published(Metric metric) {
        return scenario.published().stream()
                .filter(series -> series.variant().equals(variant.name()) && series.metric() == metric)
                .findFirst();
    }
}
