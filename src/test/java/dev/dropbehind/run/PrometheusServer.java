package dev.dropbehind.run;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.Transferable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real Prometheus in a container, with the configuration that we ship, pointed at a service on this machine. */
final class PrometheusServer implements AutoCloseable {

    private static final Path CONFIGURATION = Path.of("src/main/docker/prometheus.yml");
    private static final String COMPOSED_TARGET = "dropbehind:8080";
    private static final String HOST = "host.docker.internal";
    private static final int PORT = 9090;

    private final HttpClient http = HttpClient.newHttpClient();
    private final JsonMapper json = new JsonMapper();
    private final GenericContainer<?> container;

    private PrometheusServer(String configuration) {
        container = new GenericContainer<>("prom/prometheus:latest")
                .withExtraHost(HOST, "host-gateway")
                .withCopyToContainer(Transferable.of(configuration), "/etc/prometheus/prometheus.yml")
                .withExposedPorts(PORT)
                .waitingFor(Wait.forHttp("/-/ready"));
    }

    /** Starts a Prometheus that scrapes this port of this machine. */
    static PrometheusServer scraping(int port) throws IOException {
        String configuration = Files.readString(CONFIGURATION).replace(COMPOSED_TARGET, HOST + ":" + port);
        PrometheusServer server = new PrometheusServer(configuration);
        server.container.start();
        return server;
    }

    /** Returns the series that a query gives now, none or more. */
    JsonNode query(String query) throws IOException, InterruptedException {
        URI uri = URI.create("http://%s:%d/api/v1/query?query=%s"
                .formatted(
                        container.getHost(),
                        container.getMappedPort(PORT),
                        URLEncoder.encode(query, StandardCharsets.UTF_8)));
        String answer = http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body();
        return json.readTree(answer).at("/data/result");
    }

    /** Returns what {@code promtool check metrics} says about an exposition. */
    ExecResult check(String exposition) throws IOException, InterruptedException {
        container.copyFileToContainer(Transferable.of(exposition), "/tmp/exposition");
        return container.execInContainer("sh", "-c", "promtool check metrics < /tmp/exposition");
    }

    @Override
    public void close() {
        container.stop();
    }
}
