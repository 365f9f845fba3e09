package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.testing.ServiceTest;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.JsonNode;

@ServiceTest
class MetricsApiTest {

    private static final List<String> ALWAYS = List.of(
            "dropbehind_runs_total{",
            "dropbehind_run_duration_seconds_count{",
            "dropbehind_runs_active{",
            "dropbehind_queue_depth ",
            "dropbehind_simulated_seconds_total{",
            "dropbehind_engine_events_total{",
            "dropbehind_stream_subscribers ",
            "dropbehind_stream_events_total ");
    private static final List<String> LIVE = List.of(
            "dropbehind_live_read_bytes_per_second",
            "dropbehind_live_write_bytes_per_second",
            "dropbehind_live_kswapd_cpu_ratio",
            "dropbehind_live_direct_reclaim_cpu_ratio",
            "dropbehind_live_page_cache_bytes",
            "dropbehind_live_dirty_bytes",
            "dropbehind_live_writeback_bytes",
            "dropbehind_live_bdi_dontcache_dirty_bytes",
            "dropbehind_live_device_reads_4k_per_write");

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
    void theMetersOfTheContractAreExposedByTheirNames() {
        api.over(api.beginTwo("'max'"));

        assertThat(ALWAYS).allSatisfy(name -> assertThat(scrape()).anyMatch(line -> line.startsWith(name)));
        assertThat(scrape().stream().filter(line -> line.startsWith("# HELP dropbehind_")))
                .hasSizeGreaterThanOrEqualTo(ALWAYS.size())
                .allSatisfy(line -> assertThat(line.split(" ", 4)).hasSize(4));
    }

    @Test
    void aLiveRunShowsItsLastSampleUntilItEnds() {
        String id = api.begin("{'scenario': 'f2fs-uncached-read', 'pace': 0.1}");
        JsonNode samples = api.get("/api/v1/runs/" + id + "/samples");
        while (samples.size() < 2) {
            samples = api.get("/api/v1/runs/" + id + "/samples");
        }
        api.control(id, "pause");

        String tags = "{scenario=\"f2fs-uncached-read\",variant=\"cached\"} ";
        assertThat(LIVE).allSatisfy(name -> assertThat(scrape()).anyMatch(line -> line.startsWith(name + tags)));
        double shown = Double.parseDouble(scrape().stream()
                .filter(line -> line.startsWith("dropbehind_live_page_cache_bytes" + tags))
                .findFirst()
                .orElseThrow()
                .substring(("dropbehind_live_page_cache_bytes" + tags).length()));
        assertThat(shown).isEqualTo(samples.at("/0/values/cachedKiB").asDouble() * 1024);

        api.control(id, "cancel");
        assertThat(scrape()).noneMatch(line -> line.startsWith("dropbehind_live_") && line.contains("f2fs"));
    }

    @Test
    void noRunAndNoNameOfAUserIsATag() {
        String id =
                api.begin("{'pace': 0.1, 'variants': [{'name': 'users-own-name', 'spec': " + ApiClient.SPEC + "}]}");
        api.control(id, "pause");

        assertThat(Stream.of(id, "users-own-name"))
                .allSatisfy(word -> assertThat(scrape()).noneMatch(line -> line.contains(word)));
    }

    @Test
    void theProbesAnswer() {
        for (String probe : List.of("liveness", "readiness")) {
            assertThat(api.get("/actuator/health/" + probe).get("status").asString())
                    .isEqualTo("UP");
        }
        client.get().uri("/actuator/info").exchange().expectStatus().isOk();
    }

    private List<String> scrape() {
        return api.text("/actuator/prometheus", "text/plain").lines().toList();
    }
}
