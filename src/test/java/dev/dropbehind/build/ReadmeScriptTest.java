package dev.dropbehind.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.testing.ServiceTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

/** The README's experiment by script does what the README says. */
@ServiceTest
class ReadmeScriptTest {

    private static final Pattern SCRIPT = Pattern.compile("(?s)```sh\n(#!/bin/sh\n.*?)```");
    private static final Pattern BODY = Pattern.compile("(?s)/api/v1/runs [^\n]*-d '(\\{.*?\\n})'");

    @TempDir
    private Path folder;

    @LocalServerPort
    private int port;

    @Autowired
    private WebTestClient client;

    private String readme = "";

    @BeforeEach
    void read() throws IOException {
        readme = Files.readString(Path.of("README.md"));
    }

    @Test
    void theScriptPrintsTheTableAndEndsWithZeroWhereEverythingHolds() throws Exception {
        Result result = run();

        assertThat(result.output())
                .contains(
                        "kswapd %CPU",
                        "holds  dontcache kswapdCpuPercent from 4 to 30 is", "holds  dontcache readMiBps");
        assertThat(result.exitCode()).as(result.output()).isZero();
    }

    @Test
    void theScriptEndsWithOneWhereAnAssertionFails() throws Exception {
        Result result = run("cached", "4");

        assertThat(result.output()).contains("FAILS  cached kswapdCpuPercent from 4 to 30 is");
        assertThat(result.exitCode()).as(result.output()).isEqualTo(1);
    }

    @Test
    void theScriptFailsWhereItAsksForWhatIsNotThere() throws Exception {
        Result result = run("nocache");

        assertThat(result.output()).contains("/0/variant");
        assertThat(result.exitCode()).isEqualTo(1);
    }

    @Test
    void everyRequestOfTheReadmeIsAccepted() {
        Matcher bodies = BODY.matcher(readme);

        assertThat(bodies.results())
                .isNotEmpty()
                .allSatisfy(body -> client.post()
                        .uri("/api/v1/specs")
                        .contentType(MediaType.APPLICATION_JSON)
                        .bodyValue(body.group(1))
                        .exchange()
                        .expectStatus()
                        .isOk());
    }

    private record Result(int exitCode, String output) {}

    private Result run(String... arguments) throws IOException, InterruptedException {
        Matcher script = SCRIPT.matcher(readme);
        assertThat(script.find()).as("the README has a script").isTrue();
        Path file = Files.writeString(folder.resolve("experiment.sh"), script.group(1));
        List<String> command = new ArrayList<>(List.of("sh", file.toString()));
        command.addAll(List.of(arguments));
        Path output = folder.resolve("output");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("DROPBEHIND", "http://localhost:" + port);
        Process process = builder.start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return new Result(process.exitValue(), Files.readString(output));
    }
}
