package dev.dropbehind.validation;

import dev.dropbehind.scenario.ScenarioLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures all validations anew and writes what is shipped of them: {@code validations/ID.json} and the README's table.
 */
public final class ValidationCommand {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private ValidationCommand() {}

    /**
     * Measures and writes.
     *
     * @param args the folder of the resources and the README
     * @throws IOException if a file cannot be written
     */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]).resolve(ValidationLoader.FOLDER);
        Path readme = Path.of(args[1]);
        List<ValidationResult> results = new ArrayList<>();
        for (Validation validation : ValidationLoader.load(ScenarioLoader.load())) {
            Measurement measured = Laboratory.measure(validation);
            Files.writeString(folder.resolve(validation.id() + ".json"), JSON.writeValueAsString(measured) + "\n");
            results.add(ValidationResult.of(validation, measured));
        }
        Files.writeString(readme, ReadmeTable.putInto(Files.readString(readme), results));
    }
}
