package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.testing.ServiceTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@ServiceTest
class EventApiTest {

    private static final JsonMapper JSON = new JsonMapper();

    /** Reads 8 MiB and is done. */
    private static final String SHORT = "{'variants': [{'name': 'one', 'spec': {'memory': {'ram': '64MiB', 'reserved':"
            + " '16MiB'}, 'jobs': [{'name': 'reader', 'filename': 'data', 'size': '8MiB', 'bs': '32k'}],"
            + " 'duration': '6s'}}]}";

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
    void everyDeviceReadSaysWhichCallAndWhichRuleCausedIt() {
        JsonNode log = api.get(shortMachine() + "/events?kind=bio");

        assertThat(log.get("truncated").booleanValue()).isFalse();
        assertThat(log.get("next").isNull()).isTrue();
        assertThat(log.get("events")).isNotEmpty().allSatisfy(event -> {
            assertThat(event.get("kind").asString()).isEqualTo("bioSubmitted");
            assertThat(event.get("file").asString()).isEqualTo("data");
            assertThat(event.at("/call/length").asLong()).isEqualTo(32 << 10);
            assertThat(event.at("/cause/rule").asString()).startsWith("window");
            assertThat(event.get("words").asString())
                    .startsWith("read page")
                    .contains(" of data: ")
                    .contains("read(" + event.at("/call/offset").asLong() + ", 32768)");
        });
        assertThat(log.at("/events/1/words").asString()).contains("marker met at page ");
    }

    @Test
    void theDeviceReadsOfTheLogAreTheBytesThatWereRead() {
        JsonNode log = api.get(shortMachine() + "/events?kind=bioSubmitted&limit=10000");

        long pages = 0;
        for (JsonNode event : log.get("events")) {
            pages += event.get("count").asLong();
        }
        assertThat(pages * 4096).isEqualTo(8 << 20);
    }

    @Test
    void aLogIsOfTheTimesAskedFor() {
        String events = machineThatIsOver() + "/events";
        JsonNode log = api.get(events + "?from=1.5s&to=1.51s&limit=10000");

        assertThat(log.get("events"))
                .isNotEmpty()
                .allSatisfy(event -> assertThat(event.get("nanos").asLong()).isBetween(1_500_000_000L, 1_509_999_999L));
        assertThat(api.get(events + "?fromNanos=1500000000&toNanos=1510000000&limit=10000"))
                .isEqualTo(log);
    }

    @Test
    void aGroupIsItsKindsAndSeveralAreAnyOfThem() {
        String events = shortMachine() + "/events?limit=10000";

        assertThat(kinds(api.get(events + "&kind=syscall"))).containsOnly("callBegins", "callReturns");
        assertThat(kinds(api.get(events + "&kind=bio&kind=callBegins"))).containsOnly("bioSubmitted", "callBegins");
        assertThat(kinds(api.get(events))).contains("bioSubmitted", "bioEnded", "foliosUptodate", "copied");
    }

    @Test
    void aLogThatIsCutGoesOnWithItsNext() {
        String events = shortMachine() + "/events?kind=syscall&limit=";
        JsonNode whole = api.get(events + "300");
        JsonNode first = api.get(events + "100");

        assertThat(first.get("truncated").booleanValue()).isTrue();
        assertThat(first.get("events")).hasSize(100);
        JsonNode rest = api.get(events + "200&after=" + first.get("next").asLong());
        List<JsonNode> parts = new ArrayList<>();
        first.get("events").forEach(parts::add);
        rest.get("events").forEach(parts::add);
        assertThat(parts).containsExactlyElementsOf(whole.get("events"));
    }

