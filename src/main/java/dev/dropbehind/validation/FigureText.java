package dev.dropbehind.validation;

import dev.dropbehind.scenario.Numbers;
import java.util.Locale;

/**
 * Figures in words, for pages: each with its unit, KiB as MiB, differences of percentages in points, and small ratios
 * with more decimals.
 */
public final class FigureText {

    private static final String PERCENT = "%";
    private static final String POINTS = "points";
    private static final String SMALL_RATIO = "reads/write";
    private static final double KIB_A_MIB = 1024;

    private FigureText() {}

    /** Returns what was published. */
    public static String published(FigureResult result) {
        return number("%,.1f", result.figure(), result.figure().published(), PERCENT);
    }

    /** Returns ours. */
    public static String simulated(FigureResult result) {
        return number("%,.1f", result.figure(), result.simulated(), PERCENT);
    }

    /** Returns how far apart the seeds are. */
    public static String spread(FigureResult result) {
        return number("%,.2f", result.figure(), result.spread(), POINTS);
    }

    /** Returns the error with its sign: in percent of what was published where the tolerance is, else in the unit. */
    public static String error(FigureResult result) {
        boolean isRelative = result.figure().tolerance().kind() == Tolerance.Kind.WITHIN_PERCENT;
        return isRelative && result.errorPercent().isPresent()
                ? format("%+.2f %%", result.errorPercent().getAsDouble())
                : number("%+,.2f", result.figure(), result.error(), POINTS);
    }

    /** Returns how near is near. */
    public static String tolerance(Figure figure) {
        Tolerance tolerance = figure.tolerance();
        String amount = switch (tolerance.kind()) {
            case WITHIN_PERCENT -> Numbers.plain(tolerance.amount()).toPlainString() + " %";
            case WITHIN -> plain(figure, tolerance.amount(), POINTS);
            case AT_MOST, AT_LEAST -> plain(figure, tolerance.amount(), PERCENT);
            case FROM_TO ->
                Numbers.plain(shown(figure, tolerance.amount())).toPlainString() + " to "
                        + plain(figure, tolerance.most(), PERCENT);
        };
        return tolerance.kind().words() + " " + amount;
    }

    private static String plain(Figure figure, double amount, String percent) {
        return Numbers.plain(shown(figure, amount)).toPlainString() + " " + unit(figure, percent);
    }

    private static String number(String format, Figure figure, double value, String percent) {
        if (figure.statistic().isOfSeconds()) {
            return format(format.startsWith("%+") ? "%+.0f s" : "%.0f s", value);
        }
        String digits = figure.unit().equals(SMALL_RATIO) ? format.replaceFirst("\\.\\d", ".4") : format;
        return format(digits, shown(figure, value)) + " " + unit(figure, percent);
    }

    private static String unit(Figure figure, String percent) {
        return switch (figure.unit()) {
            case "KiB" -> "MiB";
            case PERCENT -> percent;
            default -> figure.unit();
        };
    }

    private static double shown(Figure figure, double value) {
        return isKib(figure) ? value / KIB_A_MIB : value;
    }

    private static boolean isKib(Figure figure) {
        return figure.unit().equals("KiB");
    }

    /** A minus zero is a zero. */
    private static String format(String format, double value) {
        return String.format(Locale.ROOT, format, value == 0 ? 0.0 : value);
    }
}
