package dev.dropbehind.scenario;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Figures that were published for one variant, one a second.
 *
 * @param variant name of the variant
 * @param metric which of our values it is
 * @param unit the unit as it was printed
 * @param source the message and the table in it
 * @param role what the mean of the figures is to the model
 * @param tolerance how near the mean must be, in words
 * @param from first second that is compared
 * @param to last second that is compared
 * @param note what to know about the figures
 * @param seconds the seconds, counted from 1
 * @param values one for each second, in the metric's unit
 */
public record PublishedSeries(
        String variant,
        Metric metric,
        String unit,
        String source,
        Role role,
        String tolerance,
        int from,
        int to,
        String note,
        List<Integer> seconds,
        List<Double> values) {

    /** What a published figure is to the model. */
    public enum Role {
        /** The machine profile was fitted to it: it shows that the fit is good, nothing more. */
        FIT,
        /** It was not used: a prediction. */
        CHECK,
        /** It follows from mechanism alone, whatever the costs. */
        COUNTED
    }

    /** Checks that each second has its value. */
    public PublishedSeries {
        seconds = List.copyOf(seconds);
        values = List.copyOf(values);
        if (seconds.size() != values.size()) {
            throw new IllegalArgumentException(seconds.size() + " seconds for " + values.size() + " values");
        }
    }

    /** Returns whether a second is among those that are compared. */
    public boolean isCompared(int second) {
        return from <= second && second <= to;
    }

    /** Returns the mean of the figures over the seconds that are compared. */
    public double mean() {
        return IntStream.range(0, seconds.size())
                .filter(i -> isCompared(seconds.get(i)))
                .mapToDouble(values::get)
                .average()
                .orElseThrow();
    }

    /** Returns the mean of a run's samples over the same seconds. */
    public double meanOf(List<Sample> samples) {
        return samples.stream()
                .filter(sample -> isCompared(sample.second()))
                .mapToDouble(sample -> sample.value(metric))
                .average()
                .orElseThrow();
    }
}
