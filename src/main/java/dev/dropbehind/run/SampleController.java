package dev.dropbehind.run;

import dev.dropbehind.scenario.ComparisonTable;
import dev.dropbehind.scenario.TableCsv;
import dev.dropbehind.scenario.TableText;
import dev.dropbehind.specification.Faults;
import dev.dropbehind.specification.Fields;
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

    @GetMapping("/samples")
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

    @GetMapping("/table")
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
