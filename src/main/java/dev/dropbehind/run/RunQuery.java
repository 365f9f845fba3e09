package dev.dropbehind.run;

import org.jspecify.annotations.Nullable;

/**
 * Which runs to list, newest first.
 *
 * @param status only runs that stand so, or null
 * @param scenario only runs of this scenario, or null
 * @param limit how many at most, at least 1
 * @param after the last run of the page before, or null
 */
public record RunQuery(
        @Nullable RunStatus status,
        @Nullable String scenario,
        int limit,
        @Nullable RunId after) {

    /** Returns a query for the newest runs whatever they are. */
    public static RunQuery newest(int limit) {
        return new RunQuery(null, null, limit, null);
    }

    /** Returns whether a run is among those asked for. */
    public boolean matches(Run run) {
        return (status == null || status == run.status()) && (scenario == null || scenario.equals(run.scenario()));
    }
}
