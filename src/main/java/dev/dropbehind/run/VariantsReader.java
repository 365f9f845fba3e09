package dev.dropbehind.run;

import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.scenario.Scenario;
import dev.dropbehind.specification.Fault;
import dev.dropbehind.specification.Faults;
import dev.dropbehind.specification.Fields;
import dev.dropbehind.specification.MergePatch;
import dev.dropbehind.specification.Names;
import dev.dropbehind.specification.SpecReader;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads the variants: those of the scenario, all or some, perhaps changed; or own ones. */
final class VariantsReader {

    private static final String SCENARIO = "/scenario";
    static final String NAME_FORM = "[A-Za-z0-9][A-Za-z0-9._-]{0,39}";
    private static final Pattern NAME = Pattern.compile(NAME_FORM);

    private final Fields fields;
    private final Optional<Scenario> scenario;
    private final Optional<Long> seed;
    private final List<Fields.Element> elements;
    private final JsonNode overrides;
    private final Faults faults;
    private final Set<String> names = new LinkedHashSet<>();
    private final Set<String> reported = new LinkedHashSet<>();

    VariantsReader(Fields fields, Optional<Scenario> scenario, Optional<Long> seed, int limit, Faults faults) {
        this.fields = fields;
        this.scenario = scenario;
        this.seed = seed;
        this.faults = faults;
        elements = fields.list("variants", limit);
        overrides = overrides(fields);
    }

    List<RunVariant> read() {
        if (fields.has("scenario") && scenario.isEmpty()) {
            return List.of();
        }
        if (scenario.isEmpty() && elements.isEmpty() && fields.areSound("variants")) {
            fields.fault("variants", "Name a scenario, or describe at least one variant.");
        }
        if (elements.isEmpty() && scenario.isPresent()) {
            return scenario.get().variants().stream()
                    .flatMap(v -> complete(v.name(), v.title(), v.written(), SCENARIO).stream())
                    .toList();
        }
        return elements.stream().flatMap(e -> variant(e).stream()).toList();
    }

    private static JsonNode overrides(Fields fields) {
        JsonNode none = JsonNodeFactory.instance.objectNode();
        JsonNode overrides = fields.find("overrides").orElse(none);
        if (!overrides.isObject()) {
            fields.fault("overrides", "This must be an object: a merge patch on each variant's spec.");
            return none;
        }
        return overrides;
    }

    private Optional<RunVariant> variant(Fields.Element element) {
        if (element.node().isString() && scenario.isPresent()) {
            return ofScenario(element.pointer(), element.node().stringValue(), Optional.empty(), Optional.empty());
        }
        Fields from = fields.element(element);
        Optional<String> name = name(from);
        Optional<String> title = from.text("title", RunRequestReader.MAX_TITLE);
        Optional<JsonNode> spec = spec(from);
        from.refuseOthers();
        if (name.isEmpty()) {
            return Optional.empty();
        }
        if (scenario.isPresent()) {
            return ofScenario(element.pointer(), name.get(), title, spec);
        }
        return spec.flatMap(s -> complete(name.get(), title.orElse(name.get()), s, element.pointer() + "/spec"));
    }

    private Optional<RunVariant> ofScenario(
            String pointer, String name, Optional<String> title, Optional<JsonNode> patch) {
        Scenario of = scenario.orElseThrow();
        List<String> known = of.variants().stream().map(v -> v.name()).toList();
        if (!known.contains(name)) {
            faults.add(
                    pointer,
                    "The scenario " + of.id() + " has no variant \"" + name + "\"; it has " + String.join(", ", known)
                            + "." + Names.didYouMean(name, known),
                    null);
        }
        return of.variant(name).flatMap(v -> {
            JsonNode written = patch.map(p -> MergePatch.apply(v.written(), p)).orElseGet(v::written);
            return complete(name, title.orElse(v.title()), written, pointer + "/spec");
        });
    }

    private Optional<JsonNode> spec(Fields from) {
        Optional<JsonNode> spec = from.find("spec");
        if (spec.isEmpty() && scenario.isEmpty()) {
            from.fault("spec", "A variant of your own needs a spec.");
        }
        if (spec.isPresent() && !spec.get().isObject()) {
            from.fault("spec", "This must be an object.");
        }
        return spec.filter(JsonNode::isObject);
    }

    private Optional<String> name(Fields from) {
        Optional<String> name = from.text("name", RunRequestReader.MAX_TITLE);
        if (name.isEmpty() && from.areSound("name")) {
            from.fault("name", "A variant needs a name.");
        }
        if (name.isPresent() && !NAME.matcher(name.get()).matches()) {
            from.fault("name", "A name is 1 to 40 letters, digits, dots, dashes and underscores.");
        }
        return name;
    }

    private Optional<RunVariant> complete(String name, String title, JsonNode written, String pointer) {
        if (!names.add(name)) {
            faults.add(pointer.replaceAll("/spec$", ""), "There is a variant \"" + name + "\" already.", null);
        }
        JsonNode patched = withSeed(written, MergePatch.apply(written, overrides));
        Faults found = new Faults();
        Optional<SimulationSpec> spec = SpecReader.read(patched, "", found);
        found.all().forEach(fault -> report(fault, pointer));
        return spec.map(s -> RunVariant.of(name, title, s));
    }

    /** The seed of a spec holds, then that of the overrides, then that of the request. */
    private JsonNode withSeed(JsonNode written, JsonNode patched) {
        if (patched instanceof ObjectNode spec) {
            JsonNode own = written.path("seed");
            if (!own.isMissingNode() && !own.isNull()) {
                spec.set("seed", own);
            } else if (!spec.has("seed")) {
                seed.ifPresent(value -> spec.put("seed", value));
            }
        }
        return patched;
    }

    /** A fault that the overrides brought is reported where they say it, once for all variants. */
    private void report(Fault fault, String pointer) {
        boolean overridden =
                !fault.pointer().isEmpty() && !overrides.at(fault.pointer()).isMissingNode();
        String inSpec = pointer.equals(SCENARIO) ? SCENARIO : pointer + fault.pointer();
        String where = overridden ? "/overrides" + fault.pointer() : inSpec;
        if (reported.add(where + " " + fault.detail())) {
            faults.add(where, fault.detail(), fault.value());
        }
    }
}
