package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.testing.ServiceTest;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.JsonNode;

@ServiceTest
class RunApiTest {

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
    void aSubmittedRunIsAcceptedAndFoundAtItsLocation() {
        String id = api.begin("{'scenario': 'f2fs-uncached-read', 'title': 'mine', 'seed': 7, 'pace': 0.1,"
                + " 'labels': {'review': 'x'}}");

        JsonNode run = api.get("/api/v1/runs/" + id);
        assertThat(run.get("title").asString()).isEqualTo("mine");
        assertThat(run.get("scenario").asString()).isEqualTo("f2fs-uncached-read");
        assertThat(run.get("pace").asDouble()).isEqualTo(0.1);
        assertThat(run.get("seed").asLong()).isEqualTo(7);
        assertThat(run.at("/labels/review").asString()).isEqualTo("x");
        assertThat(run.at("/variants/0/spec/seed").asLong()).isEqualTo(7);
        assertThat(run.at("/links/self").asString()).isEqualTo("/api/v1/runs/" + id);
        assertThat(run.at("/links/page").asString()).isEqualTo("/runs/" + id);
        assertThat(run.at("/failure").isNull()).isTrue();
    }

    @Test
    void theAnswerToASubmissionHasTheLocation() {
        api.submit("{'scenario': 'f2fs-uncached-read', 'overrides': {'duration': '10ms'}}")
                .expectStatus()
                .isAccepted()
                .expectHeader()
                .valueMatches("Location", "/api/v1/runs/[a-z0-9]{12}");
    }

    @Test
    void aRunThatIsOverHasSummaryAndDigestOfEachVariant() {
        JsonNode run = api.over(api.beginTwo("'max'"));

        assertThat(run.get("status").asString()).isEqualTo("COMPLETED");
        assertThat(run.at("/progress/second").asInt()).isEqualTo(6);
        assertThat(run.at("/progress/fraction").asDouble()).isEqualTo(1);
        assertThat(run.get("finishedAt").isString()).isTrue();
        JsonNode one = run.at("/variants/0");
        assertThat(one.at("/summary/seconds").asInt()).isEqualTo(6);
        assertThat(one.at("/summary/readMiBps").asDouble()).isBetween(14.0, 17.0);
        assertThat(one.at("/summary/bytesRead").asLong()).isPositive();
        assertThat(one.at("/summary/digest")).isEqualTo(one.get("digest"));
        assertThat(one.get("digest").asString()).matches("[0-9a-f]{64}");
        assertThat(one.get("digest")).isEqualTo(run.at("/variants/1/digest"));
        for (Metric metric : Metric.values()) {
            assertThat(one.get("summary").has(metric.id())).as(metric.id()).isTrue();
        }
    }

    @Test
    void contentsOfSmallFilesAreVerified() {
        String small = ApiClient.SPEC.replace("1GiB", "4MiB");
        JsonNode run = api.over(api.begin("{'variants': [{'name': 'small', 'spec': " + small
                + "}, {'name': 'large', 'spec': " + ApiClient.SPEC + "}], 'pace': 'max'}"));

        assertThat(run.at("/variants/0/summary/dataVerified").asBoolean()).isTrue();
        assertThat(run.at("/variants/1/summary/dataVerified").isNull()).isTrue();
    }

    @Test
    void theSameSpecGivesTheSameDigestAtAnyPace() {
        JsonNode fast = api.over(api.beginTwo("'max'"));
        JsonNode paced = api.over(api.beginTwo("20"));

        assertThat(paced.at("/variants/0/digest")).isEqualTo(fast.at("/variants/0/digest"));
    }

    @Test
    void someVariantsOfAScenarioCanBeRunAndChanged() {
        String id = api.begin("{'scenario': 'f2fs-uncached-read', 'pace': 0.1, 'variants': ['dontcache',"
                + " {'name': 'cached', 'spec': {'machine': {'cpus': 2}}}],"
                + " 'overrides': {'duration': '5s', 'memory': {'ram': '8GiB'}}}");

        JsonNode run = api.get("/api/v1/runs/" + id);
        assertThat(run.at("/variants/0/name").asString()).isEqualTo("dontcache");
        assertThat(run.at("/variants/0/spec/machine/cpus").asInt()).isEqualTo(8);
        assertThat(run.at("/variants/1/spec/machine/cpus").asInt()).isEqualTo(2);
        assertThat(run.at("/variants/1/spec/memory/ram").asLong()).isEqualTo(8L << 30);
        assertThat(run.at("/variants/1/spec/duration").asString()).isEqualTo("5s");
    }