    @Test
    void theLinkOfALogThatIsCutGoesOn() {
        String events = shortMachine() + "/events?kind=bio&kind=syscall&limit=10";
        String link = Objects.requireNonNull(client.get()
                .uri(events)
                .accept(MediaType.APPLICATION_NDJSON)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .returnResult()
                .getResponseHeaders()
                .getFirst(HttpHeaders.LINK));

        String next = link.substring(1, link.indexOf('>'));
        long last = api.get(events).at("/events/9/number").asLong();
        assertThat(next).isEqualTo(events + "&after=" + last);
        assertThat(api.get(next).at("/events/0/number").asLong()).isGreaterThan(last);
    }

    @Test
    void aLogIsSentAsLines() {
        String events = shortMachine() + "/events?kind=bio";
        JsonNode log = api.get(events);

        List<JsonNode> lines = api.text(events, "application/x-ndjson")
                .lines()
                .map(JSON::readTree)
                .toList();

        assertThat(lines).containsExactlyElementsOf(log.get("events"));
    }

    @ParameterizedTest
    @CsvSource({"json, json", "ndjson, ndjson", "perfetto, perfetto.json"})
    void aFormThatIsNamedIsAFile(String format, String ending) {
        String variant = shortMachine();

        client.get()
                .uri(variant + "/events?format=" + format)
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .value(
                        HttpHeaders.CONTENT_DISPOSITION,
                        file -> assertThat(file).startsWith("attachment;").contains("-one-events." + ending + "\""))
                .expectBody()
                .returnResult();
    }

    @Test
    void aTraceHasTasksAsThreadsCallsAsSlicesAndReadsOfTheDevice() {
        JsonNode trace = api.get(shortMachine() + "/events?format=perfetto&limit=10000");
        List<JsonNode> events = new ArrayList<>();
        trace.get("traceEvents").forEach(events::add);

        assertThat(events)
                .anySatisfy(event -> {
                    assertThat(event.get("name").asString()).isEqualTo("thread_name");
                    assertThat(event.at("/args/name").asString()).isEqualTo("reader.0");
                })
                .anySatisfy(event -> {
                    assertThat(event.get("ph").asString()).isEqualTo("X");
                    assertThat(event.get("name").asString()).isEqualTo("read(0, 32768)");
                    assertThat(event.get("dur").asDouble()).isPositive();
                });
        assertThat(phases(events, "b")).isPositive().isEqualTo(phases(events, "e"));
    }

    @Test
    void theFolioMapHoldsWhatTheSampleCounts() {
        String variant = machineThatIsOver();
        JsonNode map = api.get(variant + "/folios?second=2&limit=10000");
        JsonNode sample = api.get(variant.replaceAll("/variants.*", "") + "/samples?variant=one")
                .get(1);

        long pages = 0;
        for (JsonNode run : map.get("runs")) {
            pages += run.get("pages").asLong();
            assertThat(run.get("pages").asInt() % (1 << run.get("order").asInt()))
                    .isZero();
        }
        assertThat(map.get("truncated").booleanValue()).isFalse();
        assertThat(pages * 4)
                .isPositive()
                .isEqualTo(map.get("cachedPages").asLong() * 4)
                .isEqualTo(sample.at("/values/cachedKiB").asLong());
    }

