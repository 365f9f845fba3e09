package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.testing.ServiceTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;
import tools.jackson.databind.JsonNode;

@ServiceTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AssertionApiTest {

    @Autowired
    private WebTestClient client;

    private ApiClient api;
    private JsonNode run;

    @BeforeAll
    void runTwoVariants() {
        api = new ApiClient(client);
        run = api.over(api.beginTwo("'max'"));
    }

    @AfterAll
    void endAll() {
        api.endAll();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            'metric': 'readMiBps', 'min': 14, 'max': 17                      | true
            'metric': 'readMiBps', 'min': 17                                 | false
            'metric': 'readMiBps', 'max': 14                                 | false
            'metric': 'seconds', 'equals': 6                                 | true
            'metric': 'seconds', 'equals': 6.0                               | true
            'metric': 'seconds', 'equals': 7                                 | false
            'metric': 'peakCachedKiB', 'min': 1                              | true
            'metric': 'digest', 'equals': 'other'                            | false
            'metric': 'readMiBps', 'from': 2, 'to': 6, 'min': 14             | true
            'metric': 'readMiBps', 'from': 2, 'statistic': 'sum', 'min': 70  | true
            'metric': 'readMiBps', 'statistic': 'max', 'max': 17             | true
            'metric': 'cachedKiB', 'to': 1, 'max': 17000                     | true
            'metric': 'cachedKiB', 'to': 2, 'max': 17000                     | false
            'metric': 'latencyMaxMicros', 'statistic': 'max', 'min': 1       | true
            """)
    void anAssertionHoldsOrDoesNot(String assertion, boolean holds) {
        JsonNode answer = api.tree(check("[{'variant': 'one', " + assertion + "}]"), 200);

        assertThat(answer.get("holds").asBoolean()).as("%s", answer).isEqualTo(holds);
        assertThat(answer.at("/assertions/0/holds").asBoolean()).isEqualTo(holds);
        assertThat(answer.at("/assertions/0/value").isNull()).isFalse();
    }

    @Test
    void withoutSecondsTheValueIsThatOfTheSummary() {
        JsonNode answer = api.tree(
                check("[{'variant': 'two', 'metric': 'readMiBps', 'min': 0},"
                        + " {'variant': 'two', 'metric': 'digest', 'equals': '"
                        + run.at("/variants/1/digest").asString() + "'}]"),
                200);

        assertThat(answer.at("/assertions/0/value")).isEqualTo(run.at("/variants/1/summary/readMiBps"));
        assertThat(answer.get("holds").asBoolean()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            []                                                                               | ''
            {}                                                                               | ''
            [5]                                                                              | /0
            [{'metric': 'seconds', 'min': 1}]                                                | /0/variant
            [{'variant': 'three', 'metric': 'seconds', 'min': 1}]                            | /0/variant
            [{'variant': 'one', 'min': 1}]                                                   | /0/metric
            [{'variant': 'one', 'metric': 'kswapdCpu', 'min': 1}]                            | /0/metric
            [{'variant': 'one', 'metric': 'dataVerified', 'equals': true}]                   | /0/metric
            [{'variant': 'one', 'metric': 'seconds'}]                                        | /0/max
            [{'variant': 'one', 'metric': 'seconds', 'min': 2, 'max': 1}]                    | /0/max
            [{'variant': 'one', 'metric': 'seconds', 'min': 'x'}]                            | /0/min
            [{'variant': 'one', 'metric': 'seconds', 'min': 1e400}]                          | /0/min
            [{'variant': 'one', 'metric': 'seconds', 'min': 1, 'equals': 1}]                 | /0/equals
            [{'variant': 'one', 'metric': 'seconds', 'equals': 'six'}]                       | /0/equals
            [{'variant': 'one', 'metric': 'seconds', 'equals': []}]                          | /0/equals
            [{'variant': 'one', 'metric': 'digest', 'min': 1}]                               | /0/metric
            [{'variant': 'one', 'metric': 'digest', 'equals': 'x', 'from': 1}]               | /0/metric
            [{'variant': 'one', 'metric': 'readMiBps', 'min': 1, 'from': 7}]                 | /0/from
            [{'variant': 'one', 'metric': 'readMiBps', 'min': 1, 'from': 3, 'to': 2}]        | /0/to
            [{'variant': 'one', 'metric': 'readMiBps', 'min': 1, 'from': 0}]                 | /0/from
            [{'variant': 'one', 'metric': 'readMiBps', 'min': 1, 'statistic': 'median'}]     | /0/statistic
            [{'variant': 'one', 'metric': 'latencyP99Micros', 'min': 1, 'from': 2}]          | /0/statistic
            [{'variant': 'one', 'metric': 'readMiBps', 'most': 1, 'min': 1}]                 | /0/most
            """)
    void faultsNameTheirPlace(String body, String pointer) {
        assertThat(api.tree(check(body), 400).get("errors"))
                .as("faults of %s", body)
                .anySatisfy(fault -> assertThat(fault.get("pointer").asString()).isEqualTo(pointer));
    }

    @Test
    void allFaultsAreNamedAtOnce() {
        JsonNode answer = api.tree(
                check("[{'variant': 'three'}, {'variant': 'one', 'metric': 'x', 'min': 1}, {'y': 1, 'to': 0},"
                        + " {'variant': 'three', 'metric': 'x', 'min': 1}]"),
                400);

        assertThat(answer.get("errors"))
                .extracting(fault -> fault.get("pointer").asString())
                .contains(
                        "/0/variant",
                        "/0/metric",
                        "/0/max",
                        "/1/metric",
                        "/2/variant",
                        "/2/to",
                        "/2/y",
                        "/3/variant",
                        "/3/metric");
    }

    @Test
    void whereItIsToFailTheAnswerIsAProblemThatHasTheValues() {
        String fails = "[{'variant': 'one', 'metric': 'seconds', 'max': 5}]";

        JsonNode problem = api.tree(check("?fail=true", fails, MediaType.APPLICATION_JSON), 422);
        assertThat(problem.get("type").asString()).isEqualTo("urn:dropbehind:problem:assertion-failed");
        assertThat(problem.at("/assertions/0/value").asInt()).isEqualTo(6);
        assertThat(problem.get("holds").asBoolean()).isFalse();
        check("?fail=true", fails.replace('5', '6'), MediaType.APPLICATION_JSON)
                .expectStatus()
                .isOk();
        check("?fail=perhaps", fails, MediaType.APPLICATION_JSON).expectStatus().isBadRequest();
    }

    @Test
    void asTextEachAssertionIsALine() {
        check(
                        "?fail=true",
                        "[{'variant': 'one', 'metric': 'seconds', 'max': 5},"
                                + " {'variant': 'two', 'metric': 'cachedKiB', 'to': 9, 'min': 1, 'statistic': 'last'}]",
                        MediaType.TEXT_PLAIN)
                .expectStatus()
                .isEqualTo(422)
                .expectBody(String.class)
                .value(text -> assertThat(text)
                        .matches("FAILS  one seconds is 6, max 5\nholds  two cachedKiB last to 9 is \\d+, min 1\n"));
    }

    @Test
    void onlyARunThatIsCompleteCanBeChecked() {
        ApiClient other = new ApiClient(client);
        String id = other.beginTwo("0.1");
        try {
            other.post("/api/v1/runs/" + id + "/assertions", "[]")
                    .expectStatus()
                    .isEqualTo(409)
                    .expectBody()
                    .jsonPath("$.detail")
                    .value((String detail) -> assertThat(detail).contains("?wait="));
        } finally {
            other.endAll();
        }
        other.post("/api/v1/runs/" + id + "/assertions", "[]")
                .expectStatus()
                .isEqualTo(409)
                .expectBody()
                .jsonPath("$.detail")
                .value((String detail) -> assertThat(detail).contains("CANCELLED"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"000000000000", "x"})
    void aRunThatIsNotThereIsNotFound(String id) {
        api.post("/api/v1/runs/" + id + "/assertions", "[]").expectStatus().isNotFound();
    }

    private ResponseSpec check(String body) {
        return check("", body, MediaType.APPLICATION_JSON);
    }

    private ResponseSpec check(String query, String body, MediaType form) {
        return client.post()
                .uri("/api/v1/runs/" + run.get("id").asString() + "/assertions" + query)
                .contentType(MediaType.APPLICATION_JSON)
                .accept(form)
                .bodyValue(ApiClient.json(body))
                .exchange();
    }
}
