package dev.dropbehind.validation;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.scenario.PublishedSeries.Role;
import java.util.List;
import java.util.TreeMap;

/**
 * A published number and how near ours must be.
 *
 * @param id name within its validation
 * @param label what it is, for people
 * @param subject the machine it is of
 * @param metric which of our values it is
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
        Statistic statistic,
        Seconds seconds,
        double published,
        Role role,
        Tolerance tolerance,
        String source,
        String reason) {

    /** Returns the unit of the number. */
    public String unit() {
        return statistic == Statistic.ONSET ? "s" : metric.unit();
    }

    /** Returns the number that a simulation gives. */
    double of(List<Sample> samples) {
        TreeMap<Integer, Double> values = new TreeMap<>();
        samples.stream()
                .filter(sample -> seconds.contains(sample.second()))
                .forEach(sample -> values.put(sample.second(), sample.value(metric)));
        if (values.isEmpty()) {
            throw new IllegalStateException(id + ": the simulation has no second of " + seconds);
        }
        return statistic.of(values);
    }
}
