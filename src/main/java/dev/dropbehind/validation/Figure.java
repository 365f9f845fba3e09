package dev.dropbehind.validation;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.scenario.PublishedSeries.Role;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A published number and how near ours must be.
 *
 * @param id name within its validation
 * @param label what it is, for people
 * @param subject the machine it is of
 * @param metric which of our values it is
 * @param gainOver the machine that it is compared with, where the number is by how many percent more it is there; else
 *     null
 * @param statistic what makes one number of the seconds
 * @param seconds the seconds it is of
 * @param published the number, in the figure's unit
 * @param role whether it was used to fit the model, or checks it, or must follow from mechanism alone
 * @param tolerance how near is near
 * @param source the message and the table in it
 * @param reason why ours differs, as far as it is known; else empty
 */
public record Figure(
        String id,
        String label,
        Subject subject,
        Metric metric,
        @Nullable Subject gainOver,
        Statistic statistic,
        Seconds seconds,
        double published,
        Role role,
        Tolerance tolerance,
        String source,
        String reason) {

    /** Returns the unit of the number. */
    public String unit() {
        if (gainOver != null) {
            return "%";
        }
        return statistic.isOfSeconds() ? "s" : metric.unit();
    }

    /** Returns which number of the seconds it is, for people. */
    public String words() {
        return statistic.words()
                + (gainOver == null ? "" : ", gain over " + gainOver.variant().name());
    }

    /** Returns the machines that it takes. */
    List<Subject> subjects() {
        return gainOver == null ? List.of(subject) : List.of(subject, gainOver);
    }

    /**
     * Returns the number that simulations give.
     *
     * @param runs the samples of each of {@link #subjects}, in that order
     */
    double of(List<List<Sample>> runs) {
        double value = numberOf(runs.getFirst());
        return gainOver == null ? value : gain(value, numberOf(runs.getLast()));
    }

    /** Returns by how many percent a value is more than another. */
    static double gain(double value, double over) {
        return (value / over - 1) * 100;
    }

    private double numberOf(List<Sample> samples) {
        SortedMap<Integer, Double> values = bySecond(samples, metric);
        if (values.isEmpty()) {
            throw new IllegalStateException(id + ": the simulation has no second of " + seconds);
        }
        return statistic.of(values, bySecond(samples, Metric.IOPS));
    }

    private SortedMap<Integer, Double> bySecond(List<Sample> samples, Metric of) {
        SortedMap<Integer, Double> values = new TreeMap<>();
        samples.stream()
                .filter(sample -> seconds.contains(sample.second()))
                .forEach(sample -> values.put(sample.second(), sample.value(of)));
        return values;
    }
}
