package dev.dropbehind.run;

import dev.dropbehind.scenario.Scenario;
import dev.dropbehind.scenario.ScenarioCatalogue;
import dev.dropbehind.specification.Faults;
import dev.dropbehind.specification.Fields;
import dev.dropbehind.specification.Names;
import dev.dropbehind.specification.SpecReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Reads run requests and names everything that is wrong with one at once. */
public final class RunRequestReader {

    static final int MAX_TITLE = 200;
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
        return read(body, true);
    }

    /**
     * Reads a request that may be larger than what is run.
     *
     * @param body the request as JSON
     * @throws dev.dropbehind.specification.InvalidInputException with everything that is wrong
     */
    RunRequest readOfAnySize(JsonNode body) {
        return read(body, false);
    }

    private RunRequest read(JsonNode body, boolean limited) {
        Faults faults = new Faults();
        Fields fields = Fields.of(body, "", faults);
        Optional<Scenario> scenario = scenario(fields);
        Optional<Long> seed = fields.whole("seed", 0, SpecReader.MAX_SEED);
        List<RunVariant> variants = new VariantsReader(fields, scenario, seed, limits.variantLimit(), faults).read();
        if (limited) {
            RunCost.of(variants)
                    .exceeding(limits)
                    .forEach(excess -> fields.fault("variants", "All variants together have " + excess + "."));
        }
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
        double number = node.get().doubleValue(Double.NaN);
        if (Double.isFinite(number) && Pace.isPace(number)) {
            return Optional.of(new Pace(number));
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

    /** Returns whether a text may be the name of a label. */
    static boolean isLabel(String name) {
        return LABEL.matcher(name).matches();
    }

    private static Map<String, String> labels(Fields fields) {
        Map<String, String> labels = new TreeMap<>();
        Fields from = fields.object("labels");
        for (String name : from.names()) {
            if (!isLabel(name)) {
                from.fault(name, "The name of a label is 1 to 63 letters, digits, dots, dashes and underscores.");
            }
            from.text(name, MAX_LABEL).ifPresent(value -> labels.put(name, value));
        }
        if (from.names().size() > MAX_LABELS) {
            fields.fault("labels", "A run has at most " + MAX_LABELS + " labels.");
        }
        return labels;
    }
}
