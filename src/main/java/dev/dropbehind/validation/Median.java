package dev.dropbehind.validation;

import java.util.List;

/** The middle of some values. */
final class Median {

    private Median() {}

    /**
     * Returns the value in the middle, or the mean of the two in the middle.
     *
     * @param values at least one
     */
    static double of(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
