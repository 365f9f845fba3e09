package dev.dropbehind.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.testing.Specs;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

class ScenarioCommandTest {

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @Test
    void aScenarioPrintsItsTable() {
        assertThat(command().run(List.of("tiny"))).isTrue();
        assertThat(text()).contains("read MiB/s", "cached").containsPattern("(?m)^ {4}1 ");
    }

    @Test
    void withoutAnIdTheScenariosAreListed() {
        assertThat(command().run(List.of())).isFalse();
        assertThat(text()).contains("  tiny  Why?");
    }

    private ScenarioCommand command() {
        Variant variant = new Variant(
                "cached",
                "Cached",
                Specs.small()
                        .job(Specs.reader(IoMode.CACHED, 32 << 10, 1 << 20))
                        .spec(),
                JsonNodeFactory.instance.objectNode());
        Scenario scenario = new Scenario(
                "tiny",
                "Tiny",
                "Why?",
                "Story.",
                "",
                new Source("m", "a", "f"),
                List.of(variant),
                List.of(),
                List.of());
        return new ScenarioCommand(
                new ScenarioCatalogue(List.of(scenario)), new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }
}
