package dev.dropbehind.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What the composition, the image and the scrape configuration must agree on. */
class ContainerFilesTest {

    private JsonNode compose;

    @BeforeEach
    void readComposition() throws IOException {
        compose = Yaml.file("docker-compose.yml");
    }

    @Test
    void everyPublishedPortIsOfThisMachineOnly() {
        List<String> ports = compose.at("/services")
                .valueStream()
                .flatMap(service -> service.at("/ports").valueStream())
                .map(JsonNode::asString)
                .toList();

        assertThat(ports).hasSize(2).allSatisfy(port -> assertThat(port).startsWith("127.0.0.1:"));
    }

    @Test
    void everyFileThatTheCompositionNamesExists() {
        assertThat(Path.of(compose.at("/services/dropbehind/build/dockerfile").asString()))
                .isRegularFile();
        assertThat(Path.of(mounted("/etc/prometheus/prometheus.yml"))).isRegularFile();
    }

    @Test
    void everyNamedVolumeIsDeclared() {
        assertThat(compose.at("/volumes").propertyNames())
                .containsExactlyInAnyOrder(mounted("/prometheus"), volumeOf("dropbehind", "/var/lib/dropbehind"));
    }

    @Test
    void prometheusStartsWhenTheServiceIsHealthyAndScrapesItByName() throws IOException {
        JsonNode scrape = Yaml.file(mounted("/etc/prometheus/prometheus.yml")).at("/scrape_configs/0");

        assertThat(compose.at("/services/prometheus/depends_on/dropbehind/condition")
                        .asString())
                .isEqualTo("service_healthy");
        assertThat(scrape.at("/static_configs/0/targets/0").asString()).isEqualTo("dropbehind:8080");
        assertThat(scrape.at("/metrics_path").asString()).isEqualTo("/actuator/prometheus");
    }

    @Test
    void imageRunsAsAUserAndReportsTheReadinessProbe() throws IOException {
        String dockerfile = Files.readString(Path.of("src/main/docker/Dockerfile"));

        assertThat(dockerfile)
                .containsPattern("(?m)^ARG BASE=\\S+$")
                .containsPattern("(?m)^USER [1-9]\\d*:[1-9]\\d*$")
                .containsPattern("(?m)^EXPOSE 8080$")
                .containsPattern("(?s)HEALTHCHECK .*GET /actuator/health/readiness ");
    }

    private String mounted(String target) {
        return volumeOf("prometheus", target);
    }

    private String volumeOf(String service, String target) {
        return compose.at("/services/" + service + "/volumes")
                .valueStream()
                .map(JsonNode::asString)
                .filter(volume -> volume.contains(":" + target))
                .map(volume -> volume.substring(0, volume.indexOf(':')))
                .findFirst()
                .orElseThrow();
    }
}
