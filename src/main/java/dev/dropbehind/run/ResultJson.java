package dev.dropbehind.run;

import dev.dropbehind.engine.JobError;
import dev.dropbehind.engine.SimulationResult;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Ledger;
import dev.dropbehind.engine.measure.Mark;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Summary;
import dev.dropbehind.engine.spec.Cost;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a variant has come to, as it is stored: exact, metrics by name. */
final class ResultJson {

    private final JsonMapper json;

    ResultJson(JsonMapper json) {
        this.json = json;
    }

    /** Returns the result as text; null stays null. */
    @Nullable
    String write(@Nullable SimulationResult result) {
        if (result == null) {
            return null;
        }
        ObjectNode tree = json.createObjectNode();
        tree.put("endNanos", result.endNanos())
                .put("bytesRead", result.bytesRead())
                .put("bytesWritten", result.bytesWritten())
                .put("syscalls", result.syscalls())
                .put("events", result.events())
                .put("dataVerified", result.dataVerified())
                .put("digest", result.digest());
        summary(tree.putObject("summary"), result.summary());
        ArrayNode marks = tree.putArray("marks");
        result.marks()
                .forEach(mark ->
                        marks.addObject().put("kind", mark.kind().name()).put("atNanos", mark.atNanos()));
        ArrayNode errors = tree.putArray("errors");
        result.errors()
                .forEach(error -> errors.addObject()
                        .put("job", error.job())
                        .put("errno", error.errno())
                        .put("atNanos", error.atNanos()));
        ledger(tree.putObject("ledger"), result.ledger());
        return tree.toString();
    }

    private static void summary(ObjectNode tree, Summary summary) {
        tree.put("seconds", summary.seconds());
        ObjectNode values = tree.putObject("values");
        ObjectNode peaks = tree.putObject("peaks");
        for (Metric metric : Metric.values()) {
            values.put(metric.id(), summary.value(metric));
            peaks.put(metric.id(), summary.peak(metric));
        }
    }

    /** Writes what was paid for: by account and cost, the units and the nanoseconds. */
    private static void ledger(ObjectNode tree, Ledger ledger) {
        for (Counter account : Ledger.ACCOUNTS) {
            ObjectNode entries = tree.putObject(account.name());
            for (Cost cost : Cost.values()) {
                if (ledger.units(account, cost) > 0) {
                    entries.putArray(cost.name())
                            .add(ledger.units(account, cost))
                            .add(ledger.nanos(account, cost));
                }
            }
        }
    }

    /** Returns the result that a text tells; null stays null. */
    @Nullable
    SimulationResult read(@Nullable String text) {
        if (text == null) {
            return null;
        }
        JsonNode tree = json.readTree(text);
        JsonNode summary = tree.get("summary");
        return new SimulationResult(
                tree.get("endNanos").longValue(),
                tree.get("bytesRead").longValue(),
                tree.get("bytesWritten").longValue(),
                tree.get("syscalls").longValue(),
                Summary.of(
                        summary.get("seconds").intValue(),
                        metric -> summary.get("values").path(metric.id()).asDouble(0),
                        metric -> summary.get("peaks").path(metric.id()).asDouble(0)),
                marks(tree.get("marks")),
                errors(tree.get("errors")),
                flag(tree.path("dataVerified")),
                tree.get("events").longValue(),
                ledger(tree.path("ledger")),
                tree.get("digest").stringValue());
    }

    private static Ledger ledger(JsonNode tree) {
        Ledger ledger = new Ledger();
        for (Counter account : Ledger.ACCOUNTS) {
            for (Cost cost : Cost.values()) {
                JsonNode entry = tree.path(account.name()).path(cost.name());
                ledger.add(account, cost, entry.path(0).asLong(0), entry.path(1).asLong(0));
            }
        }
        return ledger;
    }

    private static @Nullable Boolean flag(JsonNode value) {
        return value.isBoolean() ? value.booleanValue() : null;
    }

    private static List<Mark> marks(JsonNode tree) {
        List<Mark> marks = new ArrayList<>();
        for (JsonNode mark : tree) {
            marks.add(new Mark(
                    Mark.Kind.valueOf(mark.get("kind").stringValue()),
                    mark.get("atNanos").longValue()));
        }
        return marks;
    }

    private static List<JobError> errors(JsonNode tree) {
        List<JobError> errors = new ArrayList<>();
        for (JsonNode error : tree) {
            errors.add(new JobError(
                    error.get("job").stringValue(),
                    error.get("errno").stringValue(),
                    error.get("atNanos").longValue()));
        }
        return errors;
    }
}
