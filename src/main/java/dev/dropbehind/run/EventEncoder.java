package dev.dropbehind.run;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;

/** Makes the bytes of server-sent events: {@code sample} with its sequence number as id, {@code status} without. */
final class EventEncoder {

    private static final byte[] HEARTBEAT = ascii(":\n\n");
    private static final byte[] END = ascii("\n\n");
    private static final byte[] STATUS = ascii("event: status\ndata: ");

    private final SampleEncoder samples;
    private final JsonMapper json;

    EventEncoder(JsonMapper json) {
        this.json = json;
        this.samples = new SampleEncoder(json);
    }

    /** Returns the event of a sample. */
    byte[] sample(RunSample sample) {
        return event(ascii("id: " + sample.seq() + "\nevent: sample\ndata: "), samples.encode(sample));
    }

    /** Returns the event of a run's status. */
    byte[] status(Run run) {
        return event(STATUS, json.writeValueAsBytes(RunView.of(run)));
    }

    /** Returns a comment that keeps a connection alive. */
    static byte[] heartbeat() {
        return HEARTBEAT.clone();
    }

    private static byte[] event(byte[] head, byte[] data) {
        ByteArrayOutputStream event = new ByteArrayOutputStream(head.length + data.length + END.length);
        event.writeBytes(head);
        event.writeBytes(data);
        event.writeBytes(END);
        return event.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
