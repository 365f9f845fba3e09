package dev.dropbehind.run;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Samples as they are stored: exact, by name, zeros left out. A value that a later version adds is zero in what was
 * stored before; one that it drops is passed over.
 */
final class SampleJson {

    private static final Metric[] METRICS = Metric.values();
    private static final Counter[] COUNTERS = Counter.values();

    private final JsonMapper json;

    SampleJson(JsonMapper json) {
        this.json = json;
    }

    /** Returns the metrics that are not zero. */
    String metrics(Sample sample) {
        ObjectNode values = json.createObjectNode();
        for (Metric metric : METRICS) {
            if (sample.value(metric) != 0) {
                values.put(metric.id(), sample.value(metric));
            }
        }
        return values.toString();
    }

    /** Returns the counters that are not zero. */
    String counters(Sample sample) {
        ObjectNode values = json.createObjectNode();
        for (Counter counter : COUNTERS) {
            if (sample.counter(counter) != 0) {
                values.put(counter.name(), sample.counter(counter));
            }
        }
        return values.toString();
    }

    /** Returns the sample of a second. */
    Sample read(int second, String metrics, String counters) {
        JsonNode stored = json.readTree(metrics);
        double[] values = new double[METRICS.length];
        for (Metric metric : METRICS) {
            values[metric.ordinal()] = stored.path(metric.id()).asDouble(0);
        }
        return new Sample(second, values, readCounters(json.readTree(counters)));
    }

    private static Counters readCounters(JsonNode stored) {
        Counters counters = new Counters();
        for (Counter counter : COUNTERS) {
            counters.add(counter, stored.path(counter.name()).asLong(0));
        }
        return counters;
    }
}
