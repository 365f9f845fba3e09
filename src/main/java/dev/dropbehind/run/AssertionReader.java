package dev.dropbehind.run;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.scenario.MetricNames;
import dev.dropbehind.scenario.Numbers;
import dev.dropbehind.specification.Faults;
import dev.dropbehind.specification.Fields;
import dev.dropbehind.specification.Names;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads assertions about a run that is complete, looks up each value, and names everything that is wrong at once. */
final class AssertionReader {

    private static final int MAX_ASSERTIONS = 100;
    private static final int MAX_TEXT = 100;
    private static final int MAX_SECOND = Integer.MAX_VALUE;
    private static final Map<String, Statistic> STATISTICS =
            Arrays.stream(Statistic.values()).collect(Collectors.toMap(Statistic::word, Function.identity()));

    private final Map<String, RunView.Variant> variants;
    private final List<RunSample> samples;
    private final Faults faults = new Faults();

    /**
     * Makes a reader.
     *
     * @param run the run, complete
     * @param samples all its samples
     */
    AssertionReader(Run run, List<RunSample> samples) {
        variants = RunView.of(run).variants().stream()
                .collect(Collectors.toMap(RunView.Variant::name, Function.identity()));
        this.samples = samples;
    }

    /**
     * Reads a list of assertions.
     *
     * @throws dev.dropbehind.specification.InvalidInputException with everything that is wrong
     */
    List<Assertion> read(JsonNode body) {
        List<Assertion> assertions = new ArrayList<>();
        if (!body.isArray() || body.isEmpty() || body.size() > MAX_ASSERTIONS) {
            faults.add("", "This must be a list of 1 to " + MAX_ASSERTIONS + " assertions.", body);
        } else {
            for (int i = 0; i < body.size(); i++) {
                read(Fields.of(body.get(i), "/" + i, faults)).ifPresent(assertions::add);
            }
        }
        faults.throwIfAny();
        return assertions;
    }

    private Optional<Assertion> read(Fields fields) {
        Optional<RunView.Variant> variant = required(fields, "variant", fields.word("variant", variants));
        Optional<String> metric = required(fields, "metric", fields.text("metric", MAX_TEXT));
        Optional<Statistic> statistic = fields.word("statistic", STATISTICS);
        Optional<Integer> from = fields.whole("from", 1, MAX_SECOND).map(Long::intValue);
        Optional<Integer> to = fields.whole("to", from.orElse(1), MAX_SECOND).map(Long::intValue);
        Optional<BigDecimal> min = fields.number("min");
        Optional<BigDecimal> max = fields.number("max");
        Optional<Object> wanted = wanted(fields);
        checkExpectation(fields, min, max);
        fields.refuseOthers();
        if (variant.isEmpty() && metric.isPresent()) {
            variants.values().stream().findFirst().ifPresent(any -> ofSummary(fields, any, metric.get()));
        }
        if (variant.isEmpty() || metric.isEmpty() || !fields.areSound()) {
            return Optional.empty();
        }
        Optional<Object> value = statistic.isPresent() || from.isPresent() || to.isPresent()
                ? ofSeconds(fields, variant.get(), metric.get(), statistic, from.orElse(1), to.orElse(MAX_SECOND))
                : ofSummary(fields, variant.get(), metric.get());
        value.ifPresent(found -> checkKind(fields, found, wanted.orElse(null)));
        return value.map(found -> new Assertion(
                variant.get().name(),
                metric.get(),
                statistic.map(Statistic::word).orElse(null),
                from.orElse(null),
                to.orElse(null),
                min.orElse(null),
                max.orElse(null),
                wanted.orElse(null),
                found));
    }

    private static <T> Optional<T> required(Fields fields, String name, Optional<T> value) {
        if (value.isEmpty() && fields.areSound(name)) {
            fields.fault(name, "This is missing.");
        }
        return value;
    }

    private static Optional<Object> wanted(Fields fields) {
        return fields.find("equals").flatMap(node -> {
            if (node.isNumber()) {
                return fields.number("equals").map(Object.class::cast);
            }
            return node.isBoolean()
                    ? Optional.of(node.booleanValue())
                    : fields.text("equals", MAX_TEXT).map(Object.class::cast);
        });
    }

    private static void checkExpectation(Fields fields, Optional<BigDecimal> min, Optional<BigDecimal> max) {
        boolean isBounded = fields.has("min") || fields.has("max");
        if (!isBounded && !fields.has("equals")) {
            fields.fault("max", "Say what must hold: min, max or equals.");
        }
        if (isBounded && fields.has("equals")) {
            fields.fault("equals", "Say either equals, or min and max.");
        }
        if (min.isPresent() && max.isPresent() && min.get().compareTo(max.get()) > 0) {
            fields.fault("max", "This is less than min, so nothing can hold.");
        }
    }

    private static void checkKind(Fields fields, Object found, @Nullable Object wanted) {
        if (!(found instanceof BigDecimal) && (fields.has("min") || fields.has("max"))) {
            fields.fault("metric", "This is no number: say equals.");
        }
        if (wanted != null && !found.getClass().equals(wanted.getClass())) {
            fields.fault("equals", "This is of another kind than the value, " + found + ".");
        }
    }

    private Optional<Object> ofSummary(Fields fields, RunView.Variant variant, String metric) {
        Map<String, @Nullable Object> summary = Objects.requireNonNullElse(variant.summary(), Map.of());
        if (!summary.containsKey(metric)) {
            fields.fault(
                    "metric",
                    "A summary has no value \"" + metric + "\"." + Names.didYouMean(metric, summary.keySet()));
            return Optional.empty();
        }
        Object value = summary.get(metric);
        if (value == null) {
            fields.fault("metric", "This variant has no such value.");
        }
        return Optional.ofNullable(value).map(AssertionReader::plain);
    }

    private Optional<Object> ofSeconds(
            Fields fields, RunView.Variant variant, String metric, Optional<Statistic> statistic, int from, int to) {
        Optional<Metric> measured = MetricNames.find(metric);
        if (measured.isEmpty()) {
            fields.fault("metric", "The samples have no value \"" + metric + "\", so no seconds can be named.");
            return Optional.empty();
        }
        Optional<Statistic> how = statistic.or(() -> Statistic.ofSummary(measured.get()));
        if (how.isEmpty()) {
            fields.fault("statistic", "This is missing: percentiles of seconds have no natural sum; say max or mean.");
            return Optional.empty();
        }
        List<Double> values = samples.stream()
                .filter(sample -> sample.variant().equals(variant.name()))
                .map(RunSample::sample)
                .filter(sample -> sample.second() >= from && sample.second() <= to)
                .map(sample -> sample.value(measured.get()))
                .toList();
        if (values.isEmpty()) {
            fields.fault(fields.has("from") ? "from" : "to", "The variant has no sample in these seconds.");
            return Optional.empty();
        }
        return Optional.of(Numbers.plain(how.get().of(values)));
    }

    private static Object plain(Object value) {
        return value instanceof Number number ? new BigDecimal(number.toString()) : value;
    }
}
