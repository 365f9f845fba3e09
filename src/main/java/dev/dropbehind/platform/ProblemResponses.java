package dev.dropbehind.platform;

import dev.dropbehind.specification.Fault;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.List;
import java.util.Objects;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.http.HttpStatus;

/** Describes the problem details of each operation: which it can answer follows from what it takes. */
final class ProblemResponses implements OpenApiCustomizer {

    private static final String SCHEMA = "Problem";
    private static final String FORM = "application/problem+json";

    /**
     * A problem detail, RFC 9457.
     *
     * @param type urn:dropbehind:problem: and a word that stays
     * @param title the problem in a few words
     * @param status the HTTP status
     * @param detail what is wrong this time, in a sentence
     * @param instance the path of the request
     * @param errors every fault of a bad input with its place
     * @param limit name of the limit that is reached
     * @param value the limit
     */
    @Schema(name = SCHEMA)
    record Problem(
            @Schema(example = "urn:dropbehind:problem:invalid-input")
            String type,

            String title,
            int status,
            String detail,
            String instance,
            List<Fault> errors,
            String limit,
            Long value) {}

    @Override
    public void customise(OpenAPI document) {
        ModelConverters.getInstance(true).readAll(Problem.class).forEach(document.getComponents()::addSchemas);
        document.getPaths()
                .forEach((path, item) -> item.readOperations().forEach(operation -> describe(path, operation)));
    }

    private static void describe(String path, Operation operation) {
        ApiResponses responses = operation.getResponses();
        boolean hasBody = operation.getRequestBody() != null;
        if (hasBody || hasParameters(operation)) {
            add(responses, HttpStatus.BAD_REQUEST, "the input has faults: each is named with its place");
        }
        if (path.contains("{")) {
            add(responses, HttpStatus.NOT_FOUND, "there is nothing of that name");
        }
        if (hasBody) {
            add(responses, HttpStatus.CONTENT_TOO_LARGE, "the body is larger than the limit bodyLimit");
            add(responses, HttpStatus.UNSUPPORTED_MEDIA_TYPE, "the body is in a form that is not taken");
        }
        complete(responses);
    }

    private static boolean hasParameters(Operation operation) {
        List<Parameter> parameters = Objects.requireNonNullElse(operation.getParameters(), List.of());
        return parameters.stream().anyMatch(parameter -> !parameter.getIn().equals("path"));
    }

    /** Gives those that a controller names the form that all problems have. */
    private static void complete(ApiResponses responses) {
        responses.forEach((status, response) -> {
            if (status.startsWith("4")) {
                response.setContent(problem());
            }
            if (status.equals("429")) {
                response.addHeaderObject(
                        "Retry-After",
                        new Header().description("seconds to wait").schema(new IntegerSchema()));
            }
        });
    }

    private static void add(ApiResponses responses, HttpStatus status, String description) {
        responses.computeIfAbsent(Integer.toString(status.value()), code -> new ApiResponse().description(description));
    }

    private static Content problem() {
        var schema = new io.swagger.v3.oas.models.media.Schema<>().$ref("#/components/schemas/" + SCHEMA);
        return new Content().addMediaType(FORM, new MediaType().schema(schema));
    }
}
