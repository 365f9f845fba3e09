package dev.dropbehind.run;

import dev.dropbehind.specification.Faults;
import dev.dropbehind.specification.Fields;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.channel.AbortedException;
import reactor.netty.http.server.HttpServerResponse;

/**
 * A run as server-sent events. The bytes of an event are made once for all viewers; here they are only wrapped and
 * flushed.
 */
@RestController
@Tag(name = "Runs")
class SampleStreamController {

    private static final String LAST_EVENT_ID = "Last-Event-ID";
    private static final String AFTER = "after";

    private final RunService runs;

    SampleStreamController(RunService runs) {
        this.runs = runs;
    }

    /**
     * A run live, as server-sent events. An event {@code sample} has the sample's {@code seq} as its id; an event
     * {@code status} carries the run when its status, pace or progress changes; comment lines keep it alive. A reader
     * that comes back with the last id misses nothing and gets nothing twice. When the run is over the stream ends.
     *
     * @param id the run
     */
    @Parameter(
            name = AFTER,
            in = ParameterIn.QUERY,
            description = "send what follows this seq",
            schema = @Schema(type = "integer", minimum = "0"))
    @Parameter(
            name = LAST_EVENT_ID,
            in = ParameterIn.HEADER,
            description = "the same, as browsers say it; goes before the query",
            schema = @Schema(type = "integer", minimum = "0"))
    @ApiResponse(
            responseCode = "200",
            description = "the events; the data of a sample is a Sample, that of a status a RunView",
            content =
                    @Content(
                            mediaType = MediaType.TEXT_EVENT_STREAM_VALUE,
                            schema = @Schema(oneOf = {SampleDocument.class, RunView.class})))
    @ApiResponse(responseCode = "204", description = "the run is over and nothing follows")
    @ApiResponse(responseCode = "429", description = "too many streams are open")
    @GetMapping(path = "/api/v1/runs/{id}/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Mono<Void> stream(@PathVariable String id, @RequestParam Map<String, String> query, ServerWebExchange exchange) {
        RunId run = RunController.idOf(id);
        Optional<Long> after = after(query, exchange);
        ServerHttpResponse response = exchange.getResponse();
        return Mono.fromCallable(() -> after.isPresent() && runs.nothingAfter(run, after.get()))
                .subscribeOn(Blocking.SCHEDULER)
                .flatMap(nothing -> nothing ? end(response) : send(response, run, after.orElse(0L)));
    }

    private static Optional<Long> after(Map<String, String> query, ServerWebExchange exchange) {
        Map<String, String> both = new TreeMap<>(query);
        String header = exchange.getRequest().getHeaders().getFirst(LAST_EVENT_ID);
        if (header != null && !header.isEmpty()) {
            both.put(AFTER, header);
        }
        Faults faults = new Faults();
        Fields fields = Fields.ofQuery(both, faults);
        Optional<Long> after = fields.whole(AFTER, 0, Integer.MAX_VALUE);
        fields.refuseOthers();
        faults.throwIfAny();
        return after;
    }

    private static Mono<Void> end(ServerHttpResponse response) {
        response.setStatusCode(HttpStatus.NO_CONTENT);
        return response.setComplete();
    }

    private Mono<Void> send(ServerHttpResponse response, RunId run, long after) {
        Flux<List<byte[]>> events = runs.events(run, after).takeUntilOther(closed(response));
        response.getHeaders().setContentType(MediaType.TEXT_EVENT_STREAM);
        response.getHeaders().setCacheControl(CacheControl.noStore());
        DataBufferFactory buffers = response.bufferFactory();
        // A reader that is gone before the first byte needs no answer.
        return response.writeAndFlushWith(events.map(batch -> wrap(buffers, batch)))
                .onErrorComplete(AbortedException.class);
    }

    /**
     * Ends with the connection. A connection that goes while the answer is being started is not always noticed by who
     * writes it, and its reader would stay for ever.
     */
    private static Mono<Void> closed(ServerHttpResponse response) {
        Object server = ServerHttpResponseDecorator.getNativeResponse(response);
        Sinks.Empty<Void> closed = Sinks.empty();
        if (server instanceof HttpServerResponse connected) {
            connected.withConnection(connection -> connection.onDispose(closed::tryEmitEmpty));
        }
        return closed.asMono();
    }

    /** One buffer a batch, not one an event: a reader who comes late costs the network threads little. */
    private static Mono<DataBuffer> wrap(DataBufferFactory buffers, List<byte[]> batch) {
        return Mono.fromSupplier(
                () -> buffers.join(batch.stream().map(buffers::wrap).toList()));
    }
}
