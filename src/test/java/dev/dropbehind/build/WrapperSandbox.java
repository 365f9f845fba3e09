package dev.dropbehind.build;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A project with the wrapper, a command path that holds only what a test puts there, and a server with a small release.
 */
final class WrapperSandbox implements AutoCloseable {

    private static final String RELEASE = "apache-maven-3.9.11";
    private static final List<String> TOOLS = List.of(
            "cat chmod curl cut dirname mkdir mktemp mv rm sed sha512sum shasum sort tr unzip wget".split(" ", -1));
    private static final List<Path> TOOL_FOLDERS =
            List.of(Path.of("/usr/bin"), Path.of("/bin"), Path.of("/usr/local/bin"));

    private final Path folder;
    private final Path commands;
    private final byte[] release;
    private final HttpServer server;
    private final ConcurrentLinkedQueue<String> requests = new ConcurrentLinkedQueue<>();
    private final Map<String, String> environment = new HashMap<>();

    WrapperSandbox(Path folder) throws IOException {
        this.folder = folder;
        this.commands = Files.createDirectory(folder.resolve("bin"));
        this.release = zippedRelease();
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        lendTools();
        Files.createDirectories(folder.resolve("project/.mvn/wrapper"));
        Files.copy(Path.of("mvnw"), folder.resolve("project/mvnw"));
        pin(sha512(release));
        environment.put("PATH", commands.toString());
        environment.put("HOME", folder.toString());
        environment.put("JAVA_HOME", System.getProperty("java.home"));
    }

    /** Writes the properties so that they name the served release and this checksum. */
    void pin(String sha512) throws IOException {
        Files.writeString(
                folder.resolve("project/.mvn/wrapper/maven-wrapper.properties"),
                "distributionUrl=%s/archive/%s-bin.zip%ndistributionSha512Sum=%s%n".formatted(url(), RELEASE, sha512));
    }

    /** Puts an installed Maven of this version on the path; run, it says so and where its Java is. */
    void installMaven(String version) throws IOException {
        command("mvn", fakeMaven("installed", version));
    }

    /** Puts a command on the path. */
    void command(String name, String script) throws IOException {
        Path file = Files.writeString(commands.resolve(name), script);
        executable(file);
    }

    /** Makes a folder that looks like a JDK of this version, under the home of the sandbox. */
    Path installJdk(String version) throws IOException {
        Path jdk = folder.resolve(".sdkman/candidates/java/" + version);
        Files.createDirectories(jdk.resolve("bin"));
        Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"Someone\"\nJAVA_VERSION=\"" + version + "\"\n");
        executable(Files.writeString(jdk.resolve("bin/javac"), "#!/bin/sh\n"));
        return jdk;
    }

    void set(String variable, String value) {
        environment.put(variable, value);
    }

    void unset(String variable) {
        environment.remove(variable);
    }

    /** Runs the wrapper with these arguments. */
    Outcome run(String... arguments) throws IOException, InterruptedException {
        List<String> command = Stream.concat(
                        Stream.of("/bin/sh", folder.resolve("project/mvnw").toString()), Stream.of(arguments))
                .toList();
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).directory(folder.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), output);
    }

    /** The paths that the wrapper asked the server for, in order. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    /** The address of the server. */
    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** What is kept under this Maven home of the sandbox, folders apart. */
    List<Path> keptUnder(Path mavenHome) throws IOException {
        Path kept = folder.resolve(mavenHome).resolve("wrapper/dists");
        if (Files.notExists(kept)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(kept)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        requests.add(path);
        boolean known = path.endsWith("/" + RELEASE + "-bin.zip");
        exchange.sendResponseHeaders(known ? 200 : 404, known ? release.length : -1);
        if (known) {
            exchange.getResponseBody().write(release);
        }
        exchange.close();
    }

    private void lendTools() throws IOException {
        for (String tool : TOOLS) {
            for (Path place : TOOL_FOLDERS) {
                if (Files.isExecutable(place.resolve(tool)) && Files.notExists(commands.resolve(tool))) {
                    command(tool, "#!/bin/sh\nexec '%s' \"$@\"\n".formatted(place.resolve(tool)));
                }
            }
        }
    }

    private static byte[] zippedRelease() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry(RELEASE + "/bin/mvn"));
            zip.write(fakeMaven("pinned", "3.9.11").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static String fakeMaven(String name, String version) {
        return """
                #!/bin/sh
                if [ "$1" = -v ]; then echo "Apache Maven %2$s"; exit; fi
                echo "%1$s $*"
                echo "java=${JAVA_HOME:-}"
                """.formatted(name, version);
    }

    private static void executable(Path file) throws IOException {
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("cannot make executable: " + file);
        }
    }

    private static String sha512(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-512").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How a run of the wrapper ended and what it wrote. */
    record Outcome(int exitCode, String output) {}
}
