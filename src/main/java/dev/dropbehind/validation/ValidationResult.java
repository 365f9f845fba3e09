package dev.dropbehind.validation;

import dev.dropbehind.scenario.PublishedSeries;
import dev.dropbehind.scenario.PublishedSeries.Role;
import dev.dropbehind.scenario.Scenario;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A published table with ours beside it.
 *
 * @param validation what is compared
 * @param engineVersion the engine that simulated
 * @param seeds the seeds that every figure was simulated with
 * @param figures the numbers, the worst first: by how much of its tolerance each uses up
 * @param scores one a role, in the order of the roles
 * @param curves the published series
 */
public record ValidationResult(
        Validation validation,
        String engineVersion,
        List<Long> seeds,
        List<FigureResult> figures,
        List<Score> scores,
        List<CurveResult> curves) {

    /**
     * What was published second by second, with ours beside it.
     *
     * @param scenario the experiment
     * @param series what was published
     * @param simulated the median over the seeds, for each published second, as far as was simulated
     */
    public record CurveResult(Scenario scenario, PublishedSeries series, List<Double> simulated) {}

    /**
     * Puts a measurement beside what was published.
     *
     * @throws IllegalStateException if the measurement is not one of this validation
     */
    static ValidationResult of(Validation validation, Measurement measured) {
        int fewest = validation.family() == null ? measured.seeds().size() : Laboratory.FEWEST_SEEDS;
        List<FigureResult> figures = validation.figures().stream()
                .map(figure -> new FigureResult(figure, measured.of(figure, fewest)))
                .sorted(Comparator.comparingDouble(FigureResult::used).reversed())
                .toList();
        return new ValidationResult(
                validation,
                measured.engineVersion(),
                measured.seeds(),
                figures,
                Arrays.stream(Role.values())
                        .map(role -> Score.of(role, figures))
                        .toList(),
                validation.curves().stream()
                        .map(curve -> new CurveResult(curve.subject().scenario(), curve.series(), measured.of(curve)))
                        .toList());
    }

    /** Returns the figures as the cells of the table that they are of, if they are of one. */
    public Optional<TableResult> table() {
        return Optional.ofNullable(validation.family()).map(family -> TableResult.of(family, figures));
    }
}
