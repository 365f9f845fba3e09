package dev.dropbehind.run;

import dev.dropbehind.specification.Faults;
import dev.dropbehind.specification.Fields;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** Checks what must hold of a run that is complete. */
@RestController
@Tag(name = "Runs")
class AssertionController {

    private static final String EXAMPLE =
            "[{\"variant\": \"dontcache\", \"metric\": \"kswapdCpuPercent\", \"max\": 4}]";
    private static final List<MediaType> FORMS = List.of(MediaType.APPLICATION_JSON, MediaChoice.TEXT);
    private static final Map<String, Boolean> FLAG = Map.of("true", true, "false", false);

    private final RunService runs;

    AssertionController(RunService runs) {
        this.runs = runs;
    }

    /**
     * Assertions with their values.
     *
     * @param holds whether all hold
     * @param assertions each with its value
     */
    record Checked(boolean holds, List<Assertion> assertions) {

        String text() {
            return assertions.stream().map(assertion -> assertion + "\n").collect(Collectors.joining());
        }
    }

    /**
     * Checks assertions about a run that is complete: each with its value and whether it holds. As text, a line an
     * assertion. A run that is not over is answered 409: wait for it first, with GET /api/v1/runs/{id}?wait=60s.
     *
     * @param id the run
     */
    @PostMapping(path = "/api/v1/runs/{id}/assertions", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Parameter(
            name = "fail",
            in = ParameterIn.QUERY,
            description = "true: answer 422 where one does not hold, so that curl --fail ends with an error",
            schema = @Schema(type = "boolean", defaultValue = "false"))
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            content =
                    @Content(
                            array = @ArraySchema(schema = @Schema(implementation = AssertionDocument.class)),
                            examples = @ExampleObject(EXAMPLE)))
    @ApiResponse(
            responseCode = "200",
            description = "each assertion with its value",
            content = {
                @Content(mediaType = "application/json", schema = @Schema(implementation = Checked.class)),
                @Content(mediaType = "text/plain", schema = @Schema(type = "string"))
            })
    @ApiResponse(responseCode = "409", description = "the run is not complete")
    @ApiResponse(responseCode = "422", description = "fail=true, and one does not hold: holds and assertions say which")
    ResponseEntity<?> check(
            @PathVariable String id,
            @RequestParam Map<String, String> query,
            @RequestBody JsonNode body,
            ServerHttpRequest request) {
        boolean fail = fail(query);
        Run run = completed(id);
        List<Assertion> assertions = new AssertionReader(run, runs.samples(run.id())).read(body);
        Checked checked = new Checked(assertions.stream().allMatch(Assertion::holds), assertions);
        boolean isText = MediaChoice.of(request.getHeaders().getAccept(), FORMS).equals(MediaChoice.TEXT);
        if (fail && !checked.holds() && !isText) {
            throw new AssertionsFailedException(assertions);
        }
        HttpStatus status = fail && !checked.holds() ? HttpStatus.UNPROCESSABLE_CONTENT : HttpStatus.OK;
        return ResponseEntity.status(status)
                .contentType(isText ? MediaChoice.TEXT : MediaType.APPLICATION_JSON)
                .body(isText ? checked.text() : checked);
    }

    private Run completed(String id) {
        Run run = runs.get(RunController.idOf(id));
        if (run.status() != RunStatus.COMPLETED) {
            String reason = run.status().isOver()
                    ? "The run is " + run.status() + "; only what a run has come to in the end can be checked."
                    : "The run is " + run.status() + "; wait for its end first: GET /api/v1/runs/" + run.id()
                            + "?wait=60s.";
            throw new RunConflictException(run, reason);
        }
        return run;
    }

    private static boolean fail(Map<String, String> query) {
        Faults faults = new Faults();
        Fields fields = Fields.ofQuery(query, faults);
        boolean fail = fields.word("fail", FLAG).orElse(false);
        fields.refuseOthers();
        faults.throwIfAny();
        return fail;
    }
}
