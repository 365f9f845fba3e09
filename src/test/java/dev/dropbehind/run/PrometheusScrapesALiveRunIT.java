package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.dropbehind.DropbehindApplication;
import dev.dropbehind.testing.NeedsContainerEngine;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.testcontainers.containers.Container.ExecResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The service as it runs in a container, and a real Prometheus that scrapes it each second. */
@NeedsContainerEngine
class PrometheusScrapesALiveRunIT {

    private static final String RUN_REQUEST = "{\"scenario\": \"f2fs-uncached-read\", \"pace\": 3}";
    private static final double MIB = 1 << 20;
    /** Half of the last decimal that a sample is written with. */
    private static final double ROUNDING = 0.0005 * MIB + 1;

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final JsonMapper JSON = new JsonMapper();

    private static ConfigurableApplicationContext service;
    private static URI base;
    private static PrometheusServer prometheus;

    @BeforeAll
    static void startServiceAndPrometheus() throws IOException {
        service = SpringApplication.run(
                DropbehindApplication.class, "--spring.profiles.active=container", "--server.port=0");
        int port = service.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        base = URI.create("http://localhost:" + port);
        prometheus = PrometheusServer.scraping(port);
        awaitFirstScrape();
    }

    /** A Prometheus that has just started takes some seconds to find its targets: the run must not be over by then. */
    private static void awaitFirstScrape() {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(prometheus.query("up == 1")).isNotEmpty());
    }

    @AfterAll
    static void stopBoth() {
        prometheus.close();
        service.close();
    }

    @Test
    void queryGivesWhatTheSamplesOfTheLiveRunSayAndNothingOnceItIsOver() throws Exception {
        URI run = submit();

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(
                        () -> assertThat(prometheus.query(readRate("cached"))).isNotEmpty());
        double live = prometheus.query(readRate("cached")).at("/0/value/1").asDouble();
        JsonNode over = get(run + "?wait=60s");

        assertThat(over.at("/status").asString()).isEqualTo("COMPLETED");
        assertIsOneOf(sampledRates(run, "cached"), live);
        assertScrapedValuesAreSamples(run, "cached");
        assertScrapedValuesAreSamples(run, "dontcache");
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(prometheus.query("{__name__=~\"dropbehind_live_.+\"}"))
                        .isEmpty());
    }

    @Test
    void promtoolFindsNothingInTheExpositionOfARunThatIsLiveAndThenOver() throws Exception {
        URI run = submit();
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(exposition()).contains("dropbehind_live_read_bytes_per_second"));
        assertPromtoolFindsNothing();

        post(run + "/cancel", "");
        get(run + "?wait=30s");
        assertPromtoolFindsNothing();
    }

    private static void assertPromtoolFindsNothing() throws Exception {
        ExecResult findings = prometheus.check(exposition());

        assertThat(findings.getStdout() + findings.getStderr()).isEmpty();
        assertThat(findings.getExitCode()).isZero();
    }

    private static void assertScrapedValuesAreSamples(URI run, String variant) throws Exception {
        List<Double> sampled = sampledRates(run, variant);
        List<Double> scraped = prometheus
                .query(readRate(variant) + "[5m]")
                .at("/0/values")
                .valueStream()
                .map(pair -> pair.at("/1").asDouble())
                .toList();

        assertThat(scraped).hasSizeGreaterThan(2).allSatisfy(value -> assertIsOneOf(sampled, value));
    }

    private static void assertIsOneOf(List<Double> sampled, double value) {
        assertThat(sampled).anySatisfy(sample -> assertThat(value).isCloseTo(sample, within(ROUNDING)));
    }

    private static String readRate(String variant) {
        return "dropbehind_live_read_bytes_per_second{scenario=\"f2fs-uncached-read\",variant=\"%s\"}"
                .formatted(variant);
    }

    private static List<Double> sampledRates(URI run, String variant) throws Exception {
        return get(run + "/samples?variant=" + variant)
                .valueStream()
                .map(sample -> sample.at("/values/readMiBps").asDouble() * MIB)
                .toList();
    }

    private static URI submit() throws Exception {
        HttpResponse<String> answer = post("/api/v1/runs", RUN_REQUEST);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        return URI.create(answer.headers().firstValue("Location").orElseThrow());
    }

    private static HttpResponse<String> post(String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(base.resolve(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        return HTTP.send(request, BodyHandlers.ofString());
    }

    private static JsonNode get(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(base.resolve(path)).build();
        return JSON.readTree(HTTP.send(request, BodyHandlers.ofString()).body());
    }

    private static String exposition() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(base.resolve("/actuator/prometheus"))
                .header("Accept", "text/plain")
                .build();
        return HTTP.send(request, BodyHandlers.ofString()).body();
    }
}
