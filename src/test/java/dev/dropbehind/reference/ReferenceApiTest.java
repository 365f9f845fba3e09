package dev.dropbehind.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.Fit;
import dev.dropbehind.engine.spec.Profile;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.scenario.MetricNames;
import dev.dropbehind.specification.SpecReader;
import dev.dropbehind.testing.ServiceTest;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

@ServiceTest
class ReferenceApiTest {

    private static final JsonMapper JSON = new JsonMapper();

    @Autowired
    private WebTestClient client;

    @Test
    void everyProfileIsExplainedAndItsDefaultsAreThoseOfASpecThatSaysNothing() {
        JsonNode profiles = get("/api/v1/profiles");

        assertThat(profiles).hasSize(Profile.values().length).allSatisfy(profile -> {
            String id = profile.get("id").asString();
            ObjectNode said = (ObjectNode) JSON.readTree("{\"jobs\": [{\"size\": 4096}]}");
            said.putObject("machine").put("profile", id);
            ObjectNode complete = (ObjectNode) profile.get("defaults").deepCopy();
            complete.set("jobs", said.get("jobs"));
            assertThat(SpecReader.read(complete)).isEqualTo(SpecReader.read(said));
            assertThat(profile.get("explanation").asString()).isNotBlank();
            assertThat(profile.get("source").asString()).isNotBlank();
        });
    }

    @Test
    void everyConstantOfACostModelSaysWhereItIsFrom() {
        JsonNode phone = get("/api/v1/profiles")
                .valueStream()
                .filter(profile -> profile.get("id").asString().equals("phone-ufs"))
                .findFirst()
                .orElseThrow();

        assertThat(phone.get("costs")).hasSize(Cost.values().length).allSatisfy(cost -> {
            assertThat(cost.get("unit").asString()).matches("(ns|ps) an? [a-z]+");
            assertThat(cost.get("explanation").asString()).isNotBlank();
            assertThat(cost.get("source").asString()).isNotBlank();
        });
        assertThat(phone.get("costs"))
                .filteredOn(cost -> cost.get("origin").asString().equals("fitted"))
                .singleElement()
                .satisfies(cost -> {
                    assertThat(cost.get("id").asString()).isEqualTo("RECLAIM_FOLIO");
                    assertThat(cost.get("source").asString()).contains("kswapd");
                });
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void theFitsOfAProfileAreTheCostsThatAreMarkedFitted(Profile profile) {
        assertThat(profile.fits().stream().map(Fit::constant).filter(name -> !name.startsWith("device.")))
                .containsExactlyInAnyOrderElementsOf(profile.machine().costs().fittedCosts().stream()
                        .map(Cost::name)
                        .toList());
    }

    @Test
    void everyToggleSaysWhatItChangesAndWhatToWatch() {
        assertThat(get("/api/v1/toggles")).hasSize(Toggle.values().length).allSatisfy(toggle -> {
            assertThat(toggle.get("values")).hasSizeGreaterThan(1);
            assertThat(toggle.get("type").asString()).isIn("boolean", "enum");
            assertThat(toggle.get("defaults"))
                    .hasSize(Epoch.values().length)
                    .allSatisfy(value -> assertThat(toggle.get("values")).contains(value));
            assertThat(toggle.get("explanation").asString()).isNotBlank();
            assertThat(toggle.get("source").asString()).isNotBlank();
            assertThat(toggle.get("metrics"))
                    .isNotEmpty()
                    .allSatisfy(metric ->
                            assertThat(MetricNames.find(metric.asString())).isPresent());
        });
    }

    @Test
    void aToggleOfSeveralValuesNamesThemAndWhatEachEpochHas() {
        JsonNode kick = get("/api/v1/toggles")
                .valueStream()
                .filter(toggle -> toggle.get("id").asString().equals("mm.dontcacheKick"))
                .findFirst()
                .orElseThrow();

        assertThat(kick.get("type").asString()).isEqualTo("enum");
        assertThat(kick.get("values")).extracting(JsonNode::asString).containsExactly("inlineRange", "flusherBit");
        assertThat(kick.get("defaults").get("E1").asString()).isEqualTo("inlineRange");
        assertThat(kick.get("defaults").get("E2").asString()).isEqualTo("flusherBit");
    }

    @Test
    void anEpochNoLongerHasWhatItTakesAway() {
        JsonNode epochs = get("/api/v1/epochs");

        assertThat(epochs.get(Epoch.E2.ordinal()).get("toggles"))
                .extracting(JsonNode::asString)
                .contains("xfs.deferDontcacheIoend")
                .doesNotContain("iomap.completeInTaskDropbehind");
        assertThat(epochs.get(Epoch.E3.ordinal()).get("toggles"))
                .extracting(JsonNode::asString)
                .doesNotContain("xfs.deferDontcacheIoend")
                .contains("iomap.completeInTaskDropbehind");
    }

    @Test
    void everyEpochContainsTheEarlierOnes() {
        JsonNode epochs = get("/api/v1/epochs");

        assertThat(epochs).hasSize(Epoch.values().length);
        for (Epoch epoch : Epoch.values()) {
            JsonNode view = epochs.get(epoch.ordinal());
            assertThat(view.get("id").asString()).isEqualTo(epoch.name());
            assertThat(view.get("explanation").asString()).isNotBlank();
            assertThat(view.get("contains")
                            .valueStream()
                            .map(JsonNode::asString)
                            .toList())
                    .isEqualTo(Arrays.stream(Epoch.values())
                            .limit(epoch.ordinal() + 1L)
                            .map(Epoch::name)
                            .collect(Collectors.toList()));
        }
    }

    private JsonNode get(String uri) {
        return JSON.readTree(client.get()
                .uri(uri)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .returnResult()
                .getResponseBodyContent());
    }
}
