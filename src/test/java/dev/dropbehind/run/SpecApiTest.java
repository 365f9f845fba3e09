package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.testing.ServiceTest;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.JsonNode;

@ServiceTest
class SpecApiTest {

    @Autowired
    private WebTestClient client;

    private ApiClient api;

    @BeforeEach
    void connect() {
        api = new ApiClient(client);
    }

    @Test
    void theSpecOfEachVariantIsCompleteAndReadsAsItself() {
        JsonNode first = resolve("{'scenario': 'f2fs-uncached-read'}");
        assertThat(first.at("/variants/0/spec/machine/cpus").asInt()).isEqualTo(8);
        assertThat(first.at("/variants/1/spec/jobs/0/bs").asInt()).isEqualTo(32768);
        assertThat(first.at("/variants/0/warnings")).isEmpty();

        JsonNode again = resolve("{'variants': [{'name': 'a', 'spec': "
                + first.at("/variants/0/spec").toString().replace('"', '\'') + "}]}");
        assertThat(again.at("/variants/0/spec")).isEqualTo(first.at("/variants/0/spec"));
    }

    @Test
    void nothingIsRun() {
        int before = api.get("/api/v1/runs?limit=500").get("runs").size();
        resolve("{'scenario': 'f2fs-uncached-read'}");

        assertThat(api.get("/api/v1/runs?limit=500").get("runs")).hasSize(before);
    }

    @Test
    void theFaultsAreThoseOfARun() {
        String body = "{'scenario': 'f2fs-uncached-read', 'pace': 0, 'overrides': {'machine': {'cpus': 0}}, 'x': 1}";

        assertThat(faults(api.post("/api/v1/specs", body))).isEqualTo(faults(api.submit(body)));
    }

    @Test
    void theCostIsThatOfAllVariants() {
        JsonNode cost = resolve("{'variants': [{'name': 'one', 'spec': " + ApiClient.SPEC
                + "}, {'name': 'two', 'spec': " + ApiClient.SPEC + "}]}");

        assertThat(cost.at("/variants/0/cost/pages").asLong()).isEqualTo(16384 / 4);
        assertThat(cost.at("/cost/pages").asLong()).isEqualTo(32768 / 4);
        assertThat(cost.at("/cost/simulatedSeconds").asInt()).isEqualTo(12);
        assertThat(cost.at("/cost/estimatedBytes").asLong()).isEqualTo(32768 / 4 * 128);
        assertThat(cost.at("/cost/estimatedWallSeconds").asDouble()).isBetween(0.001, 0.01);
        assertThat(cost.get("withinLimits").asBoolean()).isTrue();
        assertThat(cost.get("exceeded")).isEmpty();
    }

    @Test
    void aRunBeyondTheLimitsIsNoFaultButSaysWhichLimitRefusesIt() {
        JsonNode large = resolve(
                "{'scenario': 'f2fs-uncached-read'," + " 'overrides': {'duration': '1h', 'memory': {'ram': '1TiB'}}}");

        assertThat(large.get("withinLimits").asBoolean()).isFalse();
        assertThat(large.at("/exceeded/0/limit").asString()).isEqualTo("simulatedTimeLimit");
        assertThat(large.at("/exceeded/0/value").asLong()).isEqualTo(600);
        assertThat(large.at("/exceeded/0/asked").asLong()).isEqualTo(7200);
        assertThat(large.at("/exceeded/1/limit").asString()).isEqualTo("pageLimit");
        assertThat(large.at("/exceeded/1/asked").asLong()).isEqualTo(2 * ((56L << 18) + (1_898_604 >> 2)));
    }

    @Test
    void whatMayNotDoWhatIsHopedForIsWarnedOf() {
        JsonNode resolved = resolve("{'variants': [{'name': 'a', 'spec': {'machine': {'hz': 1000},"
                + " 'kernel': {'epoch': 'E0'}, 'duration': '5s',"
                + " 'jobs': [{'size': '1m', 'ioMode': 'dontcache', 'runtime': '9s'}]}}]}");

        assertThat(resolved.at("/variants/0/warnings"))
                .extracting(warning -> warning.get("pointer").asString())
                .containsExactly("/machine/hz", "/jobs/0/ioMode", "/jobs/0/runtime");
    }

    private JsonNode resolve(String request) {
        return api.tree(api.post("/api/v1/specs", request), 200);
    }

    private List<JsonNode> faults(WebTestClient.ResponseSpec answer) {
        return api.tree(answer, 400).get("errors").valueStream().toList();
    }
}
