package dev.dropbehind.scenario;

import dev.dropbehind.engine.measure.Metric;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds metrics by their names in JSON. */
public final class MetricNames {

    private static final Map<String, Metric> BY_ID =
            Arrays.stream(Metric.values()).collect(Collectors.toUnmodifiableMap(Metric::id, Function.identity()));

    private MetricNames() {}

    /** Returns the metric of that name. */
    public static Optional<Metric> find(String id) {
        return Optional.ofNullable(BY_ID.get(id));
    }

    /** Returns all metrics by their names. */
    public static Map<String, Metric> byId() {
        return BY_ID;
    }
}
