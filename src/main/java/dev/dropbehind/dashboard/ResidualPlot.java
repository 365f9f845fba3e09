package dev.dropbehind.dashboard;

import dev.dropbehind.validation.FigureResult;
import dev.dropbehind.validation.TableResult;
import dev.dropbehind.validation.TableScore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The errors of a table's cells over what was published, on a logarithmic axis. Places are percentages of the box, so
 * that text keeps its size on any screen.
 *
 * @param xs marks of the axis below
 * @param ys marks of the axis beside, in percent of error
 * @param bands what the classes of error cover, the widest first
 * @param points the cells, from the smallest published figure to the largest
 */
record ResidualPlot(List<Mark> xs, List<Mark> ys, List<Band> bands, List<Point> points) {

    /** The scale shows at least this much error, in percent. */
    private static final double LEAST = 30;

    /** The scale shows at most this much error; what is beyond lies at its edge. */
    private static final double MOST = 100;

    /** A mark every so many percent where the scale is short, or twice as many. */
    private static final int STEP = 10;

    /** Room at both ends of the axis below, in powers of ten. */
    private static final double MARGIN = 0.08;

    private static final double[] STEPS = {1, 2, 5};

    /**
     * A mark of an axis.
     *
     * @param at its place
     * @param words what stands beside it
     * @param isMinor whether a narrow screen may leave it out
     */
    record Mark(String at, String words, boolean isMinor) {}

    /**
     * The part of the box within some percent of error.
     *
     * @param top its upper end
     * @param bottom its lower end
     * @param height its height
     * @param words what it means
     */
    record Band(String top, String bottom, String height, String words) {}

    /**
     * A cell.
     *
     * @param x its place from the left
     * @param y its place from above
     * @param group whether it is of the fit, a check or beside the table
     * @param isOff whether its error is beyond the scale
     * @param row name of its row
     * @param words what it is, for whoever asks
     */
    record Point(String x, String y, String group, boolean isOff, String row, String words) {}

    /** Returns the plot of a table. */
    static ResidualPlot of(TableResult table, List<TableDocument.Cell> cells) {
        List<FigureResult> results =
                table.lines().stream().flatMap(line -> line.cells().stream()).toList();
        double limit = limit(results);
        double from = Math.log10(results.stream()
                        .mapToDouble(one -> one.figure().published())
                        .min()
                        .orElse(1))
                - MARGIN;
        double to = Math.log10(results.stream()
                        .mapToDouble(one -> one.figure().published())
                        .max()
                        .orElse(1))
                + MARGIN;
        return new ResidualPlot(
                xs(from, to),
                ys(limit),
                List.of(
                        band(TableScore.FAR_PERCENT, limit),
                        band(results.getFirst().figure().tolerance().amount(), limit)),
                cells.stream()
                        .sorted((one, other) -> Double.compare(
                                one.result().figure().published(),
                                other.result().figure().published()))
                        .map(cell -> point(cell, from, to, limit))
                        .toList());
    }

    private static double limit(List<FigureResult> results) {
        double largest = results.stream()
                .mapToDouble(one -> Math.abs(one.errorPercent().orElse(0)))
                .max()
                .orElse(0);
        return Math.clamp(Math.ceil(largest / STEP) * STEP, LEAST, MOST);
    }

    private static Point point(TableDocument.Cell cell, double from, double to, double limit) {
        double error = cell.result().errorPercent().orElse(0);
        return new Point(
                percent((Math.log10(cell.result().figure().published()) - from) / (to - from)),
                fromAbove(Math.clamp(error, -limit, limit), limit),
                cell.group(),
                Math.abs(error) > limit,
                cell.row(),
                cell.words());
    }

    private static List<Mark> xs(double from, double to) {
        List<Mark> marks = new ArrayList<>();
        for (int power = (int) Math.floor(from); power <= to; power++) {
            for (double step : STEPS) {
                double value = step * Math.pow(10, power);
                double place = Math.log10(value);
                if (place >= from && place <= to) {
                    marks.add(new Mark(percent((place - from) / (to - from)), shortened(value), step != 1));
                }
            }
        }
        return marks;
    }

    private static List<Mark> ys(double limit) {
        int step = limit > 5 * STEP ? 2 * STEP : STEP;
        int most = (int) (limit / step);
        return IntStream.rangeClosed(-most, most)
                .map(i -> i * step)
                .mapToObj(error -> new Mark(
                        fromAbove(error, limit),
                        error == 0 ? "0 %" : ValidationDocument.withMinus(String.format(Locale.ROOT, "%+d %%", error)),
                        false))
                .toList();
    }

    private static Band band(double percent, double limit) {
        return new Band(
                fromAbove(percent, limit),
                fromAbove(-percent, limit),
                percent(percent / limit),
                String.format(Locale.ROOT, "±%.0f %%", percent));
    }

    private static String fromAbove(double error, double limit) {
        return percent((1 - error / limit) / 2);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f%%", share * 100);
    }

    private static String shortened(double value) {
        return value >= 1000
                ? String.format(Locale.ROOT, "%.0fk", value / 1000)
                : String.format(Locale.ROOT, "%.0f", value);
    }
}
