package dev.dropbehind.validation;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;

/** What makes one number of the values of several seconds. */
public enum Statistic {
    /** The mean. */
    MEAN(
            "mean",
            values -> values.values().stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElseThrow()),
    /** The mean over all calls: each second counts by how many calls returned in it. */
    PER_CALL("mean of all calls", MEAN.formula) {
        @Override
        double of(SortedMap<Integer, Double> bySecond, SortedMap<Integer, Double> calls) {
            double all =
                    calls.values().stream().mapToDouble(Double::doubleValue).sum();
            double sum = bySecond.entrySet().stream()
                    .mapToDouble(value -> value.getValue() * calls.getOrDefault(value.getKey(), 0.0))
                    .sum();
            return all == 0 ? 0 : sum / all;
        }
    },
    /** The lowest value. */
    MIN(
            "lowest",
            values -> values.values().stream()
                    .mapToDouble(Double::doubleValue)
                    .min()
                    .orElseThrow()),
    /** The highest value. */
    MAX("highest", Statistic::highest),
    /** The value that half of the seconds are below; of an even number of them the mean of the two in the middle. */
    MEDIAN("median", values -> Median.of(List.copyOf(values.values()))),
    /** How many seconds are under a tenth of the highest value: how often it stood still. */
    STALLS("seconds under 10 % of the highest", values -> secondsUnder(values, 0.10)),
    /** How many seconds are under 35 % of the highest value. */
    DIPS("seconds under 35 % of the highest", values -> secondsUnder(values, 0.35)),
    /** The highest value less the lowest one: how far from flat. */
    SWING("highest less lowest", values -> highest(values) - MIN.of(values)),
    /** The first second whose value is above zero; the second after the last where there is none. */
    ONSET(
            "first second above zero",
            values -> values.entrySet().stream()
                    .filter(value -> value.getValue() > 0)
                    .mapToInt(Map.Entry::getKey)
                    .findFirst()
                    .orElse(values.lastKey() + 1));

    private final String words;
    private final ToDoubleFunction<SortedMap<Integer, Double>> formula;

    Statistic(String words, ToDoubleFunction<SortedMap<Integer, Double>> formula) {
        this.words = words;
        this.formula = formula;
    }

    /** Returns its name in files and JSON. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns what it is, for people. */
    public String words() {
        return words;
    }

    /** Returns whether the number is one of seconds, whatever the values are. */
    public boolean isOfSeconds() {
        return switch (this) {
            case ONSET, STALLS, DIPS -> true;
            case MEAN, PER_CALL, MIN, MAX, MEDIAN, SWING -> false;
        };
    }

    /**
     * Returns the number.
     *
     * @param bySecond at least one value
     * @param calls how many calls returned in each of these seconds
     */
    double of(SortedMap<Integer, Double> bySecond, SortedMap<Integer, Double> calls) {
        return of(bySecond);
    }

    /**
     * Returns the number where nobody knows of calls: each second counts as much.
     *
     * @param bySecond at least one value
     */
    double of(SortedMap<Integer, Double> bySecond) {
        return formula.applyAsDouble(bySecond);
    }

    private static double secondsUnder(SortedMap<Integer, Double> values, double share) {
        double line = share * highest(values);
        return values.values().stream().filter(value -> value < line).count();
    }

    private static double highest(SortedMap<Integer, Double> values) {
        return values.values().stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }
}
