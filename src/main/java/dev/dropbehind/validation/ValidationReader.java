package dev.dropbehind.validation;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.scenario.Family;
import dev.dropbehind.scenario.MetricNames;
import dev.dropbehind.scenario.PublishedSeries;
import dev.dropbehind.scenario.PublishedSeries.Role;
import dev.dropbehind.scenario.Scenario;
import dev.dropbehind.scenario.ScenarioCatalogue;
import dev.dropbehind.scenario.Variant;
import dev.dropbehind.specification.Fault;
import dev.dropbehind.specification.Faults;
import dev.dropbehind.specification.Fields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Reads one validation file. What a figure does not say itself is that of the published table of its variant and
 * metric: seconds, role, tolerance, source and the number. Where it names a family, its figures are the cells of the
 * family's tables.
 */
final class ValidationReader {

    private static final int MAX_TEXT = 2000;
    private static final int MAX_FIGURES = 500;
    private static final Map<String, Role> ROLES = Arrays.stream(Role.values())
            .collect(Collectors.toMap(role -> role.name().toLowerCase(Locale.ROOT), Function.identity()));
    private static final Map<String, Statistic> STATISTICS =
            Arrays.stream(Statistic.values()).collect(Collectors.toMap(Statistic::id, Function.identity()));

    private final Faults faults = new Faults();
    private final Fields fields;
    private final Map<String, Scenario> scenarios;
    private final Map<String, Family> families;
    private final Set<String> ids = new HashSet<>();

    /**
     * Starts reading.
     *
     * @param tree the file's content
     * @param catalogue the scenarios it may name
     */
    ValidationReader(JsonNode tree, ScenarioCatalogue catalogue) {
        fields = Fields.of(tree, "", faults);
        scenarios = catalogue.all().stream().collect(Collectors.toMap(Scenario::id, Function.identity()));
        families = catalogue.families().stream().collect(Collectors.toMap(Family::id, Function.identity()));
    }

