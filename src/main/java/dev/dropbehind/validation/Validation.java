package dev.dropbehind.validation;

import dev.dropbehind.scenario.Family;
import dev.dropbehind.scenario.PublishedSeries;
import dev.dropbehind.scenario.Scenario;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A published table and what of it is compared.
 *
 * @param id name in addresses
 * @param title what it is, in a few words
 * @param about what was measured and what is compared, in plain words
 * @param figures the numbers that are compared
 * @param family the table whose cells they are, or null where they are of no such table
 */
public record Validation(
        String id,
        String title,
        String about,
        List<Figure> figures,
        @Nullable Family family) {

    /** Keeps its own copy. */
    public Validation {
        figures = List.copyOf(figures);
    }

    /** Makes one of single figures. */
    public Validation(String id, String title, String about, List<Figure> figures) {
        this(id, title, about, figures, null);
    }

    /** Returns the address of its page: a table has its own, single figures share one. */
    public String page() {
        return (family == null ? "/validation#" : "/validation/") + id;
    }

    /** Returns the name of the figure of a cell: the row and the variant. */
    static String figureId(Family.Row row, Family.Cell cell) {
        return row.name() + "/" + cell.variant();
    }

    /** Returns the machines that are simulated. */
    List<Subject> subjects() {
        return figures.stream()
                .flatMap(figure -> figure.subjects().stream())
                .distinct()
                .toList();
    }

    /** Returns how many simulations it takes at most: each machine with each seed. */
    public int simulations() {
        return subjects().size() * Laboratory.SEEDS.size();
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
