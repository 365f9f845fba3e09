package dev.dropbehind.scenario;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.testing.ServiceTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

@ServiceTest
class ScenarioApiTest {

    @Autowired
    private WebTestClient client;

    @Test
    void theCatalogueSaysWhatEachScenarioAnswersAndWhereItIsFrom() {
        client.get()
                .uri("/api/v1/scenarios")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$[?(@.id == 'f2fs-uncached-read')].question")
                .isEqualTo("Why does reading a big file burn a core in kswapd?")
                .jsonPath("$[?(@.id == 'f2fs-uncached-read')].source.message")
                .isEqualTo("[PATCH] f2fs: f2fs supports uncached buffered I/O");
    }

    @Test
    void aScenarioHasVariantsChartsAndPublishedFigures() {
        client.get()
                .uri("/api/v1/scenarios/f2fs-uncached-read")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.variants[0].name")
                .isEqualTo("cached")
                .jsonPath("$.variants[1].spec.jobs[0].ioMode")
                .isEqualTo("dontcache")
                .jsonPath("$.charts[0]")
                .isEqualTo("readMiBps")
                .jsonPath("$.published.length()")
                .isEqualTo(4)
                .jsonPath("$.published[0].seconds.length()")
                .isEqualTo(20)
                .jsonPath("$.published[0].values[0]")
                .isEqualTo(1856.0);
    }

    @Test
    void aScenarioThatIsNotThereIsNotFound() {
        client.get()
                .uri("/api/v1/scenarios/f2fs-uncached-reed")
                .exchange()
                .expectStatus()
                .isNotFound()
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("urn:dropbehind:problem:scenario-not-found")
                .jsonPath("$.detail")
                .isEqualTo("There is no scenario f2fs-uncached-reed. Did you mean \"f2fs-uncached-read\"?");
    }

    @Test
    void everyMeasuredValueIsExplained() {
        client.get()
                .uri("/api/v1/counters")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.length()")
                .isEqualTo(Metric.values().length)
                .jsonPath("$[0].id")
                .isEqualTo("readMiBps")
                .jsonPath("$[0].unit")
                .isEqualTo("MiB/s")
                .jsonPath("$[0].kind")
                .isEqualTo("rate")
                .jsonPath("$[0].explanation")
                .isNotEmpty();
    }

    @Test
    void whatTheApiDoesNotHaveIsAProblem() {
        client.get()
                .uri("/api/v1/nothing")
                .exchange()
                .expectStatus()
                .isNotFound()
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON);
    }
}
