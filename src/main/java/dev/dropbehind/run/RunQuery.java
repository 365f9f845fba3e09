package dev.dropbehind.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which runs to list, newest first.
 *
 * @param status only runs that stand so, or null
 * @param scenario only runs of this scenario, or null
 * @param labels only runs that have all of these
 * @param limit how many at most, at least 1
 * @param before only runs submitted before that of this ordinal, or null
 */
public record RunQuery(
        @Nullable RunStatus status,
        @Nullable String scenario,
        List<Label> labels,
        int limit,
        @Nullable Long before) {

    /** A label of that name, and of that value unless it is null. */
    public record Label(String name, @Nullable String value) {}

    /** Keeps its own copy. */
    public RunQuery {
        labels = List.copyOf(labels);
    }

    /** Returns a query for the newest runs whatever they are. */
    public static RunQuery newest(int limit) {
        return new RunQuery(null, null, List.of(), limit, null);
    }

    /** Returns the condition in SQL on the table {@code run}. */
    String condition() {
        StringBuilder where = new StringBuilder("where 1 = 1");
        where.append(status == null ? "" : " and status = :status");
        where.append(scenario == null ? "" : " and scenario = :scenario");
        where.append(before == null ? "" : " and ordinal < :before");
        for (int i = 0; i < labels.size(); i++) {
            where.append(" and exists (select 1 from run_label where run_id = run.id and label_name = :name" + i);
            where.append(labels.get(i).value() == null ? ")" : " and label_value = :value" + i + ")");
        }
        return where.toString();
    }

    /** Returns the values that the condition names. */
    Map<String, Object> parameters() {
        Map<String, Object> values = new HashMap<>();
        putIfThere(values, "status", status == null ? null : status.name());
        putIfThere(values, "scenario", scenario);
        putIfThere(values, "before", before);
        for (int i = 0; i < labels.size(); i++) {
            values.put("name" + i, labels.get(i).name());
            putIfThere(values, "value" + i, labels.get(i).value());
        }
        return values;
    }

    private static void putIfThere(Map<String, Object> values, String name, @Nullable Object value) {
        if (value != null) {
            values.put(name, value);
        }
    }
}
