package dev.dropbehind.validation;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What simulating a validation gave: the content of the file {@code validations/ID.json}. Values have three decimals.
 *
 * @param engineVersion the engine that simulated
 * @param seeds the seeds
 * @param figures by the figure's id, a value a seed; of a cell of a table also of the first seeds alone
 * @param curves by the curve's id, for each published second that was simulated the median over the seeds
 */
record Measurement(
        String engineVersion,
        List<Long> seeds,
        SortedMap<String, List<Double>> figures,
        SortedMap<String, List<Double>> curves) {

    /** Keeps its own copies. */
    Measurement {
        seeds = List.copyOf(seeds);
        figures = new TreeMap<>(figures);
        curves = new TreeMap<>(curves);
    }

    /**
     * Returns our values of a figure.
     *
     * @param fewest how many seeds it has at least
     * @throws IllegalStateException if there are fewer, or more than seeds
     */
    List<Double> of(Figure figure, int fewest) {
        List<Double> values = figures.getOrDefault(figure.id(), List.of());
        if (values.size() < fewest || values.size() > seeds.size()) {
            throw new IllegalStateException(
                    figure.id() + " has " + values.size() + " simulated values for " + seeds.size() + " seeds");
        }
        return values;
    }

    /** Returns our values of a curve: none where it was not simulated. */
    List<Double> of(Validation.Curve curve) {
        return curves.getOrDefault(curve.id(), List.of());
    }
}
