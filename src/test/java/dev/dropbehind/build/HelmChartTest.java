package dev.dropbehind.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The chart as Helm reads it: linted, rendered with the default values and with everything on. */
class HelmChartTest {

    private static final Path CHART = Path.of("helm");
    private static final Path EVERYTHING = Path.of("src/test/resources/helm/everything.yaml");

    @Test
    void chartPassesTheStrictLint() {
        LintResult result = new Helm(CHART).lint().strict().call();

        assertThat(result.isFailed()).as("%s", result.getMessages()).isFalse();
    }

    @Test
    void defaultValuesMakeOnePodItsVolumeItsServiceAndItsAccount() throws Exception {
        assertThat(render(UnaryOperator.identity()).propertyNames())
                .containsExactlyInAnyOrder("Deployment", "PersistentVolumeClaim", "Service", "ServiceAccount");
    }

    @Test
    void theDatabaseIsOnAVolumeThatOutlivesThePodUnlessSwitchedOff() throws Exception {
        JsonNode objects = renderEverything();

        assertThat(pod(objects).at("/volumes/1/persistentVolumeClaim/claimName"))
                .isEqualTo(objects.at("/PersistentVolumeClaim/metadata/name"));
        assertThat(objects.at("/PersistentVolumeClaim/spec/resources/requests/storage")
                        .asString())
                .isEqualTo("2Gi");
        assertThat(container(pod(objects)).at("/volumeMounts/1/mountPath").asString())
                .isEqualTo("/var/lib/dropbehind");

        JsonNode without = render(template -> template.set("persistence.enabled", "false"));
        assertThat(without.has("PersistentVolumeClaim")).isFalse();
        assertThat(pod(without).at("/volumes/1").has("emptyDir")).isTrue();
    }

    @Test
    void everythingOnMakesTheOptionalPartsToo() throws Exception {
        assertThat(renderEverything().propertyNames())
                .containsExactlyInAnyOrder(
                        "ConfigMap",
                        "Deployment",
                        "Ingress",
                        "PersistentVolumeClaim",
                        "Service",
                        "ServiceAccount",
                        "ServiceMonitor");
    }

    @Test
    void podRunsWithoutRootOnAReadOnlyFileSystemWithAWritableTmp() throws Exception {
        JsonNode pod = pod(render(UnaryOperator.identity()));

        assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
        assertThat(container(pod).at("/securityContext/readOnlyRootFilesystem").asBoolean())
                .isTrue();
        assertThat(container(pod)
                        .at("/securityContext/allowPrivilegeEscalation")
                        .asBoolean(true))
                .isFalse();
        assertThat(container(pod).at("/securityContext/capabilities/drop/0").asString())
                .isEqualTo("ALL");
        assertThat(container(pod).at("/volumeMounts/0/mountPath").asString()).isEqualTo("/tmp");
        assertThat(pod.at("/volumes/0/name")).isEqualTo(container(pod).at("/volumeMounts/0/name"));
        assertThat(pod.at("/volumes/0").has("emptyDir")).isTrue();
    }

    @Test
    void probesAskLivenessAndReadinessOnTheServicesPort() throws Exception {
        JsonNode container = container(pod(render(UnaryOperator.identity())));

        assertThat(container.at("/livenessProbe/httpGet/path").asString()).isEqualTo("/actuator/health/liveness");
        assertThat(container.at("/readinessProbe/httpGet/path").asString()).isEqualTo("/actuator/health/readiness");
        assertThat(container.at("/readinessProbe/httpGet/port")).isEqualTo(container.at("/ports/0/name"));
        assertThat(container.at("/resources/limits/memory").asString()).isEqualTo("2Gi");
    }

