package dev.dropbehind.run;

import dev.dropbehind.specification.Faults;
import dev.dropbehind.specification.Fields;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Submits, shows and controls runs over HTTP. */
@RestController
@Tag(name = "Runs")
@RequestMapping("/api/v1/runs")
class RunController {

    private static final int DEFAULT_LIMIT = 50;
    private static final int MAX_LIMIT = 500;
    private static final int MAX_ID = 40;
    private static final String LABEL = "label";
    private static final Map<String, RunStatus> STATUSES =
            Arrays.stream(RunStatus.values()).collect(Collectors.toMap(RunStatus::name, Function.identity()));

    private final RunService runs;
    private final RunRequestReader reader;
    private final RunProperties limits;

    RunController(RunService runs, RunRequestReader reader, RunProperties limits) {
        this.runs = runs;
        this.reader = reader;
        this.limits = limits;
    }

    /** Submits a run. It is queued and begins as soon as there is room; the answer says where it is found. */
    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            content = @Content(schema = @Schema(implementation = RunRequestDocument.class)))
    @ApiResponse(
            responseCode = "202",
            description = "the run, queued",
            headers = @Header(name = "Location", description = "address of the run"))
    @ApiResponse(responseCode = "429", description = "too many runs are waiting already")
    @ApiResponse(responseCode = "422", description = "the Idempotency-Key came with another request before")
    ResponseEntity<RunView> submit(
            @RequestBody JsonNode body,
            @Parameter(description = "1 to 200 visible ASCII characters; with the same key a request is submitted once")
                    @RequestHeader(name = IdempotencyKey.HEADER, required = false)
                    @Nullable
                    String key) {
        RunView run = RunView.of(runs.submit(reader.read(body), key == null ? null : keyOf(key, body)));
        return ResponseEntity.accepted()
                .location(URI.create(run.links().self()))
                .body(run);
    }

    private static IdempotencyKey keyOf(String key, JsonNode body) {
        if (!IdempotencyKey.isKey(key)) {
            Faults faults = new Faults();
            faults.add(IdempotencyKey.HEADER, "This header is 1 to 200 visible ASCII characters.", null);
            faults.throwIfAny();
        }
        return IdempotencyKey.of(key, body);
    }

    /**
     * Some runs.
     *
     * @param runs the runs, newest first
     * @param next the cursor of the next page, or null at the end
     */
    record Page(List<RunView> runs, @Nullable String next) {}

    /** Lists runs, newest first, a page at a time. */
    @GetMapping
    @Parameter(
            name = "status",
            in = ParameterIn.QUERY,
            description = "only runs that stand so",
            schema = @Schema(implementation = RunStatus.class))
    @Parameter(
            name = "scenario",
            in = ParameterIn.QUERY,
            description = "only runs of this scenario; custom for variants of one's own",
            schema = @Schema(type = "string"))
    @Parameter(
            name = "limit",
            in = ParameterIn.QUERY,
            description = "how many at most",
            schema =
                    @Schema(
                            type = "integer",
                            minimum = "1",
                            maximum = "" + MAX_LIMIT,
                            defaultValue = "" + DEFAULT_LIMIT))
    @Parameter(
            name = "cursor",
            in = ParameterIn.QUERY,
            description = "the next of the page before",
            schema = @Schema(type = "string"))
    @Parameter(
            name = LABEL,
            in = ParameterIn.QUERY,
            description = "only runs with this label: its name, or name:value; several hold together",
            array = @ArraySchema(schema = @Schema(type = "string")))
    Page list(@RequestParam MultiValueMap<String, String> query) {
        Faults faults = new Faults();
        List<RunQuery.Label> labels = labels(query.getOrDefault(LABEL, List.of()), faults);
        Map<String, String> others = new TreeMap<>(query.toSingleValueMap());
        others.remove(LABEL);
        Fields fields = Fields.ofQuery(others, faults);
        RunQuery wanted = new RunQuery(
                fields.word("status", STATUSES).orElse(null),
                fields.text("scenario", MAX_ID).orElse(null),
                labels,
                fields.whole("limit", 1, MAX_LIMIT).orElse((long) DEFAULT_LIMIT).intValue(),
                fields.whole("cursor", 1, Long.MAX_VALUE).orElse(null));
        fields.refuseOthers();
        faults.throwIfAny();
        RunPage page = runs.list(wanted);
        Long next = page.next();
        return new Page(page.runs().stream().map(RunView::of).toList(), next == null ? null : next.toString());
    }

    /** A label is asked for as {@code name} or {@code name:value}. */
    private static List<RunQuery.Label> labels(List<String> wanted, Faults faults) {
        List<RunQuery.Label> labels = new ArrayList<>();
        for (String label : wanted) {
            int colon = label.indexOf(':');
            String name = colon < 0 ? label : label.substring(0, colon);
            if (!RunRequestReader.isLabel(name)) {
                faults.add("?label", "This must be the name of a label, or name:value.", null);
            }
            labels.add(new RunQuery.Label(name, colon < 0 ? null : label.substring(colon + 1)));
        }
        return labels;
    }

    /**
     * A run as it stands, or as it is when it is over.
     *
     * @param id the run
     */
    @GetMapping("/{id}")
    @Parameter(
            name = "wait",
            in = ParameterIn.QUERY,
            description = "answer when the run is over, or after this time",
            schema = @Schema(type = "string", example = "30s"))
    Mono<RunView> show(@PathVariable String id, @RequestParam Map<String, String> query) {
        Faults faults = new Faults();
        Fields fields = Fields.ofQuery(query, faults);
        Optional<Duration> wait =
                fields.nanos("wait", 0, limits.waitLimit().toNanos()).map(Duration::ofNanos);
        fields.refuseOthers();
        faults.throwIfAny();
        RunId run = idOf(id);
        Mono<Run> now = Mono.fromCallable(() -> runs.get(run)).subscribeOn(Blocking.SCHEDULER);
        return wait.map(time -> whenOver(run).timeout(time, now)).orElse(now).map(RunView::of);
    }

    private Mono<Run> whenOver(RunId run) {
        return Mono.defer(() -> Mono.fromFuture(runs.whenOver(run))).subscribeOn(Blocking.SCHEDULER);
    }

    /**
     * Forgets a run that is over, its samples with it.
     *
     * @param id the run
     */
    @DeleteMapping("/{id}")
    @ApiResponse(responseCode = "204", description = "the run is forgotten")
    @ApiResponse(responseCode = "409", description = "the run is not over")
    ResponseEntity<Void> delete(@PathVariable String id) {
        runs.delete(idOf(id));
        return ResponseEntity.noContent().build();
    }

    /**
     * Ends a run before its time.
     *
     * @param id the run
     */
    @PostMapping("/{id}/cancel")
    @ApiResponse(responseCode = "200", description = "the run as it stands now")
    @ApiResponse(responseCode = "409", description = "the run is over")
    RunView cancel(@PathVariable String id) {
        return RunView.of(runs.cancel(idOf(id)));
    }

    /**
     * Holds a running run after the second that is under way.
     *
     * @param id the run
     */
    @PostMapping("/{id}/pause")
    @ApiResponse(responseCode = "200", description = "the run as it stands now")
    @ApiResponse(responseCode = "409", description = "the run is not running")
    RunView pause(@PathVariable String id) {
        return RunView.of(runs.pause(idOf(id)));
    }

    /**
     * Lets a paused run go on.
     *
     * @param id the run
     */
    @PostMapping("/{id}/resume")
    @ApiResponse(responseCode = "200", description = "the run as it stands now")
    @ApiResponse(responseCode = "409", description = "the run is not paused")
    RunView resume(@PathVariable String id) {
        return RunView.of(runs.resume(idOf(id)));
    }

    /**
     * Advances a paused run by one simulated second.
     *
     * @param id the run
     */
    @PostMapping("/{id}/step")
    @ApiResponse(responseCode = "200", description = "the run as it stands now")
    @ApiResponse(responseCode = "409", description = "the run is not paused")
    RunView step(@PathVariable String id) {
        return RunView.of(runs.step(idOf(id)));
    }

    /**
     * Changes the pace of a run from its next second on.
     *
     * @param id the run
     */
    @PostMapping(path = "/{id}/pace", consumes = MediaType.APPLICATION_JSON_VALUE)
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            content = @Content(schema = @Schema(implementation = RunRequestDocument.PaceDocument.class)))
    @ApiResponse(responseCode = "200", description = "the run as it stands now")
    @ApiResponse(responseCode = "409", description = "the run is over")
    RunView pace(@PathVariable String id, @RequestBody JsonNode body) {
        return RunView.of(runs.pace(idOf(id), RunRequestReader.readPace(body)));
    }

    /**
     * Reads an id in an address.
     *
     * @throws RunNotFoundException if no run can have it
     */
    static RunId idOf(String text) {
        if (!RunId.isRunId(text)) {
            throw new RunNotFoundException(text);
        }
        return new RunId(text);
    }
}
