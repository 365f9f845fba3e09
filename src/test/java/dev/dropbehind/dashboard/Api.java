package dev.dropbehind.dashboard;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The service over HTTP, as a script would use it beside the pages. */
final class Api {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String SCENARIO = "f2fs-uncached-read";

    private final HttpClient client = HttpClient.newHttpClient();
    private final String base;

    Api(int port) {
        this.base = "http://localhost:" + port + "/api/v1";
    }

    /** Starts a run of the f2fs experiment at a pace, a number or {@code "max"} in quotes, and returns its id. */
    String start(String pace) {
        return submit("{\"scenario\": \"" + SCENARIO + "\", \"pace\": " + pace + "}");
    }

    /** Starts a run as a request in JSON asks, and returns its id. */
    String submit(String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/runs"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        return send(request).get("id").asString();
    }

    /** Starts a run as {@link #start} does and pauses it at once, however slow the machine is. */
    String startPaused(String pace) {
        String run = start(pace);
        control(run, "pause");
        return run;
    }

    /** Sends a control call without a body: pause, resume or cancel. */
    void control(String run, String action) {
        send(HttpRequest.newBuilder(URI.create(base + "/runs/" + run + "/" + action))
                .POST(BodyPublishers.noBody())
                .build());
    }

    /** Waits until a run is over and returns its representation. */
    JsonNode awaitEnd(String run) {
        return get("/runs/" + run + "?wait=60s");
    }

    /** Returns all samples of a run. */
    JsonNode samples(String run) {
        return get("/runs/" + run + "/samples");
    }

    /** Returns the seconds for which a variant has a sample, in the order of the samples. */
    List<Integer> seconds(String run, String variant) {
        return samples(run)
                .valueStream()
                .filter(sample -> sample.get("variant").asString().equals(variant))
                .map(sample -> sample.get("second").asInt())
                .toList();
    }

    /** Returns the text at a path below /api/v1. */
    String text(String path) {
        return body(HttpRequest.newBuilder(URI.create(base + path))
                .header("Accept", "text/plain")
                .build());
    }

    /** Returns the JSON at a path below /api/v1. */
    JsonNode get(String path) {
        return send(HttpRequest.newBuilder(URI.create(base + path))
                .header("Accept", "application/json")
                .build());
    }

    private JsonNode send(HttpRequest request) {
        return JSON.readTree(body(request));
    }

    private String body(HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
