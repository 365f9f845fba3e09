package dev.dropbehind.run;

import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.scenario.Scenario;
import dev.dropbehind.scenario.ScenarioCatalogue;
import dev.dropbehind.specification.Fault;
import dev.dropbehind.specification.Faults;
import dev.dropbehind.specification.Fields;
import dev.dropbehind.specification.MergePatch;
import dev.dropbehind.specification.Names;
import dev.dropbehind.specification.SpecReader;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads run requests and names everything that is wrong with one at once. */
public final class RunRequestReader {

    private static final int MAX_TITLE = 200;
    private static final int MAX_LABELS = 16;
    private static final int MAX_LABEL = 200;
    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9._-]{1,63}");
    private static final String CUSTOM_TITLE = "Own experiment";

    private final ScenarioCatalogue catalogue;
    private final RunProperties limits;

    /**
     * Makes a reader.
     *
     * @param catalogue the scenarios that can be asked for
     * @param limits how much one run may ask for
     */
    RunRequestReader(ScenarioCatalogue catalogue, RunProperties limits) {
        this.catalogue = catalogue;
        this.limits = limits;
    }

    /**
     * Reads a request.
     *
     * @param body the request as JSON
     * @throws dev.dropbehind.specification.InvalidInputException with everything that is wrong
     */
    public RunRequest read(JsonNode body) {
        Faults faults = new Faults();
        Fields fields = Fields.of(body, "", faults);
        Optional<Scenario> scenario = scenario(fields);
        Optional<Long> seed = fields.whole("seed", 0, SpecReader.MAX_SEED);
        List<RunVariant> variants = new VariantsReader(fields, scenario, seed, limits.variantLimit(), faults).read();
        checkLimits(fields, variants);
        RunRequest request = new RunRequest(
                fields.text("title", MAX_TITLE)
                        .orElse(scenario.map(Scenario::title).orElse(CUSTOM_TITLE)),
                scenario.map(Scenario::id).orElse(Scenario.CUSTOM),
                variants,
                seed.orElse(SpecReader.DEFAULT_SEED),
                pace(fields).orElse(Pace.MAX),
                labels(fields));
        fields.refuseOthers();
        faults.throwIfAny();
        return request;
    }

    /**
     * Reads a pace: {@code {"pace": 5}} or {@code {"pace": "max"}}.
     *
     * @throws dev.dropbehind.specification.InvalidInputException if it is something else
     */
    static Pace readPace(JsonNode body) {
        Faults faults = new Faults();
        Fields fields = Fields.of(body, "", faults);
        Optional<Pace> pace = pace(fields);
        if (pace.isEmpty() && faults.isEmpty()) {
            fields.fault("pace", "Say a pace.");
        }
        fields.refuseOthers();
        faults.throwIfAny();
        return pace.orElse(Pace.MAX);
    }

    private static Optional<Pace> pace(Fields fields) {
        Optional<JsonNode> node = fields.find("pace");
        if (node.isEmpty()) {
            return Optional.empty();
        }
        if (node.get().isString() && node.get().stringValue().equals("max")) {
            return Optional.of(Pace.MAX);
        }
        if (node.get().isNumber() && Pace.isPace(node.get().doubleValue())) {
            return Optional.of(new Pace(node.get().doubleValue()));
        }
        fields.fault(
                "pace",
                "This must be " + Pace.SLOWEST + " to " + (int) Pace.FASTEST
                        + " simulated seconds a second, or \"max\".");
        return Optional.empty();
    }

    private Optional<Scenario> scenario(Fields fields) {
        Optional<String> id = fields.text("scenario", MAX_TITLE);
        Optional<Scenario> scenario = id.flatMap(catalogue::find);
        if (id.isPresent() && scenario.isEmpty()) {
            fields.fault(
                    "scenario",
                    "There is no scenario \"" + id.get() + "\"." + Names.didYouMean(id.get(), catalogue.ids()));
        }
        return scenario;
    }

    private static Map<String, String> labels(Fields fields) {
        Map<String, String> labels = new TreeMap<>();
        Fields from = fields.object("labels");
        for (String name : from.names()) {
            if (!LABEL.matcher(name).matches()) {
                from.fault(name, "The name of a label is 1 to 63 letters, digits, dots, dashes and underscores.");
            }
            from.text(name, MAX_LABEL).ifPresent(value -> labels.put(name, value));
        }
        if (from.names().size() > MAX_LABELS) {
            fields.fault("labels", "A run has at most " + MAX_LABELS + " labels.");
        }
        return labels;
    }

    private void checkLimits(Fields fields, List<RunVariant> variants) {
        long nanos = 0;
        long pages = 0;
        for (RunVariant variant : variants) {
            nanos = Math.addExact(nanos, variant.spec().durationNanos());
            pages = Math.addExact(pages, variant.pages());
        }
        if (nanos > limits.simulatedTimeLimit().toNanos()) {
            fields.fault(
                    "variants",
                    "All variants together last " + nanos / 1_000_000_000 + " s; the limit" + " simulatedTimeLimit is "
                            + limits.simulatedTimeLimit().toSeconds() + " s.");
        }
        if (pages > limits.pageLimit()) {
            fields.fault(
                    "variants",
                    "All variants together have " + pages + " pages of memory; the limit pageLimit" + " is "
                            + limits.pageLimit() + ".");
        }
    }

    /** Reads the variants: those of the scenario, all or some, perhaps changed; or own ones. */
    private static final class VariantsReader {

        private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,39}");

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
            if (!fields.has("scenario") && elements.isEmpty() && fields.areSound("variants")) {
                fields.fault("variants", "Name a scenario, or describe at least one variant.");
            }
            if (elements.isEmpty() && scenario.isPresent()) {
                return scenario.get().variants().stream()
                        .flatMap(v -> complete(v.name(), v.title(), v.written(), "/scenario").stream())
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
            Optional<String> title = from.text("title", MAX_TITLE);
            Optional<JsonNode> spec = from.find("spec");
            if (spec.isEmpty() && !fields.has("scenario")) {
                from.fault("spec", "A variant of your own needs a spec.");
            }
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
                        "The scenario " + of.id() + " has no variant \"" + name + "\"; it has "
                                + String.join(", ", known) + "." + Names.didYouMean(name, known),
                        null);
            }
            return of.variant(name).flatMap(v -> {
                JsonNode written =
                        patch.map(p -> MergePatch.apply(v.written(), p)).orElseGet(v::written);
                return complete(name, title.orElse(v.title()), written, pointer + "/spec");
            });
        }

        private Optional<String> name(Fields from) {
            Optional<String> name = from.text("name", MAX_TITLE);
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
            String where = (overridden ? "/overrides" : pointer)
                    + (pointer.equals("/scenario") && !overridden ? "" : fault.pointer());
            if (reported.add(where + " " + fault.detail())) {
                faults.add(where, fault.detail(), fault.value());
            }
        }
    }
}
