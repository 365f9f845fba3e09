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
 * Measures all validations anew, or those that are named, and writes what is shipped of them:
 * {@code validations/ID.json} and the README's table.
 */
public final class ValidationCommand {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private ValidationCommand() {}

    /**
     * Measures and writes.
     *
     * @param args the folder of the resources, the README, and the ids of what is measured; none for all
     * @throws IOException if a file cannot be written
     * @throws IllegalArgumentException if there is no validation of an id
     */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]).resolve(ValidationLoader.FOLDER);
        Path readme = Path.of(args[1]);
        List<String> named = List.of(args).subList(2, args.length);
        List<Validation> validations = ValidationLoader.load(ScenarioLoader.load());
        requireAll(named, validations.stream().map(Validation::id).toList());
        List<ValidationResult> results = new ArrayList<>();
        for (Validation validation : validations) {
            if (named.isEmpty() || named.contains(validation.id())) {
                Measurement measured = Laboratory.measure(validation);
                Files.writeString(folder.resolve(validation.id() + ".json"), JSON.writeValueAsString(measured) + "\n");
                results.add(ValidationResult.of(validation, measured));
            } else {
                results.add(ValidationLoader.result(validation));
            }
        }
        Files.writeString(readme, ReadmeTable.putInto(Files.readString(readme), results));
    }

    private static void requireAll(List<String> named, List<String> known) {
        if (!known.containsAll(named)) {
            throw new IllegalArgumentException("there are the validations " + known + ", not all of " + named);
        }
    }
}
