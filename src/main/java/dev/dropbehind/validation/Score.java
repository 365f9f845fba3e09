package dev.dropbehind.validation;

import dev.dropbehind.scenario.PublishedSeries.Role;
import java.util.List;

/**
 * How the figures of one role do.
 *
 * @param role the role
 * @param figures how many there are
 * @param within how many of them are within their tolerance
 * @param medianUsed how much of its tolerance the figure in the middle uses up; 1 is all of it
 */
public record Score(Role role, int figures, int within, double medianUsed) {

    /** Adds up the figures of a role; nothing used where there are none. */
    static Score of(Role role, List<FigureResult> all) {
        List<FigureResult> figures =
                all.stream().filter(one -> one.figure().role() == role).toList();
        long within =
                figures.stream().filter(one -> one.verdict() == Verdict.WITHIN).count();
        List<Double> used = figures.stream().map(FigureResult::used).toList();
        return new Score(role, figures.size(), (int) within, used.isEmpty() ? 0 : Median.of(used));
    }
}