    @Test
    void aFolioMapThatIsCutGoesOnWithItsNext() {
        String folios = machineThatIsOver() + "/folios";
        JsonNode whole = api.get(folios);
        JsonNode first = api.get(folios + "?limit=1");

        assertThat(whole.get("runs").size()).isGreaterThan(1);
        assertThat(first.get("truncated").booleanValue()).isTrue();
        assertThat(first.get("next").asInt())
                .isEqualTo(whole.at("/runs/1/first").asInt());
        assertThat(api.get(folios + "?page=" + first.get("next").asInt()).at("/runs/0"))
                .isEqualTo(whole.at("/runs/1"));
        assertThat(api.get(folios + "?file=" + whole.get("file").asString())).isEqualTo(whole);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/events", "/folios"})
    void beforeTheFirstSecondThereIsNothingToReplay(String resource) {
        List.of(1, 2, 3).forEach(_ -> api.beginTwo("0.1"));
        String queued = api.beginTwo("0.1");

        assertThat(api.get("/api/v1/runs/" + queued).get("status").asString()).isEqualTo("QUEUED");
        refuses("/api/v1/runs/" + queued + "/variants/two" + resource, 409, "run-conflict");
    }

    @ParameterizedTest
    @CsvSource({
        "three/events, 404, variant-not-found",
        "three/folios, 404, variant-not-found",
        "one/events?from=7s, 400, invalid-input",
        "one/events?from=x, 400, invalid-input",
        "one/events?from=2s&to=1s, 400, invalid-input",
        "one/events?from=1s&fromNanos=1, 400, invalid-input",
        "one/events?to=6.1s, 400, invalid-input",
        "one/events?kind=bios, 400, invalid-input",
        "one/events?limit=0, 400, invalid-input",
        "one/events?limit=10001, 400, invalid-input",
        "one/events?after=-1, 400, invalid-input",
        "one/events?format=csv, 400, invalid-input",
        "one/events?form=json, 400, invalid-input",
        "one/folios?second=0, 400, invalid-input",
        "one/folios?second=7, 400, invalid-input",
        "one/folios?file=other, 400, invalid-input",
        "one/folios?page=-1, 400, invalid-input",
        "one/folios?limit=0, 400, invalid-input",
        "one/folios?kind=bio, 400, invalid-input"
    })
    void whatCannotBeAnsweredIsAProblem(String path, int status, String type) {
        String variant = machineThatIsOver();

        refuses(variant.substring(0, variant.lastIndexOf('/') + 1) + path, status, type);
    }

    @Test
    void everyFaultOfAQueryIsNamedAtOnce() {
        JsonNode problem = api.tree(
                client.get()
                        .uri(machineThatIsOver() + "/events?from=9s&kind=bios&kind=bio&limit=0&colour=red")
                        .exchange(),
                400);

        assertThat(problem.get("errors"))
                .extracting(error -> error.get("pointer").asString())
                .containsExactlyInAnyOrder("?from", "?kind", "?limit", "?colour");
        assertThat(problem.get("errors"))
                .extracting(error -> error.get("detail").asString())
                .anySatisfy(detail -> assertThat(detail).endsWith("Did you mean \"bio\"?"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/events", "/folios"})
    void noRunIsNotFoundAndNoPictureIsThere(String resource) {
        refuses("/api/v1/runs/000000000000/variants/one" + resource, 404, "run-not-found");
        client.get()
                .uri(machineThatIsOver() + resource)
                .accept(MediaType.IMAGE_PNG)
                .exchange()
                .expectStatus()
                .isEqualTo(406);
    }

    @Test
    void theRunSaysWhereTheEventsOfEachVariantAre() {
        String id = api.begin(SHORT);
        JsonNode links = api.over(id).at("/variants/0/links");

        assertThat(api.get(links.get("events").asString() + "?limit=1").get("events"))
                .hasSize(1);
        assertThat(api.get(links.get("folios").asString()).get("cachedPages").asLong())
                .isEqualTo(2048);
    }

    private void refuses(String uri, int status, String type) {
        client.get()
                .uri(uri)
                .exchange()
                .expectStatus()
                .isEqualTo(status)
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("urn:dropbehind:problem:" + type);
    }

    private String shortMachine() {
        String id = api.begin(SHORT);
        api.over(id);
        return "/api/v1/runs/" + id + "/variants/one";
    }

    /** Runs two variants of six seconds to their end and returns the address of the first. */
    private String machineThatIsOver() {
        String id = api.beginTwo("'max'");
        api.over(id);
        return "/api/v1/runs/" + id + "/variants/one";
    }

    private static List<String> kinds(JsonNode log) {
        List<String> kinds = new ArrayList<>();
        log.get("events").forEach(event -> kinds.add(event.get("kind").asString()));
        return kinds;
    }

    private static long phases(List<JsonNode> events, String phase) {
        return events.stream()
                .filter(event -> event.get("ph").asString().equals(phase))
                .count();
    }
}