    @Test
    void aSeedOfASpecPrecedesThatOfTheOverridesAndOfTheRequest() {
        String own = ApiClient.SPEC.replace("'duration'", "'seed': 3, 'duration'");
        String id = api.begin("{'pace': 0.1, 'seed': 1, 'overrides': {'seed': 2}, 'variants': [{'name': 'own', 'spec': "
                + own + "}, {'name': 'none', 'spec': " + ApiClient.SPEC + "}]}");

        JsonNode run = api.get("/api/v1/runs/" + id);
        assertThat(run.at("/variants/0/spec/seed").asInt()).isEqualTo(3);
        assertThat(run.at("/variants/1/spec/seed").asInt()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                                      | /variants           | Name a scenario
            []                                                      | ''                  | object
            {'scenario': 'f2fs-uncached'}                           | /scenario           | f2fs-uncached-read
            {'scenario': 5}                                         | /scenario           | text
            {'scenario': 'f2fs-uncached-read', 'variants': ['cash']}| /variants/0         | no variant
            {'scenario': 'f2fs-uncached-read', 'variants': ['cached', 'cached']} | /variants/1 | already
            {'scenario': 'f2fs-uncached-read', 'pace': 0}           | /pace               | 0.1 to 1000
            {'scenario': 'f2fs-uncached-read', 'pace': 'fast'}      | /pace               | "max"
            {'scenario': 'f2fs-uncached-read', 'seed': 1.5}         | /seed               | whole
            {'scenario': 'f2fs-uncached-read', 'labels': {'a b': 'c'}} | /labels/a b      | letters
            {'scenario': 'f2fs-uncached-read', 'labels': {'a': 1}}  | /labels/a           | text
            {'scenario': 'f2fs-uncached-read', 'title': ''}         | /title              | text
            {'scenario': 'f2fs-uncached-read', 'overrides': 5}      | /overrides          | merge patch
            {'scenario': 'f2fs-uncached-read', 'overrides': {'jobs': []}} | /overrides/jobs | at least one
            {'scenario': 'f2fs-uncached-read', 'overrides': {'memory': {'ram': '1g'}}} | /overrides/memory/ram | free
            {'scenario': 'f2fs-uncached-read', 'speed': 5}          | /speed              | no field
            {'variants': [{'name': 'a'}]}                           | /variants/0/spec    | needs a spec
            {'variants': [{'spec': {'jobs': [{'size': '1m'}]}}]}    | /variants/0/name    | needs a name
            {'variants': [{'name': '../x', 'spec': {'jobs': [{'size': '1m'}]}}]} | /variants/0/name | letters
            {'variants': [{'name': 'a', 'spec': 5}]}                | /variants/0/spec    | object
            {'scenario': 'typo', 'variants': ['cached']}            | /scenario           | no scenario
            {'variants': ['a']}                                     | /variants/0         | object
            {'variants': [{'name': 'a', 'spec': {'jobs': [{'size': 'x'}]}}]} | /variants/0/spec/jobs/0/size | bytes
            {'variants': [1, 2, 3, 4, 5]}                           | /variants           | at most 4
            {'scenario': 'f2fs-uncached-read', 'overrides': {'duration': '1h'}} | /variants | simulatedTimeLimit is 600
            {'scenario': 'f2fs-uncached-read', 'overrides': {'memory': {'ram': '1t'}}} | /variants | pageLimit is
            {'scenario': 'f2fs-uncached-read', 'overrides': {'memory': {'ram': '64t'}}} | /variants | pageLimit is
            {'scenario': 'f2fs-uncached-read', 'pace': 1e999}       | /pace               | or "max"
            {'scenario': 'f2fs-uncached-read', 'overrides': {'duration': '9d'}} | /overrides/duration | unit
            {'scenario': 'f2fs-uncached-read', 'overrides': {'duration': '25h'}} | /overrides/duration | to 86400s
            """)
    void faultsOfARequestNameTheirPlace(String request, String pointer, String detail) {
        api.submit(request)
                .expectStatus()
                .isBadRequest()
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("urn:dropbehind:problem:invalid-input")
                .jsonPath("$.errors[?(@.pointer == '" + pointer + "')].detail")
                .value((List<String> details) -> assertThat(details)
                        .anySatisfy(found -> assertThat(found).contains(detail)));
    }

    @Test
    void allFaultsOfARequestAreNamedAtOnceAndThoseOfOverridesOnce() {
        api.submit("{'scenario': 'f2fs-uncached-read', 'pace': -1, 'sede': 4,"
                        + " 'overrides': {'duration': 5, 'machine': {'cpus': 'many'}}}")
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[*].pointer")
                .value((List<String> pointers) -> assertThat(pointers)
                        .containsExactlyInAnyOrder("/pace", "/sede", "/overrides/duration", "/overrides/machine/cpus"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'scenario': ", "nonsense", "{'a': 1, 'a': 2}"})
    void aTextThatIsNoJsonIsRefusedWithItsPlace(String text) {
        api.submit(text)
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("urn:dropbehind:problem:malformed-json")
                .jsonPath("$.detail")
                .value((String detail) -> assertThat(detail).startsWith("Line 1, column "));
    }

    @Test
    void aTextThatIsNestedTooDeeplyIsRefusedAsAProblem() {
        api.submit("[".repeat(10_000))
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("urn:dropbehind:problem:malformed-json");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            text/csv;q=0.5, application/json;q=0.9  | 200 | application/json
            application/json;q=0, */*               | 200 | application/x-ndjson
            application/json;q=0                    | 406 | application/problem+json
            image/png                               | 406 | application/problem+json
            nonsense                                | 200 | application/json
            """)
    void samplesAreSentInTheFormTheClientLikesBest(String accept, int status, String contentType) {
        String id = api.beginTwo("'max'");

        client.get()
                .uri("/api/v1/runs/{id}/samples", id)
                .header("Accept", accept)
                .exchange()
                .expectStatus()
                .isEqualTo(status)
                .expectHeader()
                .contentTypeCompatibleWith(contentType);
    }

    @Test
    void otherMediaTypesAndTooLargeBodiesAreRefused() {
        client.post()
                .uri("/api/v1/runs")
                .contentType(MediaType.TEXT_PLAIN)
                .bodyValue("x")
                .exchange()
                .expectStatus()
                .isEqualTo(415);
        api.submit("{'title': '" + "x".repeat(1 << 21) + "'}").expectStatus().isEqualTo(413);
    }

    @Test
    void runsAreListedNewestFirstAPageAtATime() {
        String older = api.beginTwo("0.1");
        String newer = api.beginTwo("0.1");

        JsonNode first = api.get("/api/v1/runs?limit=1&scenario=custom");
        assertThat(first.at("/runs/0/id").asString()).isEqualTo(newer);
        JsonNode second = api.get("/api/v1/runs?limit=1&scenario=custom&cursor="
                + first.get("next").asString());
        assertThat(second.at("/runs/0/id").asString()).isEqualTo(older);
        assertThat(api.get("/api/v1/runs?scenario=other").get("runs")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit=0",
                "limit=x",
                "limit=501",
                "status=DONE",
                "cursor=x",
                "cursor=0",
                "limit",
                "status",
                "label=a b",
                "labels=x"
            })
    void faultsOfAListNameTheParameter(String query) {
        client.get()
                .uri("/api/v1/runs?" + query)
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].pointer")
                .isEqualTo("?" + query.replaceAll("=.*", ""));
    }

