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
import tools.jackson.databind.node.JsonNodeFactory;

/** Figures of an experiment that is over in a moment: three seconds of a small machine that reads. */
final class Figures {

    static final int SECONDS = 3;

    private Figures() {}

    /** Returns the experiment, with a published series of its throughput that is a second longer than the run. */
    static Scenario scenario() {
        Variant variant = new Variant(
                "cached",
                "Normal read",
                Specs.small()
                        .job(Specs.reader(IoMode.CACHED, 32 << 10, 64L << 30))
                        .duration(SECONDS * 1_000_000_000L)
                        .spec(),
                JsonNodeFactory.instance.objectNode());
        PublishedSeries series = new PublishedSeries(
                "cached",
                Metric.READ_MIBPS,
                "MB/s",
                "a message: a table",
                Role.FIT,
                "within 3 %",
                1,
                2,
                "",
                List.of(1, 2, 3, 4),
                List.of(100.0, 200.0, 300.0, 0.0));
        return new Scenario(
                "tiny",
                "Tiny",
                "Why?",
                "Story.",
                "",
                new Source("m", "a", "f"),
                List.of(variant),
                List.of(),
                List.of(series));
    }

    /** Returns a figure of throughput: 100 MiB/s, within 3 %. */
    static Figure figure(String id, Role role) {
        Scenario scenario = scenario();
        return new Figure(
                id,
                "Read throughput",
                new Subject(scenario, scenario.variants().getFirst()),
                Metric.READ_MIBPS,
                Statistic.MEAN,
                new Seconds(1, 2),
                100,
                role,
                Tolerance.of("within 3 %"),
                "a message: a table",
                "");
    }

    /** Returns a result whose five seeds give these values. */
    static FigureResult result(String id, Role role, Double... values) {
        return new FigureResult(figure(id, role), List.of(values));
    }
}
