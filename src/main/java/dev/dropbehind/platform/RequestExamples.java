package dev.dropbehind.platform;

import dev.dropbehind.run.RunProperties;
import dev.dropbehind.scenario.Scenario;
import dev.dropbehind.scenario.ScenarioCatalogue;
import dev.dropbehind.scenario.Variant;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.examples.Example;
import io.swagger.v3.oas.models.media.Schema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.springdoc.core.customizers.OpenApiCustomizer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Puts the shipped scenarios and the limits of this service into the description of requests for runs. */
final class RequestExamples implements OpenApiCustomizer {

    private static final String SCHEMA = "RunRequest";
    private static final int PACE = 5;

    private final JsonMapper json = new JsonMapper();
    private final ScenarioCatalogue catalogue;
    private final RunProperties limits;

    RequestExamples(ScenarioCatalogue catalogue, RunProperties limits) {
        this.catalogue = catalogue;
        this.limits = limits;
    }

    @Override
    public void customise(OpenAPI document) {
        Schema<?> request =
                Objects.requireNonNull(document.getComponents().getSchemas().get(SCHEMA));
        Schema<?> variants =
                Objects.requireNonNull((Schema<?>) request.getProperties().get("variants"));
        variants.setMaxItems(limits.variantLimit());
        document.getPaths().values().stream()
                .flatMap(path -> path.readOperations().stream())
                .filter(RequestExamples::takesRunRequest)
                .forEach(this::addExamples);
    }

    private static boolean takesRunRequest(Operation operation) {
        return operation.getRequestBody() != null
                && operation.getRequestBody().getContent().values().stream()
                        .anyMatch(content -> content.getSchema() != null
                                && String.valueOf(content.getSchema().get$ref()).endsWith("/" + SCHEMA));
    }

    private void addExamples(Operation operation) {
        Map<String, ObjectNode> examples = examples();
        operation
                .getRequestBody()
                .getContent()
                .values()
                .forEach(content -> examples.forEach((name, example) ->
                        content.addExamples(name, new Example().value(json.convertValue(example, Map.class)))));
    }

    private Map<String, ObjectNode> examples() {
        Map<String, ObjectNode> examples = new LinkedHashMap<>();
        Stream<Scenario> ofFamilies = catalogue.families().stream()
                .map(family -> family.rows().getFirst().scenario());
        for (Scenario scenario :
                Stream.concat(catalogue.singles().stream(), ofFamilies).toList()) {
            examples.put(scenario.id(), ofScenario(scenario));
            examples.put(scenario.id() + ", changed", changed(scenario));
            examples.put(scenario.id() + ", written out", writtenOut(scenario));
        }
        return examples;
    }

    private static ObjectNode ofScenario(Scenario scenario) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("scenario", scenario.id())
                .put("pace", PACE);
    }

    private static ObjectNode changed(Scenario scenario) {
        ObjectNode request = ofScenario(scenario).put("title", scenario.title() + ", two processors");
        request.putObject("overrides").putObject("machine").put("cpus", 2);
        return request;
    }

    /** Writes out as many variants as a request may have. */
    private ObjectNode writtenOut(Scenario scenario) {
        ObjectNode request = JsonNodeFactory.instance.objectNode().put("title", scenario.title());
        int most = Math.min(limits.variantLimit(), scenario.variants().size());
        for (Variant variant : scenario.variants().subList(0, most)) {
            request.withArray("variants")
                    .addObject()
                    .put("name", variant.name())
                    .put("title", variant.title())
                    .set("spec", variant.written());
        }
        return request.put("pace", PACE);
    }
}
