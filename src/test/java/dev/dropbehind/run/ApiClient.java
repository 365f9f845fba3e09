package dev.dropbehind.run;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The service as a script uses it; ends what it began. */
final class ApiClient {

    /** A machine that is cheap to simulate: 16 MiB a second from an NVMe device into 64 MiB. */
    static final String SPEC = "{'memory': {'ram': '64MiB', 'reserved': '16MiB'}, 'device': {'readBandwidth': '16MiB'},"
            + " 'jobs': [{'size': '1GiB', 'bs': '64k'}], 'duration': '6s'}";

    private static final JsonMapper JSON = new JsonMapper();

    private final WebTestClient client;
    private final List<String> begun = new ArrayList<>();

    ApiClient(WebTestClient client) {
        this.client = client;
    }

    /** Returns a text with apostrophes as JSON. */
    static String json(String text) {
        return text.replace('\'', '"');
    }

    /** Posts a request for a run; single quotes stand for double ones. */
    ResponseSpec submit(String request) {
        return post("/api/v1/runs", request);
    }

    /** Posts JSON; single quotes stand for double ones. */
    ResponseSpec post(String uri, String body) {
        return client.post()
                .uri(uri)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(json(body))
                .exchange();
    }

    /** Begins a run of two cheap variants at a pace, a number or {@code "max"} in quotes, and returns its id. */
    String beginTwo(String pace) {
        return begin("{'variants': [{'name': 'one', 'spec': " + SPEC + "}, {'name': 'two', 'spec': " + SPEC
                + "}], 'pace': " + pace + "}");
    }

    /** Begins a run and returns its id. */
    String begin(String request) {
        EntityExchangeResult<byte[]> answer =
                submit(request).expectStatus().isAccepted().expectBody().returnResult();
        String id = tree(answer).get("id").asString();
        begun.add(id);
        return id;
    }

    /** Returns the run when it is over. */
    JsonNode over(String id) {
        return get("/api/v1/runs/" + id + "?wait=60s");
    }

    /** Returns the JSON at an address. */
    JsonNode get(String uri) {
        return tree(client.get()
                .uri(uri)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .returnResult());
    }

    /** Returns the text at an address in a form. */
    String text(String uri, String accept) {
        EntityExchangeResult<byte[]> answer = client.get()
                .uri(uri)
                .header("Accept", accept)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .returnResult();
        return new String(answer.getResponseBodyContent(), StandardCharsets.UTF_8);
    }

    /** Calls a control of a run. */
    ResponseSpec control(String id, String call) {
        return client.post().uri("/api/v1/runs/{id}/{call}", id, call).exchange();
    }

    /** Forgets a run. */
    ResponseSpec forget(String id) {
        begun.remove(id);
        return client.delete().uri("/api/v1/runs/{id}", id).exchange();
    }

    /** Sets the pace of a run. */
    ResponseSpec pace(String id, String body) {
        return client.post()
                .uri("/api/v1/runs/{id}/pace", id)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(json(body))
                .exchange();
    }

    /** Returns the events of a run's stream until it ends. */
    List<String> stream(String id, String query) {
        return List.of(text("/api/v1/runs/" + id + "/stream" + query, MediaType.TEXT_EVENT_STREAM_VALUE)
                .split("(?<=\n\n)", -1));
    }

    /** Ends every run that is not over. */
    void endAll() {
        begun.forEach(id -> control(id, "cancel").expectStatus().value(status -> {}));
        begun.forEach(this::over);
    }

    /** Returns the JSON of an answer, which must have this status. */
    JsonNode tree(ResponseSpec answer, int status) {
        return tree(answer.expectStatus().isEqualTo(status).expectBody().returnResult());
    }

    private static JsonNode tree(EntityExchangeResult<byte[]> answer) {
        return JSON.readTree(answer.getResponseBodyContent());
    }
}
