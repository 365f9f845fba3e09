package dev.dropbehind.run;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.scenario.Numbers;
import java.io.ByteArrayOutputStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/** Makes the JSON of samples. */
final class SampleEncoder {

    private static final Metric[] METRICS = Metric.values();

    private final JsonMapper json;

    SampleEncoder(JsonMapper json) {
        this.json = json;
    }

    /** Returns a sample as a JSON object in UTF-8, on one line. */
    byte[] encode(RunSample sample) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
        try (JsonGenerator out = json.createGenerator(bytes)) {
            out.writeStartObject();
            out.writeNumberProperty("seq", sample.seq());
            out.writeStringProperty("variant", sample.variant());
            out.writeNumberProperty("second", sample.sample().second());
            out.writeObjectPropertyStart("values");
            for (Metric metric : METRICS) {
                out.writeName(metric.id());
                out.writeNumber(Numbers.plain(sample.sample().value(metric)));
            }
            out.writeEndObject();
            out.writeEndObject();
        }
        return bytes.toByteArray();
    }
}
