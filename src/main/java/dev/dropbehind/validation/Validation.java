package dev.dropbehind.validation;

import dev.dropbehind.scenario.PublishedSeries;
import dev.dropbehind.scenario.Scenario;
import java.util.List;

/**
 * A published table and what of it is compared.
 *
 * @param id name in addresses
 * @param title what it is, in a few words
 * @param about what was measured and what is compared, in plain words
 * @param figures the numbers that are compared
 */
public record Validation(String id, String title, String about, List<Figure> figures) {

    /** Keeps its own copy. */
    public Validation {
        figures = List.copyOf(figures);
    }

    /** Returns the machines that are simulated. */
    List<Subject> subjects() {
        return figures.stream()
                .flatMap(figure -> figure.subjects().stream())
                .distinct()
                .toList();
    }

    /** Returns the experiments that the figures are of. */
    public List<Scenario> scenarios() {
        return subjects().stream().map(Subject::scenario).distinct().toList();
    }

    /** Returns what was published second by second of the machines that are simulated. */
    List<Curve> curves() {
        return subjects().stream()
                .flatMap(subject -> subject.scenario().published().stream()
                        .filter(series ->
                                series.variant().equals(subject.variant().name()))
                        .map(series -> new Curve(subject, series)))
                .toList();
    }

    /** A published series and the machine it is of. */
    record Curve(Subject subject, PublishedSeries series) {

        /** Returns its name within the validation. */
        String id() {
            return subject.scenario().id() + "/" + series.variant() + "/"
                    + series.metric().id();
        }
    }
}
