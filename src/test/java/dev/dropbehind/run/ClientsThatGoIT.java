package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.testing.ServiceProcess;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** A client that goes away in the middle of a request interrupts nobody else. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ClientsThatGoIT {

    private static final int CLIENTS = 300;

    @TempDir
    private Path directory;

    @Test
    void clientsThatGoInTheMiddleOfARequestLeaveTheStoreOpen() throws IOException {
        Path data = directory.resolve("data");
        String id;
        try (ServiceProcess service = ServiceProcess.start(data)) {
            String request = ApiClient.json("{'variants': [{'name': 'a', 'spec': " + ApiClient.SPEC + "}]}");
            id = new JsonMapper()
                    .readTree(service.post("/api/v1/runs", request).body())
                    .get("id")
                    .asString();
            assertThat(service.get("/api/v1/runs/" + id + "?wait=60s").body()).contains("COMPLETED");
            service.terminate();
        }
        try (ServiceProcess service = ServiceProcess.start(data)) {
            String run = "/api/v1/runs/" + id;
            for (int client = 0; client < CLIENTS; client++) {
                for (String path : List.of(run + "/stream?after=1", run, run + "/samples")) {
                    askAndGo(service.uri(path));
                }
            }

            assertThat(service.get(run).statusCode()).isEqualTo(200);
            assertThat(service.get(run + "/samples").statusCode()).isEqualTo(200);
            assertThat(service.get("/actuator/health/readiness").statusCode()).isEqualTo(200);
        }
    }

    /** Sends a request and resets the connection. */
    private static void askAndGo(URI uri) throws IOException {
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.setSoLinger(true, 0);
            String path = uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: test\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
        }
    }
}
