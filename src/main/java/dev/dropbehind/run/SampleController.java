package dev.dropbehind.run;

import dev.dropbehind.scenario.ComparisonTable;
import dev.dropbehind.scenario.TableCsv;
import dev.dropbehind.scenario.TableText;
import dev.dropbehind.specification.Faults;
import dev.dropbehind.specification.Fields;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import tools.jackson.databind.json.JsonMapper;

/** The samples of a run as a whole: all of them, or as a table for a mail. */
@RestController
@Tag(name = "Runs")
@RequestMapping("/api/v1/runs/{id}")
class SampleController {

    private static final List<MediaType> TABLE_FORMS =
            List.of(MediaChoice.TEXT, MediaType.APPLICATION_JSON, MediaChoice.CSV);

    private final RunService runs;
    private final RunTables tables;
    private final SampleText text;

    SampleController(RunService runs, RunTables tables, JsonMapper json) {
        this.runs = runs;
        this.tables = tables;
        this.text = new SampleText(json);
    }

    /**
     * All samples of a run so far, by second, then by variant.
     *
     * @param id the run
     */
    @GetMapping("/samples")
    @Parameter(
            name = "variant",
            in = ParameterIn.QUERY,
            description = "only those of this variant",
            schema = @Schema(type = "string"))
    @Parameter(
            name = "format",
            in = ParameterIn.QUERY,
            description = "send this form, as a file",
            schema = @Schema(allowableValues = {"json", "ndjson", "csv"}))
    @ApiResponse(
            responseCode = "200",
            description = "the samples, in the form that the Accept header likes best",
            content = {
                @Content(
                        mediaType = "application/json",
                        array = @ArraySchema(schema = @Schema(implementation = SampleDocument.class))),
                @Content(mediaType = "application/x-ndjson", schema = @Schema(implementation = SampleDocument.class)),
                @Content(mediaType = "text/csv", schema = @Schema(type = "string"))
            })
    @ApiResponse(responseCode = "406", description = "the Accept header takes none of these forms")
    ResponseEntity<Flux<byte[]>> samples(
            @PathVariable String id, @RequestParam Map<String, String> query, ServerHttpRequest request) {
        Run run = runs.get(RunController.idOf(id));
        Faults faults = new Faults();
        Fields fields = Fields.ofQuery(query, faults);
        Optional<String> variant = fields.word("variant", variantNames(run));
        Download form = Download.of(fields, request.getHeaders().getAccept(), SampleText.FORMS);
        fields.refuseOthers();
        faults.throwIfAny();
        List<RunSample> samples = runs.samples(run.id()).stream()
                .filter(sample -> variant.isEmpty() || variant.get().equals(sample.variant()))
                .toList();
        return form.answer(run.id() + "-samples").body(text.write(samples, form.type()));
    }

    /**
     * The variants of a run side by side, second by second, with the published figures: 72 columns of text for a mail.
     *
     * @param id the run
     */
    @GetMapping("/table")
    @Parameter(
            name = "format",
            in = ParameterIn.QUERY,
            description = "send this form, as a file",
            schema = @Schema(allowableValues = {"txt", "csv", "json"}))
    @ApiResponse(
            responseCode = "200",
            description = "the table, in the form that the Accept header likes best",
            content = {
                @Content(mediaType = "text/plain", schema = @Schema(type = "string")),
                @Content(mediaType = "application/json", schema = @Schema(implementation = ComparisonTable.class)),
                @Content(mediaType = "text/csv", schema = @Schema(type = "string"))
            })
    @ApiResponse(responseCode = "406", description = "the Accept header takes none of these forms")
    ResponseEntity<?> table(
            @PathVariable String id, @RequestParam Map<String, String> query, ServerHttpRequest request) {
        Run run = runs.get(RunController.idOf(id));
        Faults faults = new Faults();
        Fields fields = Fields.ofQuery(query, faults);
        Download form = Download.of(fields, request.getHeaders().getAccept(), TABLE_FORMS);
        fields.refuseOthers();
        faults.throwIfAny();
        return form.answer(run.id() + "-table").body(tableAs(form.type(), tables.of(run)));
    }

    private static Object tableAs(MediaType type, ComparisonTable table) {
        if (type.equals(MediaChoice.TEXT)) {
            return TableText.of(table);
        }
        return type.equals(MediaChoice.CSV) ? TableCsv.of(table) : table;
    }

    private static Map<String, String> variantNames(Run run) {
        return run.variantNames().stream().collect(Collectors.toMap(Function.identity(), Function.identity()));
    }
}
