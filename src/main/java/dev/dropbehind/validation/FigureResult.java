package dev.dropbehind.validation;

import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A published number with ours beside it.
 *
 * @param figure what was published
 * @param values ours, one a seed
 */
public record FigureResult(Figure figure, List<Double> values) {

    /** Keeps its own copy. */
    public FigureResult {
        values = List.copyOf(values);
    }

    /** Returns the median over the seeds. */
    public double simulated() {
        return Median.of(values);
    }

    /** Returns how far apart the seeds are: the largest value less the smallest. */
    public double spread() {
        return Collections.max(values) - Collections.min(values);
    }

    /** Returns ours less the published one, in the figure's unit. */
    public double error() {
        return simulated() - figure.published();
    }

    /** Returns the error in percent of what was published; nothing where that is zero. */
    public OptionalDouble errorPercent() {
        return figure.published() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(error() / Math.abs(figure.published()) * 100);
    }

    /** Returns how much of the tolerance is used up: 0 nothing, 1 all of it, above 1 the figure is outside. */
    public double used() {
        return figure.tolerance().used(figure.published(), simulated());
    }

    /** Returns whether ours is near enough. */
    public Verdict verdict() {
        return used() <= 1 ? Verdict.WITHIN : Verdict.OUTSIDE;
    }
}
