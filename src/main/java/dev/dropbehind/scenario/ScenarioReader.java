package dev.dropbehind.scenario;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.specification.Fault;
import dev.dropbehind.specification.Faults;
import dev.dropbehind.specification.Fields;
import dev.dropbehind.specification.MergePatch;
import dev.dropbehind.specification.SpecReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads one scenario file; each variant's spec is a merge patch on the file's {@code base}. */
final class ScenarioReader {

    private static final int MAX_TEXT = 2000;
    private static final int MAX_LIST = 100;

    private final Faults faults = new Faults();
    private final Fields fields;
    private final JsonNode base;
    private final Function<String, PublishedTable> tables;

    /**
     * Starts reading.
     *
     * @param tree the file's content
     * @param tables finds published tables by name
     */
    ScenarioReader(JsonNode tree, Function<String, PublishedTable> tables) {
        this.fields = Fields.of(tree, "", faults);
        this.base = fields.find("base").orElseGet(JsonNodeFactory.instance::objectNode);
        this.tables = tables;
    }

    /**
     * Returns the scenario.
     *
     * @throws IllegalArgumentException with everything that is wrong
     */
    Scenario read() {
        Scenario scenario = new Scenario(
                required(fields, "id"),
                required(fields, "title"),
                required(fields, "question"),
                required(fields, "story"),
                fields.text("notes", MAX_TEXT).orElse(""),
                source(fields.object("source")),
                variants(),
                charts(),
                published());
        if (scenario.id().equals(Scenario.CUSTOM)) {
            fields.fault("id", "This id is taken by runs without a scenario.");
        }
        fields.refuseOthers();
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(
                    String.join("; ", faults.all().stream().map(Fault::toString).toList()));
        }
        return scenario;
    }

    private static String required(Fields from, String name) {
        Optional<String> text = from.text(name, MAX_TEXT);
        if (text.isEmpty() && from.areSound(name)) {
            from.fault(name, "This is missing.");
        }
        return text.orElse("");
    }

    private static Source source(Fields from) {
        Source source = new Source(required(from, "message"), required(from, "author"), required(from, "file"));
        from.refuseOthers();
        return source;
    }

    private List<Variant> variants() {
        List<Variant> variants = new ArrayList<>();
        for (Fields.Element element : fields.list("variants", MAX_LIST)) {
            Fields from = fields.element(element);
            String name = required(from, "name");
            String title = required(from, "title");
            JsonNode patch = from.find("spec").orElseGet(JsonNodeFactory.instance::objectNode);
            from.refuseOthers();
            if (MergePatch.apply(base, patch) instanceof ObjectNode written) {
                SpecReader.read(written, element.pointer() + "/spec", faults)
                        .ifPresent(spec -> variants.add(new Variant(name, title, spec, written)));
            }
        }
        return variants;
    }

    private List<Metric> charts() {
        List<Metric> charts = new ArrayList<>();
        for (Fields.Element element : fields.list("charts", MAX_LIST)) {
            String id = element.node().asString("");
            MetricNames.find(id)
                    .ifPresentOrElse(
                            charts::add,
                            () -> faults.add(element.pointer(), "There is no metric \"" + id + "\".", element.node()));
        }
        return charts;
    }

    private List<PublishedSeries> published() {
        return fields.list("published", MAX_LIST).stream()
                .flatMap(element -> series(fields.element(element)))
                .toList();
    }

    private Stream<PublishedSeries> series(Fields from) {
        String variant = required(from, "variant");
        String table = required(from, "table");
        from.refuseOthers();
        if (!from.areSound()) {
            return Stream.empty();
        }
        try {
            return Stream.of(tables.apply(table).seriesOf(variant));
        } catch (IllegalArgumentException problem) {
            from.fault("table", String.valueOf(problem.getMessage()));
            return Stream.empty();
        }
    }
}
