package dev.dropbehind.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of the runs, newest first.
 *
 * @param runs the runs
 * @param next the ordinal before which the next page starts, or null at the end
 */
public record RunPage(List<Run> runs, @Nullable Long next) {

    /** Keeps its own copy. */
    public RunPage {
        runs = List.copyOf(runs);
    }
}
