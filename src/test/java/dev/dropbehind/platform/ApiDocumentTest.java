package dev.dropbehind.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.testing.ServiceTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The OpenAPI document has everything that the service does. */
@ServiceTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApiDocumentTest {

    private static final String API = "/api/";
    private static final JsonMapper JSON = new JsonMapper();

    @Autowired
    private WebTestClient client;

    @Autowired
    private RequestMappingHandlerMapping requestMappingHandlerMapping;

    private JsonNode document;

    @BeforeAll
    void readTheDocument() {
        document = JSON.readTree(client.get()
                .uri("/v3/api-docs")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .returnResult()
                .getResponseBodyContent());
    }

    @Test
    void everyMappingIsDescribed() {
        assertThat(mappings()).hasSizeGreaterThan(15).allSatisfy(mapping -> {
            JsonNode operation = operation(mapping);
            assertThat(text(operation, "summary")).as("summary").isNotBlank().doesNotContain("<");
            assertThat(operation.path("responses"))
                    .as("responses")
                    .isNotEmpty()
                    .allSatisfy(response ->
                            assertThat(text(response, "description")).isNotBlank());
        });
    }

    @Test
    void nothingIsDescribedThatIsNotThere() {
        List<String> described = new ArrayList<>();
        document.get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .propertyNames()
                        .forEach(method -> described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));

        assertThat(mappings()).containsExactlyInAnyOrderElementsOf(described);
    }

    @Test
    void everyParameterSaysWhatItIs() {
        assertThat(mappings())
                .allSatisfy(mapping -> assertThat(operation(mapping).path("parameters"))
                        .allSatisfy(parameter -> {
                            assertThat(text(parameter, "description"))
                                    .as(text(parameter, "name"))
                                    .isNotBlank();
                            assertThat(parameter.path("schema")).isNotEmpty();
                        }));
    }

    @Test
    void everyPlaceholderOfAPathIsAParameter() {
        assertThat(mappings().stream().filter(mapping -> mapping.contains("{")))
                .isNotEmpty()
                .allSatisfy(mapping -> assertThat(operation(mapping).path("parameters"))
                        .anySatisfy(
                                parameter -> assertThat(text(parameter, "in")).isEqualTo("path")));
    }

    @Test
    void everyOperationThatTakesABodyDescribesItAndItsProblems() {
        List<String> withBody = mappings().stream()
                .filter(mapping -> operation(mapping).has("requestBody"))
                .toList();

        assertThat(withBody)
                .contains("POST /api/v1/runs", "POST /api/v1/specs", "POST /api/v1/runs/{id}/assertions")
                .allSatisfy(mapping -> {
                    JsonNode operation = operation(mapping);
                    assertThat(operation.at("/requestBody/content/application~1json/schema"))
                            .isNotEmpty();
                    assertThat(operation.get("responses").propertyNames()).contains("400", "413", "415");
                    assertThat(text(operation.at("/responses/400/content/application~1problem+json/schema"), "$ref"))
                            .endsWith("/Problem");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RunRequest",
                "VariantRequest",
                "AssertionRequest",
                "Spec",
                "Machine",
                "Memory",
                "Vm",
                "Device",
                "Kernel",
                "Job",
                "File",
                "Extent",
                "RunView",
                "ResolvedRun",
                "ProfileView",
                "ToggleView",
                "EpochView",
                "EventPage",
                "EventView",
                "CallView",
                "CauseView",
                "FolioMapPage",
                "RunOfFolios",
                "ValidationView",
                "FigureView",
                "ScoreView",
                "SeriesView",
                "LessonView",
                "LessonVariant",
                "LessonEntry",
                "KindView",
                "QuizView",
                "AnswerView",
                "ChapterView",
                "Problem"
            })
    void everyFieldIsExplained(String schema) {
        assertThat(document.at("/components/schemas/" + schema + "/properties").properties())
                .isNotEmpty()
                .allSatisfy(field -> assertThat(text(field.getValue(), "description"))
                        .as(field.getKey())
                        .isNotBlank());
    }

    @Test
    void noWordOfTheDocumentHasMarkupOfJavadoc() {
        List<String> words = Stream.of("description", "summary")
                .flatMap(name -> document.findValues(name).stream())
                .filter(JsonNode::isString)
                .map(JsonNode::asString)
                .toList();

        assertThat(words)
                .hasSizeGreaterThan(300)
                .noneMatch(text -> text.contains("{@"))
                .noneMatch(text -> text.matches("(?s).*</?[A-Za-z][^>]*>.*"))
                .anyMatch(text -> text.contains("`custom`"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/runs", "/api/v1/specs"})
    void everyExampleOfARequestIsAccepted(String path) {
        JsonNode examples = document.get("paths").get(path).at("/post/requestBody/content/application~1json/examples");

        assertThat(examples)
                .hasSizeGreaterThanOrEqualTo(3)
                .allSatisfy(example -> client.post()
                        .uri("/api/v1/specs")
                        .contentType(MediaType.APPLICATION_JSON)
                        .bodyValue(example.get("value").toString())
                        .exchange()
                        .expectStatus()
                        .isOk());
    }

    @Test
    void limitsOfTheServiceAreThoseThatAreSet() {
        JsonNode variants = document.at("/components/schemas/RunRequest/properties/variants");

        assertThat(variants.path("maxItems").asInt()).isEqualTo(4);
    }

    @Test
    void theStreamIsDescribedAsServerSentEvents() {
        JsonNode stream = operation("GET /api/v1/runs/{id}/stream");

        assertThat(stream.at("/responses/200/content/text~1event-stream/schema"))
                .isNotEmpty();
        assertThat(stream.get("parameters"))
                .extracting(parameter -> text(parameter, "name"))
                .contains("Last-Event-ID", "after");
        assertThat(text(stream.at("/responses/429/headers/Retry-After"), "description"))
                .isNotBlank();
    }

    @Test
    void theParametersOfAnEventLogAreDescribed() {
        assertThat(operation("GET /api/v1/runs/{id}/variants/{variant}/events").get("parameters"))
                .extracting(parameter -> text(parameter, "name"))
                .containsExactlyInAnyOrder("id", "variant", "from", "to", "kind", "limit", "after", "format");
    }

    private JsonNode operation(String mapping) {
        String[] parts = mapping.split(" ", 2);
        JsonNode operation = document.get("paths").path(parts[1]).path(parts[0].toLowerCase(Locale.ROOT));
        assertThat(operation.isObject()).as("%s is in the document", mapping).isTrue();
        return operation;
    }

    private static String text(JsonNode object, String name) {
        return object.path(name).asString("");
    }

    /** Every method and path that a controller answers under the API. */
    private List<String> mappings() {
        return requestMappingHandlerMapping.getHandlerMethods().keySet().stream()
                .flatMap(ApiDocumentTest::methodsAndPaths)
                .filter(mapping -> mapping.contains(" " + API))
                .toList();
    }

    private static Stream<String> methodsAndPaths(RequestMappingInfo mapping) {
        return mapping.getPatternsCondition().getPatterns().stream()
                .flatMap(path -> mapping.getMethodsCondition().getMethods().stream()
                        .map(method -> method + " " + path.getPatternString().replace("{*", "{")));
    }
}
