package dev.dropbehind.dashboard;

import dev.dropbehind.scenario.PublishedSeries;
import dev.dropbehind.validation.ValidationResult;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * What was published second by second, with ours beside it, as rows of text.
 *
 * @param title the metric in words
 * @param place the variant's place in its scenario, counted from 1
 * @param variant the variant's name
 * @param unit the unit as it was printed
 * @param source where it was published
 * @param note what to know about the figures
 * @param rows one a second
 */
record CurveTable(String title, int place, String variant, String unit, String source, String note, List<Line> rows) {

    private static final String NOT_SIMULATED = "–";

    /** One second; {@code compared} says whether it counts into the mean that is compared. */
    record Line(int second, String published, String simulated, String difference, boolean compared) {}

    /** Returns the table of a curve. */
    static CurveTable of(ValidationResult.CurveResult curve) {
        PublishedSeries series = curve.series();
        return new CurveTable(
                Sparkline.titleOf(series.metric()),
                ValidationDocument.placeOf(series.variant(), curve.scenario()),
                series.variant(),
                series.unit(),
                series.source(),
                series.note(),
                IntStream.range(0, series.seconds().size())
                        .mapToObj(i -> line(curve, i))
                        .toList());
    }

    private static Line line(ValidationResult.CurveResult curve, int place) {
        int second = curve.series().seconds().get(place);
        double published = curve.series().values().get(place);
        boolean isSimulated = place < curve.simulated().size();
        double simulated = isSimulated ? curve.simulated().get(place) : 0;
        return new Line(
                second,
                number("%,.1f", published),
                isSimulated ? number("%,.1f", simulated) : NOT_SIMULATED,
                isSimulated ? ValidationDocument.withMinus(number("%+,.1f", simulated - published)) : NOT_SIMULATED,
                curve.series().isCompared(second));
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
