package dev.dropbehind.run;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What somebody wants to be run, checked and complete.
 *
 * @param title what to call it
 * @param scenario id of the scenario or {@link dev.dropbehind.scenario.Scenario#CUSTOM}
 * @param variants what to compare, at least one
 * @param seed seed of the variants that name none themselves
 * @param pace how fast to go
 * @param labels what to find it by
 */
public record RunRequest(
        String title, String scenario, List<RunVariant> variants, long seed, Pace pace, Map<String, String> labels) {

    /** Keeps its own copies. */
    public RunRequest {
        variants = List.copyOf(variants);
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }
}
