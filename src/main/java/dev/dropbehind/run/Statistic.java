package dev.dropbehind.run;

import dev.dropbehind.engine.measure.Metric;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** How the values of several seconds become one. */
enum Statistic {
    /** The average. */
    MEAN(values -> sum(values) / values.size()),
    /** The smallest. */
    MIN(values -> values.stream().mapToDouble(v -> v).min().orElseThrow()),
    /** The largest. */
    MAX(values -> values.stream().mapToDouble(v -> v).max().orElseThrow()),
    /** All together. */
    SUM(Statistic::sum),
    /** That of the last second. */
    LAST(List::getLast);

    private final ToDoubleFunction<List<Double>> formula;

    Statistic(ToDoubleFunction<List<Double>> formula) {
        this.formula = formula;
    }

    /** Returns the value of these seconds, of which there is at least one. */
    double of(List<Double> values) {
        return formula.applyAsDouble(values);
    }

    /** Returns the word for it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns how a summary takes the values of a metric; percentiles of latencies it does not take from seconds. */
    static Optional<Statistic> ofSummary(Metric metric) {
        return switch (metric.kind()) {
            case RATE -> Optional.of(MEAN);
            case STATE -> Optional.of(LAST);
            case EVENTS -> Optional.of(SUM);
            case LATENCY -> Optional.empty();
        };
    }

    private static double sum(List<Double> values) {
        return values.stream().mapToDouble(v -> v).sum();
    }
}
