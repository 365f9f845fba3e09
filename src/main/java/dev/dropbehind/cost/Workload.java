package dev.dropbehind.cost;

import dev.dropbehind.scenario.Family;
import java.util.List;

/**
 * Rows of a published table that differ only in the size of their calls.
 *
 * @param id name in addresses, for example {@code write-cache-append}
 * @param title the same in words
 * @param rows the rows, the smallest calls first
 */
public record Workload(String id, String title, List<Family.Row> rows) {

    /** Keeps its own copy. */
    public Workload {
        rows = List.copyOf(rows);
    }
}
