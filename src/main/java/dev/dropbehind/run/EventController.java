package dev.dropbehind.run;

import dev.dropbehind.engine.EventLog;
import dev.dropbehind.engine.Simulation;
import dev.dropbehind.trace.ChromeTrace;
import dev.dropbehind.trace.EventWords;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriComponentsBuilder;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** What happened in the machine of a variant, event by event, and what its page cache holds: by running it again. */
@RestController
@Tag(name = "Events")
@RequestMapping("/api/v1/runs/{id}/variants/{variant}")
class EventController {

    private static final long STRIDE_NANOS = 1_000_000;

    private final RunService runs;
    private final Replays replays;
    private final JsonMapper json;

    EventController(RunService runs, Replays replays, JsonMapper json) {
        this.runs = runs;
        this.replays = replays;
        this.json = json;
    }

    /**
     * The event log: which call and which rule of read-ahead caused each device read, and what else happened. The run
     * is not recorded but run again, up to {@code to} or until the log is full: later events take longer to find.
     *
     * @param id the run
     * @param variant name of the variant
     */
    @GetMapping("/events")
    @EventParameters
    @ApiResponse(
            responseCode = "200",
            description =
                    "the events, in the form that the Accept header likes best; where the limit kept something out"
                            + " a Link header with rel=next goes on",
            content = {
                @Content(mediaType = "application/json", schema = @Schema(implementation = EventPage.class)),
                @Content(
                        mediaType = "application/x-ndjson",
                        schema = @Schema(implementation = EventPage.EventView.class))
            })
    @ApiResponse(responseCode = "406", description = "the Accept header takes none of these forms")
    @ApiResponse(responseCode = "409", description = "no second has ended yet, or another engine executed the run")
    @ApiResponse(responseCode = "429", description = "too many replays are under way")
    Mono<ResponseEntity<byte[]>> events(
            @PathVariable String id,
            @PathVariable String variant,
            @RequestParam MultiValueMap<String, String> query,
            ServerHttpRequest request) {
        return Mono.fromCallable(() -> RecordedMachine.of(runs, id, variant))
                .subscribeOn(Blocking.SCHEDULER)
                .flatMap(machine -> events(machine, query, request));
    }

    private Mono<ResponseEntity<byte[]>> events(
            RecordedMachine machine, MultiValueMap<String, String> query, ServerHttpRequest request) {
        EventQuery wanted = EventQuery.of(query, request.getHeaders().getAccept(), machine.reachedNanos());
        return replays.of(machine.variant(), wanted.log().toNanos(), "to", () -> replay(machine, wanted.log()))
                .map(log -> answer(machine, wanted, log, request));
    }

    private static Replay<EventLog> replay(RecordedMachine machine, EventLog.Query query) {
        EventLog log = new EventLog(machine.variant().spec(), query);
        return new Replay<>() {
            @Override
            public boolean goOn() {
                return log.goOn();
            }

            @Override
            public EventLog seen() {
                return log;
            }
        };
    }

    private ResponseEntity<byte[]> answer(
            RecordedMachine machine, EventQuery wanted, EventLog log, ServerHttpRequest request) {
        String variant = machine.variant().name();
        EventPage page = EventPage.of(variant, wanted.log(), log, machine.reachedNanos());
        ResponseEntity.BodyBuilder answer =
                ResponseEntity.ok().contentType(wanted.form().type());
        if (wanted.isFile()) {
            String name = machine.run().id() + "-" + variant + "-events."
                    + wanted.form().ending();
            answer.header(
                    HttpHeaders.CONTENT_DISPOSITION,
                    ContentDisposition.attachment().filename(name).build().toString());
        }
        if (page.next() != null) {
            answer.header(HttpHeaders.LINK, "<" + addressAfter(page.next(), request) + ">; rel=\"next\"");
        }
        return answer.body(
                switch (wanted.form()) {
                    case JSON -> json.writeValueAsBytes(page);
                    case NDJSON -> lines(page);
                    case PERFETTO ->
                        json.writeValueAsBytes(ChromeTrace.of(variant, log.entries(), new EventWords(log.files())));
                });
    }

    private byte[] lines(EventPage page) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (EventPage.EventView event : page.events()) {
            out.writeBytes(json.writeValueAsBytes(event));
            out.write('\n');
        }
        return out.toByteArray();
    }

    private static String addressAfter(long number, ServerHttpRequest request) {
        return UriComponentsBuilder.fromPath(request.getPath().value())
                .query(request.getURI().getRawQuery())
                .replaceQueryParam("after", number)
                .build(true)
                .toUriString();
    }

    /**
     * The folio map: what is cached of a file at the end of a simulated second, as runs of folios with order and flags.
     * The machine is run again up to there.
     *
     * @param id the run
     * @param variant name of the variant
     */
    @GetMapping("/folios")
    @Parameter(
            name = "second",
            in = ParameterIn.QUERY,
            description = "as it is at the end of this simulated second; by default the last",
            schema = @Schema(type = "integer", minimum = "1"))
    @Parameter(
            name = "file",
            in = ParameterIn.QUERY,
            description = "name of the file; by default the first that a job names",
            schema = @Schema(type = "string", example = "data"))
    @Parameter(
            name = "page",
            in = ParameterIn.QUERY,
            description = "the page to begin at: the next of the map before",
            schema = @Schema(type = "integer", minimum = "0"))
    @Parameter(
            name = "limit",
            in = ParameterIn.QUERY,
            description = "how many runs of folios at most",
            schema =
                    @Schema(
                            type = "integer",
                            minimum = "1",
                            maximum = "" + FolioMapPage.Query.MAX_LIMIT,
                            defaultValue = "" + FolioMapPage.Query.DEFAULT_LIMIT))
    @ApiResponse(
            responseCode = "200",
            description = "the map",
            content = @Content(mediaType = "application/json", schema = @Schema(implementation = FolioMapPage.class)))
    @ApiResponse(responseCode = "409", description = "no second has ended yet, or another engine executed the run")
    @ApiResponse(responseCode = "429", description = "too many replays are under way")
    Mono<FolioMapPage> folios(
            @PathVariable String id, @PathVariable String variant, @RequestParam Map<String, String> query) {
        return Mono.fromCallable(() -> RecordedMachine.of(runs, id, variant))
                .subscribeOn(Blocking.SCHEDULER)
                .flatMap(machine -> {
                    FolioMapPage.Query wanted = FolioMapPage.Query.of(query, machine.lastSecond());
                    return replays.of(
                            machine.variant(), machine.endOf(wanted.second()), "second", () -> replay(machine, wanted));
                });
    }

    private static Replay<FolioMapPage> replay(RecordedMachine machine, FolioMapPage.Query query) {
        Simulation simulation = new Simulation(machine.variant().spec());
        query.fileOf(simulation);
        long end = machine.endOf(query.second());
        return new Replay<>() {
            @Override
            public boolean goOn() {
                simulation.advanceTo(Math.min(simulation.nowNanos() + STRIDE_NANOS, end));
                return simulation.nowNanos() < end && !simulation.isOver();
            }

            @Override
            public FolioMapPage seen() {
                return FolioMapPage.of(machine.variant().name(), query, simulation);
            }
        };
    }
}
