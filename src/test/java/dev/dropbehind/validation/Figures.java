package dev.dropbehind.validation;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.scenario.PublishedSeries;
import dev.dropbehind.scenario.PublishedSeries.Role;
import dev.dropbehind.scenario.Scenario;
import dev.dropbehind.scenario.Source;
import dev.dropbehind.scenario.Variant;
import dev.dropbehind.testing.Specs;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/** Figures of an experiment that is over in a moment: three seconds of a small machine, twice. */
final class Figures {

    static final int SECONDS = 3;

    /** The variant with calls of a page. */
    static final String SLOWER = "slower";

    private Figures() {}

    /** Returns the experiment, with published series of its throughput that are a second longer than the run. */
    static Scenario scenario() {
        return new Scenario(
                "tiny",
                "Tiny",
                "Why?",
                "Story.",
                "",
                new Source("m", "a", "f"),
                List.of(variant("cached", 32 << 10), variant(SLOWER, 4 << 10)),
                List.of(),
                List.of(series("cached", 100.0, 200.0, 300.0, 0.0), series(SLOWER, 50.0, 50.0, 50.0, 0.0)));
    }

    private static Variant variant(String name, int blockSize) {
        return new Variant(
                name,
                "Normal read",
                Specs.small()
                        .job(Specs.reader(IoMode.CACHED, blockSize, 64L << 30))
                        .duration(SECONDS * 1_000_000_000L)
                        .spec(),
                JsonNodeFactory.instance.objectNode());
    }

    private static PublishedSeries series(String variant, Double... values) {
        return new PublishedSeries(
                variant,
                Metric.READ_MIBPS,
                "MB/s",
                "a message: a table",
                Role.FIT,
                "within 3 %",
                1,
                2,
                "",
                List.of(1, 2, 3, 4),
                List.of(values));
    }

    /** Returns a figure of throughput: 100 MiB/s, within 3 %. */
    static Figure figure(String id, Role role) {
        return figure(id, role, "cached", null);
    }

    /** Returns a check of the throughput of a variant, or of its gain over another. */
    static Figure of(String id, String variant, @Nullable String gainOver) {
        return figure(id, Role.CHECK, variant, gainOver);
    }

    private static Figure figure(String id, Role role, String variant, @Nullable String gainOver) {
        Scenario scenario = scenario();
        return new Figure(
                id,
                "Read throughput",
                subject(scenario, variant),
                Metric.READ_MIBPS,
                gainOver == null ? null : subject(scenario, gainOver),
                Statistic.MEAN,
                new Seconds(1, 2),
                100,
                role,
                Tolerance.of("within 3 %"),
                "a message: a table",
                "");
    }

    private static Subject subject(Scenario scenario, String variant) {
        return new Subject(scenario, scenario.variant(variant).orElseThrow());
    }

    /** Returns a result whose five seeds give these values. */
    static FigureResult result(String id, Role role, Double... values) {
        return new FigureResult(figure(id, role), List.of(values));
    }
}
