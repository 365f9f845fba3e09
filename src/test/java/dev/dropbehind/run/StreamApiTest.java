package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.testing.ServiceTest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

@ServiceTest
class StreamApiTest {

    @Autowired
    private WebTestClient client;

    @Autowired
    private StreamCounters streams;

    @LocalServerPort
    private int port;

    private ApiClient api;

    @BeforeEach
    void connect() {
        api = new ApiClient(client);
    }

    @AfterEach
    void endAll() {
        api.endAll();
    }

    @Test
    void aStreamResumesAtEachIdWithTheSameBytes() {
        String id = api.beginTwo("'max'");
        api.over(id);
        List<String> samples = samplesOf(api.stream(id, ""));

        assertThat(samples).hasSize(12);
        for (int seq = 0; seq < 12; seq++) {
            assertThat(samples.get(seq))
                    .startsWith("id: " + (seq + 1) + "\nevent: sample\ndata: {\"seq\":" + (seq + 1));
            assertThat(samplesOf(api.stream(id, "?after=" + seq))).isEqualTo(samples.subList(seq, 12));
            assertThat(samplesOf(resumed(id, seq))).isEqualTo(samples.subList(seq, 12));
        }
    }

    @Test
    void aStreamEndsWithTheLastStatus() {
        String id = api.beginTwo("'max'");

        List<String> events = api.stream(id, "");

        assertThat(events.getLast()).isEmpty();
        assertThat(events.get(events.size() - 2))
                .startsWith("event: status\ndata: ")
                .contains("\"COMPLETED\"");
        assertThat(samplesOf(events)).hasSize(12);
    }

    @Test
    void aStreamWithNothingLeftHasNoContent() {
        String id = api.beginTwo("'max'");
        api.over(id);

        client.get()
                .uri("/api/v1/runs/{id}/stream", id)
                .header("Last-Event-ID", "12")
                .exchange()
                .expectStatus()
                .isNoContent();
    }

    @Test
    void aPositionIsANumber() {
        String id = api.beginTwo("'max'");

        for (String query : List.of("?after=-1", "?after=x", "?before=1")) {
            client.get()
                    .uri("/api/v1/runs/" + id + "/stream" + query)
                    .exchange()
                    .expectStatus()
                    .isBadRequest();
        }
    }

    @Test
    void twoViewersSeeTheSameWhoeverControlsTheRun() throws Exception {
        String id = api.beginTwo("5");
        CompletableFuture<List<String>> one = open(id, 0).thenApply(StreamApiTest::eventsOf);
        api.control(id, "pause").expectStatus().isOk();
        CompletableFuture<List<String>> two = open(id, 0).thenApply(StreamApiTest::eventsOf);
        api.control(id, "step").expectStatus().isOk();
        api.pace(id, "{'pace': 50}").expectStatus().isOk();
        api.control(id, "resume").expectStatus().isOk();
        api.over(id);

        assertThat(samplesOf(one.get())).hasSize(12).isEqualTo(samplesOf(two.get()));
        assertThat(one.get()).anySatisfy(event -> assertThat(event).contains("\"pace\":50"));
    }

    @Test
    void aStreamThatIsCutAndTakenUpAgainHasNoGapAndNoRepeat() throws Exception {
        String id = api.beginTwo("20");
        List<String> seen = new ArrayList<>();
        while (seen.size() < 12) {
            try (Stream<String> lines = open(id, seen.size()).get().body()) {
                lines.filter(line -> line.startsWith("id: ")).limit(5).forEach(seen::add);
            }
        }

        assertThat(seen)
                .isEqualTo(Stream.iterate(1, i -> i + 1)
                        .limit(12)
                        .map(i -> "id: " + i)
                        .toList());
    }

    @Test
    void anIdleStreamHasHeartbeats() throws Exception {
        String id = api.beginTwo("0.1");
        api.control(id, "pause");

        try (Stream<String> lines = open(id, 0).get().body()) {
            assertThat(lines.filter(line -> line.equals(":")).limit(3)).hasSize(3);
        }
    }

    @Test
    void moreViewersThanTheLimitAreRefusedUntilOneLeaves() throws Exception {
        String id = api.beginTwo("0.1");
        List<Stream<String>> open = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Stream<String> lines = open(id, 0).get().body();
            assertThat(lines.iterator().next()).isEqualTo("event: status");
            open.add(lines);
        }

        client.get()
                .uri("/api/v1/runs/{id}/stream", id)
                .exchange()
                .expectStatus()
                .isEqualTo(429)
                .expectBody()
                .jsonPath("$.limit")
                .isEqualTo("viewerLimit");
        open.forEach(Stream::close);
        api.control(id, "cancel");
        assertThat(api.stream(id, "")).isNotEmpty();
    }

    @Test
    void streamsAreEventStreams() {
        String id = api.beginTwo("'max'");

        client.get()
                .uri("/api/v1/runs/{id}/stream", id)
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .contentTypeCompatibleWith(MediaType.TEXT_EVENT_STREAM)
                .expectHeader()
                .valueEquals("Cache-Control", "no-store");
        assertThat(streams.events()).isPositive();
    }

    private static List<String> samplesOf(List<String> events) {
        return events.stream().filter(event -> event.startsWith("id: ")).toList();
    }

    private static List<String> eventsOf(HttpResponse<Stream<String>> answer) {
        String text = String.join("\n", answer.body().toList()) + "\n";
        return List.of(text.split("(?<=\n\n)", -1));
    }

    private List<String> resumed(String id, int seq) {
        byte[] body = client.get()
                .uri("/api/v1/runs/{id}/stream", id)
                .header("Last-Event-ID", Integer.toString(seq))
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .returnResult()
                .getResponseBodyContent();
        return List.of(new String(body, java.nio.charset.StandardCharsets.UTF_8).split("(?<=\n\n)", -1));
    }

    private CompletableFuture<HttpResponse<Stream<String>>> open(String id, int after) {
        URI uri = URI.create("http://localhost:" + port + "/api/v1/runs/" + id + "/stream?after=" + after);
        return HttpClient.newHttpClient().sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofLines());
    }
}
