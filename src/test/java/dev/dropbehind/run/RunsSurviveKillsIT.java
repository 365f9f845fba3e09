package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.testing.ServiceProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whatever happens to the process, a run that was accepted is executed, and comes out as if nothing had been. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RunsSurviveKillsIT {

    private static final int KILLS = 10;
    private static final int SECONDS = 40;
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    private Path directory;

    @Test
    void tenKillsAtRandomMomentsLoseNoRunAndNoSample() {
        Path data = directory.resolve("killed");
        Random moments = new Random(1);
        List<String> ids = new ArrayList<>();
        List<String> seen = new ArrayList<>();
        for (int life = 0; life < KILLS; life++) {
            try (ServiceProcess service = ServiceProcess.start(data)) {
                ids.add(submit(service, life == 0 ? "3" : "\"max\""));
                CompletableFuture<Void> viewer = view(service, ids.getFirst(), seen);
                pause(service, ids.getFirst(), moments.nextInt(1500));
                service.kill();
                viewer.join();
            }
        }
        try (ServiceProcess service = ServiceProcess.start(data)) {
            String undisturbed = submit(service, "\"max\"");
            for (String id : ids) {
                assertThat(digestsOf(service, id)).as(id).isEqualTo(digestsOf(service, undisturbed));
            }
            view(service, ids.getFirst(), seen).join();
            assertThat(seen).isEqualTo(samplesOf(service, undisturbed));
        }
    }

    @Test
    void aServiceThatIsToldToStopGoesOnWithItsRunsAtTheNextStartAndAViewerSeesNoSeam() {
        Path data = directory.resolve("stopped");
        String id;
        List<String> seen = new ArrayList<>();
        try (ServiceProcess service = ServiceProcess.start(data)) {
            id = submit(service, "3");
            CompletableFuture<Void> viewer = view(service, id, seen);
            pause(service, id, 1000);
            service.terminate();
            viewer.join();
        }
        try (ServiceProcess service = ServiceProcess.start(data)) {
            service.post("/api/v1/runs/" + id + "/pace", "{\"pace\": \"max\"}");
            view(service, id, seen).join();
            assertThat(seen).isEqualTo(samplesOf(service, submit(service, "\"max\"")));
            for (int last = 1; last <= 5; last++) {
                List<String> before = seen.subList(0, seen.size() - 2 * last);
                List<String> resumed = new ArrayList<>(before);
                view(service, id, resumed).join();
                assertThat(resumed).isEqualTo(seen);
            }
        }
    }

    private static List<String> samplesOf(ServiceProcess service, String id) {
        List<String> seen = new ArrayList<>();
        view(service, id, seen).join();
        assertThat(seen).hasSize(2 * 2 * SECONDS);
        return seen;
    }

    private static String submit(ServiceProcess service, String pace) {
        String spec = ApiClient.SPEC.replace("6s", SECONDS + "s");
        String request = ApiClient.json("{'variants': [{'name': 'one', 'spec': " + spec + "}, {'name': 'two', 'spec': "
                        + spec.replace("64k", "32k") + "}], 'pace': ")
                + pace + "}";
        return JSON.readTree(service.post("/api/v1/runs", request).body())
                .get("id")
                .asString();
    }

    private static List<String> digestsOf(ServiceProcess service, String id) {
        JsonNode run =
                JSON.readTree(service.get("/api/v1/runs/" + id + "?wait=60s").body());
        assertThat(run.get("status").asString()).isEqualTo("COMPLETED");
        return Stream.of("/variants/0/digest", "/variants/1/digest")
                .map(run::at)
                .map(JsonNode::asString)
                .toList();
    }

    /** Waits some milliseconds by asking for the end of a run that will not have come. */
    private static void pause(ServiceProcess service, String id, int millis) {
        service.get("/api/v1/runs/" + id + "?wait=" + millis + "ms");
    }

    /** Reads a stream after what was seen, as a browser does, until it ends or breaks. */
    private static CompletableFuture<Void> view(ServiceProcess service, String id, List<String> seen) {
        HttpRequest request = HttpRequest.newBuilder(service.uri("/api/v1/runs/" + id + "/stream"))
                .header("Last-Event-ID", Integer.toString(seen.size() / 2))
                .build();
        return HttpClient.newHttpClient()
                .sendAsync(request, BodyHandlers.ofLines())
                .thenAccept(answer -> keepSamples(answer.body(), seen))
                .exceptionally(broken -> null);
    }

    private static void keepSamples(Stream<String> lines, List<String> seen) {
        List<String> event = new ArrayList<>();
        try {
            lines.forEach(line -> {
                event.add(line);
                if (line.isEmpty()) {
                    if (event.getFirst().startsWith("id: ")) {
                        seen.addAll(List.of(event.getFirst(), event.get(2)));
                    }
                    event.clear();
                }
            });
        } catch (UncheckedIOException broken) {
            // The service is gone; what came is kept.
            assertThat(broken).hasCauseInstanceOf(IOException.class);
        }
    }
}
