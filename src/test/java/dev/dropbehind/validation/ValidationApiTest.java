package dev.dropbehind.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.testing.ServiceTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@ServiceTest
class ValidationApiTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String F2FS = "/api/v1/validations/f2fs-uncached-read";

    @Autowired
    private WebTestClient client;

    @Test
    void everyFigureSaysWhatWasPublishedWhatIsSimulatedAndHowNearThatIs() {
        JsonNode figure = figure(tree(get(F2FS)), "dontcache-throughput");

        assertThat(figure.propertyNames())
                .contains("published", "simulated", "values", "spread", "unit", "error", "errorPercent", "tolerance")
                .contains("toleranceUsedPercent", "role", "verdict", "source", "reason", "from", "to", "statistic");
        assertThat(figure.get("published").asDouble()).isEqualTo(1869.7);
        assertThat(figure.get("values").size()).isEqualTo(5);
        assertThat(figure.get("role").asString()).isEqualTo("check");
        assertThat(figure.get("verdict").asString()).isEqualTo("within");
        assertThat(figure.get("source").asString()).startsWith("[PATCH] f2fs");
    }

    @Test
    void scoresOfFitAndCheckAreApartAndTheWorstFigureIsFirst() {
        JsonNode validation = tree(get(F2FS));
        List<Double> used = validation
                .get("figures")
                .valueStream()
                .map(figure -> figure.get("toleranceUsedPercent").asDouble())
                .toList();

        assertThat(used).hasSize(9).isSortedAccordingTo((a, b) -> Double.compare(b, a));
        assertThat(validation.at("/scores/fit/figures").asInt()).isEqualTo(2);
        assertThat(validation.at("/scores/check/figures").asInt()).isEqualTo(6);
        assertThat(validation.at("/scores/counted/within").asInt()).isEqualTo(1);
        assertThat(validation.at("/series/0/published").size()).isEqualTo(20);
        assertThat(validation.at("/series/0/simulated").size()).isEqualTo(20);
    }

    @Test
    void theListHasEveryValidation() {
        get("/api/v1/validations")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$[?(@.id == 'f2fs-uncached-read')].scenarios[0]")
                .isEqualTo("f2fs-uncached-read")
                .jsonPath("$[0].seeds.length()")
                .isEqualTo(5);
    }

    /** The result of this computation is what the build ships: where this fails, the Maven profile validate is due. */
    @Test
    void computedAnewTheShippedResultComesOutAndASecondOneHasToWait() {
        JsonNode shipped = tree(get(F2FS));
        client.post()
                .uri(F2FS)
                .exchange()
                .expectStatus()
                .isAccepted()
                .expectHeader()
                .location(F2FS)
                .expectBody()
                .jsonPath("$.state")
                .isEqualTo("computing");
        client.post()
                .uri(F2FS)
                .exchange()
                .expectStatus()
                .isEqualTo(429)
                .expectHeader()
                .valueEquals(HttpHeaders.RETRY_AFTER, 10)
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("urn:dropbehind:problem:busy");

        JsonNode computed = whenCurrent();
        assertThat(computed.get("failure").isNull()).isTrue();
        assertThat(computed.get("computedAt").isNull()).isFalse();
        for (String part : List.of("engineVersion", "seeds", "figures", "series", "scores")) {
            assertThat(computed.get(part)).as(part).isEqualTo(shipped.get(part));
        }
    }

    @Test
    void aValidationThatIsNotThereIsNotFound() {
        for (ResponseSpec answer : List.of(
                get("/api/v1/validations/f2fs"),
                client.post().uri("/api/v1/validations/f2fs").exchange())) {
            answer.expectStatus()
                    .isNotFound()
                    .expectHeader()
                    .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                    .expectBody()
                    .jsonPath("$.type")
                    .isEqualTo("urn:dropbehind:problem:validation-not-found")
                    .jsonPath("$.detail")
                    .isEqualTo("There is no validation f2fs. Did you mean \"f2fs-uncached-read\"?");
        }
    }

    @Test
    void aWaitThatIsNoTimeIsRefused() {
        get(F2FS + "?wait=soon")
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].pointer")
                .isEqualTo("?wait");
    }

    private JsonNode whenCurrent() {
        JsonNode answer;
        do {
            answer = tree(get(F2FS + "?wait=30s"));
        } while (answer.get("state").asString().equals("computing"));
        return answer;
    }

    private static JsonNode figure(JsonNode validation, String id) {
        return validation
                .get("figures")
                .valueStream()
                .filter(figure -> figure.get("id").asString().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private ResponseSpec get(String uri) {
        return client.get().uri(uri).exchange();
    }

    private static JsonNode tree(ResponseSpec answer) {
        return JSON.readTree(
                answer.expectStatus().isOk().expectBody().returnResult().getResponseBodyContent());
    }
}
