package dev.dropbehind.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FrontendModulesIT {

    private static final Path TESTS = Path.of("frontend", "test");

    @Test
    void theModulesOfThePagesPassTheirTests() throws Exception {
        assumeTrue(hasNode() || "true".equals(System.getenv("CI")), "there is no node on the path");
        List<String> command = new ArrayList<>(List.of("node", "--test"));
        try (Stream<Path> files = Files.list(TESTS)) {
            files.map(Path::toString)
                    .filter(name -> name.endsWith(".test.js"))
                    .sorted()
                    .forEach(command::add);
        }
        assertThat(command).hasSizeGreaterThan(2);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private static boolean hasNode() throws InterruptedException {
        try {
            return new ProcessBuilder("node", "--version").start().waitFor() == 0;
        } catch (IOException notThere) {
            return false;
        }
    }
}
