package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.testing.ServiceTest;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Finding runs again, submitting them once, forgetting them. */
@ServiceTest
class HistoryApiTest {

    private static final String REQUEST =
            ApiClient.json("{'variants': [{'name': 'a', 'spec': " + ApiClient.SPEC + "}]}");

    @Autowired
    private WebTestClient client;

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
    void aKeyThatComesAgainIsAnsweredWithTheSameRun() {
        String key = UUID.randomUUID().toString();

        String first = idOf(submit(key, REQUEST).expectStatus().isAccepted());
        String again = idOf(submit(key, REQUEST).expectStatus().isAccepted());

        assertThat(again).isEqualTo(first);
        submit(key, REQUEST.replace("6s", "5s"))
                .expectStatus()
                .isEqualTo(422)
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody()
                .jsonPath("$.type")
                .value(type -> assertThat(type.toString()).endsWith("idempotency-key-reused"))
                .jsonPath("$.detail")
                .value(detail -> assertThat(detail.toString()).contains(first));
        assertThat(idOf(submit(UUID.randomUUID().toString(), REQUEST))).isNotEqualTo(first);
    }

    @Test
    void aKeyIsVisibleAscii() {
        submit("not one word", REQUEST)
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].pointer")
                .isEqualTo("Idempotency-Key");
    }

    @Test
    void runsAreFoundByAllOfTheirLabels() {
        String review = UUID.randomUUID().toString();
        String one = labelled(review, "v1");
        String two = labelled(review, "v2");

        assertThat(idsOf("?label=review:" + review)).containsExactly(two, one);
        assertThat(idsOf("?label=review:" + review + "&label=patch:v1")).containsExactly(one);
        assertThat(idsOf("?label=patch&label=review:" + review)).containsExactly(two, one);
        assertThat(idsOf("?label=patch:v3&label=review:" + review)).isEmpty();
    }

    @Test
    void runsThatAreOverAreFoundByTheirStatus() {
        String id = api.beginTwo("'max'");
        api.over(id);

        assertThat(idsOf("?status=COMPLETED&scenario=custom&limit=1")).containsExactly(id);
    }

    @Test
    void aRunThatIsOverCanBeForgotten() {
        String id = api.beginTwo("'max'");
        api.over(id);

        api.forget(id).expectStatus().isNoContent();

        for (String resource : List.of("", "/samples", "/table", "/stream")) {
            client.get()
                    .uri("/api/v1/runs/" + id + resource)
                    .exchange()
                    .expectStatus()
                    .isNotFound();
        }
        api.forget(id).expectStatus().isNotFound();
    }

    @Test
    void aRunThatIsNotOverCannotBeForgotten() {
        String id = api.beginTwo("0.1");

        client.delete()
                .uri("/api/v1/runs/{id}", id)
                .exchange()
                .expectStatus()
                .isEqualTo(409)
                .expectBody()
                .jsonPath("$.detail")
                .value(detail -> assertThat(detail.toString()).contains("Cancel it first"));
    }

    private String labelled(String review, String patch) {
        return api.begin("{'variants': [{'name': 'a', 'spec': " + ApiClient.SPEC + "}], 'labels': {'review': '" + review
                + "', 'patch': '" + patch + "'}}");
    }

    private List<String> idsOf(String query) {
        return StreamSupport.stream(api.get("/api/v1/runs" + query).get("runs").spliterator(), false)
                .map(run -> run.get("id").asString())
                .toList();
    }

    private ResponseSpec submit(String key, String body) {
        return client.post()
                .uri("/api/v1/runs")
                .header("Idempotency-Key", key)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(body)
                .exchange();
    }

    private static String idOf(ResponseSpec answer) {
        JsonNode run =
                new JsonMapper().readTree(answer.expectBody().returnResult().getResponseBodyContent());
        return run.get("id").asString();
    }
}
