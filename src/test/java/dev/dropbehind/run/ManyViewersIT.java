package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.testing.ManyViewers;
import dev.dropbehind.testing.ServiceProcess;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ManyViewersIT {

    private static final int VIEWERS = 1000;
    private static final int SAMPLES = 60;

    @TempDir
    private Path directory;

    @Test
    void aThousandViewersOfOneRunGetEverySampleInItsOrder() throws Exception {
        try (ServiceProcess service = ServiceProcess.start(directory.resolve("data"))) {
            String run = submit(service);
            URI stream = service.uri("/api/v1/runs/" + run + "/stream");
            try (ManyViewers viewers = new ManyViewers(stream, VIEWERS, SAMPLES)) {
                service.post("/api/v1/runs/" + run + "/resume", "");
                viewers.readAll(Duration.ofMinutes(2));

                assertThat(viewers.received()).hasSize(VIEWERS).containsOnly(SAMPLES);
            }
        }
    }

    /** Begins a run of 60 seconds at 20 times real time, paused until all viewers are there. */
    private static String submit(ServiceProcess service) {
        String spec = ApiClient.SPEC.replace("6s", SAMPLES + "s");
        String request = ApiClient.json("{'variants': [{'name': 'one', 'spec': " + spec + "}], 'pace': 20}");
        String id = new JsonMapper()
                .readTree(service.post("/api/v1/runs", request).body())
                .get("id")
                .asString();
        service.post("/api/v1/runs/" + id + "/pause", "");
        return id;
    }
}