    @Test
    void serviceSelectsThePodAndTheMonitorSelectsTheService() throws Exception {
        JsonNode objects = renderEverything();
        JsonNode podLabels = objects.at("/Deployment/spec/template/metadata/labels");
        JsonNode serviceLabels = objects.at("/Service/metadata/labels");

        assertThat(podLabels.properties())
                .containsAll(objects.at("/Service/spec/selector").properties());
        assertThat(serviceLabels.properties())
                .containsAll(
                        objects.at("/ServiceMonitor/spec/selector/matchLabels").properties());
        assertThat(objects.at("/ServiceMonitor/spec/endpoints/0/port"))
                .isEqualTo(objects.at("/Service/spec/ports/0/name"));
        assertThat(objects.at("/ServiceMonitor/spec/endpoints/0/path").asString())
                .isEqualTo("/actuator/prometheus");
    }

    @Test
    void ingressLeadsToTheService() throws Exception {
        JsonNode objects = renderEverything();
        JsonNode backend = objects.at("/Ingress/spec/rules/0/http/paths/0/backend/service");

        assertThat(backend.at("/name")).isEqualTo(objects.at("/Service/metadata/name"));
        assertThat(backend.at("/port/name")).isEqualTo(objects.at("/Service/spec/ports/0/name"));
    }

    @Test
    void configReachesSpringAsAFileBesideItsOwn() throws Exception {
        JsonNode objects = renderEverything();
        JsonNode pod = pod(objects);
        JsonNode settings =
                Yaml.text(objects.at("/ConfigMap/data/application.yml").asString());

        assertThat(settings.at("/dropbehind/run/queue-limit").asInt()).isEqualTo(5);
        assertThat(container(pod).at("/env/1/name").asString()).isEqualTo("SPRING_CONFIG_ADDITIONAL_LOCATION");
        assertThat(container(pod).at("/env/1/value").asString())
                .isEqualTo(
                        "file:" + container(pod).at("/volumeMounts/2/mountPath").asString() + "/");
        assertThat(pod.at("/volumes/2/configMap/name")).isEqualTo(objects.at("/ConfigMap/metadata/name"));
    }

    @ParameterizedTest
    @CsvSource({
        "service.port, 0",
        "replicaCount, 2",
        "image.pullPolicy, Sometimes",
        "serviceMonitor.interval, often",
        "ingress.enabled, maybe",
        "livenessProbe.path, /health",
        "replicas, 1"
    })
    void wrongValueIsRefusedByItsName(String name, String value) {
        String last = name.substring(name.lastIndexOf('.') + 1);

        assertThatThrownBy(() -> render(template -> template.set(name, value)))
                .hasMessageContaining("values don't meet the specifications of the schema")
                .hasMessageContaining(last);
    }

    @Test
    void chartAndImageCarryTheVersionOfTheProject() throws Exception {
        JsonNode chart = Yaml.file("helm/Chart.yaml");
        String version = projectVersion();

        assertThat(chart.at("/version").asString()).isEqualTo(version);
        assertThat(container(pod(render(UnaryOperator.identity()))).at("/image").asString())
                .isEqualTo("dropbehind:" + version);
    }

    @Test
    void readmeNamesEveryValue() throws Exception {
        String readme = Files.readString(CHART.resolve("README.md"));

        assertThat(Yaml.file("helm/values.yaml").propertyNames())
                .allSatisfy(name -> assertThat(readme).contains("`" + name));
    }

    private static JsonNode renderEverything() throws IOException {
        return render(template -> template.withValuesFile(EVERYTHING));
    }

    /** The rendered objects by their kind. */
    private static JsonNode render(UnaryOperator<TemplateCommand> values) throws IOException {
        ObjectNode objects = JsonNodeFactory.instance.objectNode();
        String text = values.apply(new Helm(CHART).template().withName("lab")).call();
        Yaml.documents(text).forEach(object -> objects.set(object.at("/kind").asString(), object));
        return objects;
    }

    private static JsonNode pod(JsonNode objects) {
        return objects.at("/Deployment/spec/template/spec");
    }

    private static JsonNode container(JsonNode pod) {
        return pod.at("/containers/0");
    }

    private static String projectVersion() throws IOException {
        Properties build = new Properties();
        try (InputStream info = HelmChartTest.class.getResourceAsStream("/META-INF/build-info.properties")) {
            build.load(info);
        }
        return build.getProperty("build.version");
    }
}
