package dev.dropbehind.run;

import dev.dropbehind.specification.Faults;
import dev.dropbehind.specification.Fields;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Submits, shows and controls runs over HTTP. */
@RestController
@RequestMapping("/api/v1/runs")
class RunController {

    private static final int DEFAULT_LIMIT = 50;
    private static final int MAX_LIMIT = 500;
    private static final int MAX_ID = 40;
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

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<RunView> submit(@RequestBody JsonNode body) {
        RunView run = RunView.of(runs.submit(reader.read(body)));
        return ResponseEntity.accepted()
                .location(URI.create(run.links().self()))
                .body(run);
    }

    /** Some runs, newest first, and the address of the next page. */
    record Page(List<RunView> runs, @Nullable String next) {}

    @GetMapping
    Page list(@RequestParam Map<String, String> query) {
        Faults faults = new Faults();
        Fields fields = Fields.ofQuery(query, faults);
        RunQuery wanted = new RunQuery(
                fields.word("status", STATUSES).orElse(null),
                fields.text("scenario", MAX_ID).orElse(null),
                fields.whole("limit", 1, MAX_LIMIT).orElse((long) DEFAULT_LIMIT).intValue(),
                cursor(fields).orElse(null));
        fields.refuseOthers();
        faults.throwIfAny();
        RunPage page = runs.list(wanted);
        RunId next = page.next();
        return new Page(page.runs().stream().map(RunView::of).toList(), next == null ? null : next.value());
    }

    @GetMapping("/{id}")
    Mono<RunView> show(@PathVariable String id, @RequestParam Map<String, String> query) {
        Faults faults = new Faults();
        Fields fields = Fields.ofQuery(query, faults);
        Optional<Duration> wait =
                fields.nanos("wait", 0, limits.waitLimit().toNanos()).map(Duration::ofNanos);
        fields.refuseOthers();
        faults.throwIfAny();
        RunId run = idOf(id);
        Mono<Run> now = Mono.fromSupplier(() -> runs.get(run));
        return wait.map(time -> Mono.fromFuture(runs.whenOver(run)).timeout(time, now))
                .orElse(now)
                .map(RunView::of);
    }

    @PostMapping("/{id}/cancel")
    RunView cancel(@PathVariable String id) {
        return RunView.of(runs.cancel(idOf(id)));
    }

    @PostMapping("/{id}/pause")
    RunView pause(@PathVariable String id) {
        return RunView.of(runs.pause(idOf(id)));
    }

    @PostMapping("/{id}/resume")
    RunView resume(@PathVariable String id) {
        return RunView.of(runs.resume(idOf(id)));
    }

    @PostMapping("/{id}/step")
    RunView step(@PathVariable String id) {
        return RunView.of(runs.step(idOf(id)));
    }

    @PostMapping(path = "/{id}/pace", consumes = MediaType.APPLICATION_JSON_VALUE)
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

    private static Optional<RunId> cursor(Fields fields) {
        Optional<String> cursor = fields.find("cursor").map(JsonNode::asString);
        if (cursor.isPresent() && !RunId.isRunId(cursor.get())) {
            fields.fault("cursor", "This must be the \"next\" of the page before.");
        }
        return cursor.filter(RunId::isRunId).map(RunId::new);
    }
}
