package dev.dropbehind.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The service in a process of its own, which can be killed. */
public final class ServiceProcess implements AutoCloseable {

    private static final Duration START = Duration.ofMinutes(2);

    private final Process process;
    private final int port;
    private final HttpClient http = HttpClient.newHttpClient();

    private ServiceProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts the service and waits until it is ready.
     *
     * @param data where its database is
     * @param options more options, {@code --name=value}
     */
    public static ServiceProcess start(Path data, String... options) {
        int port = freePort();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.dropbehind.DropbehindApplication",
                "--server.port=" + port,
                "--dropbehind.data=" + data,
                "--dropbehind.run.node=test"));
        command.addAll(List.of(options));
        try {
            ServiceProcess service =
                    new ServiceProcess(new ProcessBuilder(command).inheritIO().start(), port);
            service.awaitReadiness();
            return service;
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private void awaitReadiness() {
        long deadline = System.nanoTime() + START.toNanos();
        while (!isReady()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                process.destroyForcibly();
                throw new IllegalStateException("the service did not start");
            }
        }
    }

    private boolean isReady() {
        try {
            return get("/actuator/health/readiness").statusCode() == 200;
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    /** Returns an address of the service. */
    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** Gets a text. */
    public HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(uri(path)).build());
    }

    /** Posts JSON. */
    public HttpResponse<String> post(String path, String json) {
        return send(HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build());
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** Ends the process without a word, as {@code kill -9} does, and waits until it is gone. */
    public void kill() {
        process.destroyForcibly();
        process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
    }

    /** Asks the process to end, as {@code kill} does, and waits until it is gone. */
    public void terminate() {
        process.destroy();
        process.onExit().orTimeout(60, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        kill();
        http.close();
    }
}
