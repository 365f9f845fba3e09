package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dropbehind.testing.ServiceTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.JsonNode;

@ServiceTest
class CostsApiTest {

    private static final double PERCENT = 0.01;

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
    void whatTheAccountsPaidIsTheCpuTimeOfTheSamples() {
        String run = "/api/v1/runs/" + api.begin("{'variants': [{'name': 'one', 'spec': " + ApiClient.SPEC + "}]}");
        JsonNode variant = api.get(run + "?wait=30s").at("/variants/0");
        JsonNode costs = api.get(variant.at("/links/costs").asString());

        assertThat(costs.get("calls").asLong())
                .isEqualTo(variant.at("/summary/syscalls").asLong());
        assertThat(costs.get("accounts"))
                .hasSizeGreaterThan(2)
                .allSatisfy(account -> assertThat(account.get("costs")
                                .valueStream()
                                .mapToLong(cost -> cost.get("nanos").asLong())
                                .sum())
                        .isEqualTo(account.get("nanos").asLong()));
        double percent = account(costs, "application").get("nanos").asDouble() / 1e9 / 6 * 100;
        assertThat(percent)
                .isPositive()
                .isCloseTo(variant.at("/summary/applicationCpuPercent").asDouble(), within(PERCENT));
    }

    @Test
    void anEntrySaysWhatOneCostsAndHowManyThereAreACall() {
        String run = "/api/v1/runs/" + api.begin("{'variants': [{'name': 'one', 'spec': " + ApiClient.SPEC + "}]}");
        api.get(run + "?wait=30s");
        JsonNode entry = account(api.get(run + "/variants/one/costs"), "application")
                .get("costs")
                .valueStream()
                .filter(cost -> cost.get("cost").asString().equals("SYSCALL"))
                .findFirst()
                .orElseThrow();

        assertThat(entry.get("group").asString()).isEqualTo("syscall");
        assertThat(entry.get("unit").asString()).isEqualTo("ns a call");
        assertThat(entry.get("origin").asString()).isEqualTo("prior");
        assertThat(entry.get("meaning").asString()).isEqualTo("system call entry and exit");
        assertThat(entry.get("nanos").asLong())
                .isEqualTo(entry.get("units").asLong() * entry.get("value").asLong());
        assertThat(entry.get("unitsPerCall").asDouble()).isBetween(1.0, 1.1);
    }

    @Test
    void aVariantThatIsNotThereIsNotFound() {
        String run = api.begin("{'variants': [{'name': 'one', 'spec': " + ApiClient.SPEC + "}]}");

        client.get()
                .uri("/api/v1/runs/" + run + "/variants/two/costs")
                .exchange()
                .expectStatus()
                .isNotFound();
    }

    private static JsonNode account(JsonNode costs, String name) {
        return costs.get("accounts")
                .valueStream()
                .filter(account -> account.get("account").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
