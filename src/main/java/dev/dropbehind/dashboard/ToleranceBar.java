package dev.dropbehind.dashboard;

import dev.dropbehind.validation.FigureResult;
import java.util.Locale;

/**
 * How much of its tolerance a figure uses up, as a bar in a box of {@value #WIDTH} with the end of the tolerance at
 * {@value #LIMIT}: what lies beyond is outside.
 *
 * @param length the bar's length
 * @param words the same in words
 */
record ToleranceBar(String length, String words) {

    /** Width of the box in its own units. */
    static final int WIDTH = 100;

    /** Where the tolerance ends. */
    static final int LIMIT = 80;

    /** Returns the bar of a figure; one that is far outside fills the box. */
    static ToleranceBar of(FigureResult result) {
        double length = Math.min(result.used() * LIMIT, WIDTH);
        return new ToleranceBar(
                String.format(Locale.ROOT, "%.1f", length),
                String.format(Locale.ROOT, "%.0f\u00a0%% of it used", result.used() * 100));
    }
}
