package dev.dropbehind.dashboard;

import dev.dropbehind.run.Run;
import java.time.Instant;
import java.util.Locale;

/**
 * A run as a row of a list.
 *
 * @param id its name in addresses
 * @param title what its owner calls it
 * @param status how it stands, the word of the API
 * @param statusWord how it stands, for people
 * @param elapsed how far it is
 * @param createdAt when it was submitted
 */
record RecentRun(String id, String title, String status, String statusWord, String elapsed, Instant createdAt) {

    /** Returns the row of a run. */
    static RecentRun of(Run run) {
        String status = run.status().name();
        return new RecentRun(
                run.id().value(),
                run.title(),
                status,
                status.toLowerCase(Locale.ROOT),
                run.progress().second() + " of " + run.progress().ofSeconds() + " s",
                run.createdAt());
    }
}