    @Test
    void waitingAnswersWhenTheTimeIsOver() {
        String id = api.beginTwo("0.1");
        long start = System.nanoTime();

        JsonNode run = api.get("/api/v1/runs/" + id + "?wait=300ms");

        assertThat(run.get("status").asString()).isEqualTo("RUNNING");
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isBetween(Duration.ofMillis(300), Duration.ofSeconds(20));
        client.get()
                .uri("/api/v1/runs/{id}?wait=9h", id)
                .exchange()
                .expectStatus()
                .isBadRequest();
    }

    @Test
    void aRunIsPausedSteppedResumedAndCancelled() {
        String id = api.beginTwo("0.1");
        api.control(id, "pause")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.status")
                .isEqualTo("PAUSED");
        api.control(id, "step").expectStatus().isOk();
        api.control(id, "resume")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.status")
                .isEqualTo("RUNNING");
        api.pace(id, "{'pace': 0.5}")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.pace")
                .isEqualTo(0.5);
        long start = System.nanoTime();
        api.control(id, "cancel")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.status")
                .isEqualTo("CANCELLED");
        assertThat(api.over(id).get("status").asString()).isEqualTo("CANCELLED");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void aPaceIsANumberOrMax() {
        String id = api.beginTwo("0.1");

        for (String body : List.of("{}", "{'pace': null}", "{'pace': 5000}", "{'pace': 'min'}", "[]", "{'pase': 5}")) {
            api.pace(id, body).expectStatus().isBadRequest();
        }
        api.pace(id, "{'pace': 'max'}").expectStatus().isOk();
        assertThat(api.over(id).get("status").asString()).isEqualTo("COMPLETED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pause", "resume", "step", "cancel"})
    void aRunThatIsOverTakesNoCalls(String call) {
        String id = api.beginTwo("'max'");
        api.over(id);

        api.control(id, call)
                .expectStatus()
                .isEqualTo(409)
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("urn:dropbehind:problem:run-conflict");
        api.pace(id, "{'pace': 5}").expectStatus().isEqualTo(409);
    }

    @ParameterizedTest
    @ValueSource(strings = {"000000000000", "nosuchrun"})
    void whatIsNotThereIsNotFound(String id) {
        for (String path : List.of("", "/samples", "/table", "/stream")) {
            client.get()
                    .uri("/api/v1/runs/" + id + path)
                    .exchange()
                    .expectStatus()
                    .isNotFound()
                    .expectBody()
                    .jsonPath("$.type")
                    .isEqualTo("urn:dropbehind:problem:run-not-found");
        }
        api.control(id, "pause").expectStatus().isNotFound();
    }

    @Test
    void aFullQueueRefusesWithTheTimeToComeBack() {
        for (int i = 0; i < 5; i++) {
            api.beginTwo("0.1");
        }
        assertThat(api.get("/api/v1/runs?status=QUEUED").get("runs")).hasSize(2);

        api.submit("{'scenario': 'f2fs-uncached-read'}")
                .expectStatus()
                .isEqualTo(429)
                .expectHeader()
                .valueEquals("Retry-After", "5")
                .expectBody()
                .jsonPath("$.limit")
                .isEqualTo("queueLimit")
                .jsonPath("$.value")
                .isEqualTo(2);
    }

    @Test
    void samplesComeAsJsonLinesAndCsv() {
        String id = api.beginTwo("'max'");
        api.over(id);
        String samples = "/api/v1/runs/" + id + "/samples";

        JsonNode json = api.get(samples);
        assertThat(json).hasSize(12);
        assertThat(json.at("/0/seq").asInt()).isEqualTo(1);
        assertThat(json.at("/11/seq").asInt()).isEqualTo(12);
        assertThat(json.at("/11/variant").asString()).isEqualTo("two");
        assertThat(json.at("/11/second").asInt()).isEqualTo(6);
        List<String> lines = api.text(samples, "application/x-ndjson").lines().toList();
        assertThat(lines).hasSize(12).first().isEqualTo(json.get(0).toString());
        List<String> csv = api.text(samples, "text/csv").lines().toList();
        assertThat(csv).hasSize(13);
        assertThat(csv.getFirst())
                .isEqualTo("variant,second,"
                        + Arrays.stream(Metric.values()).map(Metric::id).collect(Collectors.joining(",")));
        assertThat(csv.get(1)).startsWith("one,1," + json.at("/0/values/readMiBps") + ",0,");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            samples?format=csv,    text/csv,             -samples.csv
            samples?format=ndjson, application/x-ndjson, -samples.ndjson
            samples?format=json,   application/json,     -samples.json
            table?format=csv,      text/csv,             -table.csv
            table?format=txt,      text/plain,           -table.txt
            """)
    void aFormatInTheAddressIsAFileWhateverTheClientAccepts(String path, String type, String file) {
        String id = api.beginTwo("'max'");
        api.over(id);
        client.get()
                .uri("/api/v1/runs/" + id + "/" + path)
                .header("Accept", "text/html")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .contentTypeCompatibleWith(type)
                .expectHeader()
                .valueEquals("Content-Disposition", "attachment; filename=\"" + id + file + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"samples?format=xls", "table?format=ndjson", "table?form=csv"})
    void aFormatThatIsNotOfferedIsAFault(String path) {
        String id = api.beginTwo("'max'");
        client.get()
                .uri("/api/v1/runs/" + id + "/" + path)
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].pointer")
                .value((String pointer) -> assertThat(pointer).startsWith("?form"));
    }

    @Test
    void samplesOfOneVariantAreItsOwn() {
        String id = api.beginTwo("'max'");
        api.over(id);

        JsonNode two = api.get("/api/v1/runs/" + id + "/samples?variant=two");
        assertThat(two)
                .hasSize(6)
                .allMatch(sample -> sample.get("variant").asString().equals("two"));
        client.get()
                .uri("/api/v1/runs/{id}/samples?variant=three", id)
                .exchange()
                .expectStatus()
                .isBadRequest();
        client.get()
                .uri("/api/v1/runs/{id}/samples", id)
                .header("Accept", "image/png")
                .exchange()
                .expectStatus()
                .isEqualTo(406);
    }

    @Test
    void theTableIsForAMail() {
        String id = api.begin("{'scenario': 'f2fs-uncached-read', 'overrides': {'duration': '1s'}}");
        api.over(id);
        String table = "/api/v1/runs/" + id + "/table";

        assertThat(api.text(table, "*/*").lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(72))
                .anySatisfy(line -> assertThat(line).startsWith("    1 ").contains("1856", "1863"));
        assertThat(api.text(table, "text/csv")).startsWith("second,cached.readMiBps,cached.readMiBps.published,");
    }

    @Test
    void theTableHasAJsonForm() {
        String id = api.beginTwo("'max'");
        api.over(id);

        client.get()
                .uri("/api/v1/runs/{id}/table", id)
                .accept(MediaType.APPLICATION_JSON)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.columns.length()")
                .isEqualTo(4)
                .jsonPath("$.rows.length()")
                .isEqualTo(6)
                .jsonPath("$.averages[0]")
                .isNumber();
    }
}