    /**
     * Returns the validation.
     *
     * @throws IllegalArgumentException with everything that is wrong
     */
    Validation read() {
        Optional<Family> family = fields.word("family", families);
        Optional<Scenario> scenario = fields.word("scenario", scenarios);
        Validation validation = new Validation(
                text(fields, "id"),
                text(fields, "title"),
                text(fields, "about"),
                family.map(this::cells).orElseGet(() -> figures(scenario)),
                family.orElse(null));
        fields.refuseOthers();
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(
                    faults.all().stream().map(Fault::toString).collect(Collectors.joining("; ")));
        }
        return validation;
    }

    private List<Figure> cells(Family family) {
        Seconds seconds = required(fields, "seconds", fields.find("seconds"))
                .flatMap(node -> parsed(fields, "seconds", node, Seconds::of))
                .orElse(new Seconds(1, 1));
        return TableFigures.of(family, seconds, fields.object("reasons"));
    }

    private List<Figure> figures(Optional<Scenario> scenario) {
        List<Figure> figures = new ArrayList<>();
        for (Fields.Element element : fields.list("figures", MAX_FIGURES)) {
            Fields from = fields.element(element);
            Optional<Scenario> own = from.word("scenario", scenarios).or(() -> scenario);
            subject(from, own).ifPresent(subject -> figures.add(figure(from, subject)));
            from.refuseOthers();
        }
        if (figures.isEmpty() && fields.areSound()) {
            fields.fault("figures", "There must be at least one.");
        }
        return figures;
    }

    private static Optional<Subject> subject(Fields from, Optional<Scenario> scenario) {
        Map<String, Variant> variants = new TreeMap<>();
        scenario.ifPresent(known -> variants.putAll(byName(known)));
        Optional<Variant> variant = required(from, "variant", from.word("variant", variants));
        return scenario.flatMap(known -> variant.map(one -> new Subject(known, one)));
    }

    private static Optional<Subject> gainOver(Fields from, Subject subject, Statistic statistic) {
        Optional<Subject> over = from.word("gainOver", byName(subject.scenario()))
                .map(variant -> new Subject(subject.scenario(), variant));
        if (over.isPresent() && statistic.isOfSeconds()) {
            from.fault("gainOver", "There is no gain of a number of seconds.");
        }
        return over;
    }

    private static Map<String, Variant> byName(Scenario scenario) {
        return scenario.variants().stream().collect(Collectors.toMap(Variant::name, Function.identity()));
    }

    private Figure figure(Fields from, Subject subject) {
        Metric metric = required(from, "metric", from.word("metric", MetricNames.byId()))
                .orElse(Metric.READ_MIBPS);
        Statistic statistic = from.word("statistic", STATISTICS).orElse(Statistic.MEAN);
        Optional<Subject> over = gainOver(from, subject, statistic);
        Optional<PublishedSeries> table = subject.published(metric);
        Seconds seconds = from.find("seconds")
                .flatMap(node -> parsed(from, "seconds", node, Seconds::of))
                .or(() -> table.map(series -> new Seconds(series.from(), series.to())))
                .orElseGet(() -> missing(from, "seconds", new Seconds(1, 1)));
        Function<Subject, Optional<Double>> number =
                one -> one.published(metric).map(series -> of(from, series, statistic, seconds));
        return new Figure(
                id(from),
                text(from, "label"),
                subject,
                metric,
                over.orElse(null),
                statistic,
                seconds,
                published(from, () -> ofTables(number, subject, over)),
                from.word("role", ROLES)
                        .or(() -> table.map(PublishedSeries::role))
                        .orElseGet(() -> missing(from, "role", Role.CHECK)),
                tolerance(from, over.isPresent() ? Optional.empty() : table),
                from.text("source", MAX_TEXT)
                        .or(() -> table.map(PublishedSeries::source))
                        .orElseGet(() -> missing(from, "source", "")),
                from.text("reason", MAX_TEXT).orElse(""));
    }

    private String id(Fields from) {
        String id = text(from, "id");
        if (!ids.add(id)) {
            from.fault("id", "Another figure has this id.");
        }
        return id;
    }

    private static double published(Fields from, Supplier<Optional<Double>> ofTables) {
        Optional<JsonNode> own = from.find("published");
        if (own.isPresent() && !own.get().isNumber()) {
            from.fault("published", "This must be a number.");
        }
        return own.map(node -> node.asDouble(0)).or(ofTables).orElseGet(() -> missing(from, "published", 0.0));
    }

    /** Returns the number of the subject's table, or by how much it is above that of another. */
    private static Optional<Double> ofTables(
            Function<Subject, Optional<Double>> number, Subject subject, Optional<Subject> over) {
        Optional<Double> value = number.apply(subject);
        return over.isEmpty() ? value : over.flatMap(number).flatMap(base -> value.map(of -> Figure.gain(of, base)));
    }

    private static double of(Fields from, PublishedSeries series, Statistic statistic, Seconds seconds) {
        TreeMap<Integer, Double> values = new TreeMap<>();
        for (int i = 0; i < series.seconds().size(); i++) {
            if (seconds.contains(series.seconds().get(i))) {
                values.put(series.seconds().get(i), series.values().get(i));
            }
        }
        if (values.isEmpty()) {
            from.fault("seconds", "The published table has none of them.");
            return 0;
        }
        return statistic.of(values);
    }

    private static Tolerance tolerance(Fields from, Optional<PublishedSeries> table) {
        Optional<Tolerance> own =
                from.find("tolerance").flatMap(node -> parsed(from, "tolerance", node, Tolerance::of));
        return own.or(() -> table.map(series -> Tolerance.of(series.tolerance())))
                .orElseGet(() -> missing(from, "tolerance", new Tolerance(Tolerance.Kind.WITHIN, 0)));
    }

    private static <T> Optional<T> parsed(Fields from, String name, JsonNode node, Function<String, T> parser) {
        try {
            return Optional.of(parser.apply(node.asString("")));
        } catch (IllegalArgumentException problem) {
            from.fault(name, String.valueOf(problem.getMessage()));
            return Optional.empty();
        }
    }

    private static String text(Fields from, String name) {
        return required(from, name, from.text(name, MAX_TEXT)).orElse("");
    }

    private static <T> Optional<T> required(Fields from, String name, Optional<T> value) {
        if (value.isEmpty() && from.areSound(name)) {
            from.fault(name, "This is missing.");
        }
        return value;
    }

    /** Notes that neither the file nor a published table says it, and goes on with something. */
    private static <T> T missing(Fields from, String name, T instead) {
        if (from.areSound(name)) {
            from.fault(name, "This is missing, and no published table has it.");
        }
        return instead;
    }
}
