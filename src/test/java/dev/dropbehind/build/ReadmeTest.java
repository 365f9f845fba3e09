package dev.dropbehind.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.scenario.ScenarioLoader;
import dev.dropbehind.validation.ReadmeTable;
import dev.dropbehind.validation.ValidationLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the README says of the model is what the model does. */
class ReadmeTest {

    @Test
    void validationTableIsThatOfTheShippedResults() throws IOException {
        String readme = Files.readString(Path.of("README.md"));

        assertThat(readme).isEqualTo(ReadmeTable.putInto(readme, ValidationLoader.loadResults(ScenarioLoader.load())));
    }
}
