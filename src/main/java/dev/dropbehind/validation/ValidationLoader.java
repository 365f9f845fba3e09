package dev.dropbehind.validation;

import dev.dropbehind.scenario.ScenarioCatalogue;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Loads {@code validations/*.yaml} from the class path, and the measurements of the build beside them. */
public final class ValidationLoader {

    /** The folder of both. */
    static final String FOLDER = "validations";

    private static final String FILES = "classpath*:" + FOLDER + "/*.yaml";

    private ValidationLoader() {}

    /**
     * Returns all validations, in the order of their ids.
     *
     * @throws IllegalStateException if a file cannot be used; the message names the file and every fault in it
     */
    public static List<Validation> load(ScenarioCatalogue catalogue) {
        try {
            List<Validation> validations = new ArrayList<>();
            for (Resource file : new PathMatchingResourcePatternResolver().getResources(FILES)) {
                validations.add(read(file, catalogue));
            }
            validations.sort(Comparator.comparing(Validation::id));
            return validations;
        } catch (IOException problem) {
            throw new IllegalStateException("The validations cannot be read.", problem);
        }
    }

    /**
     * Returns all validations as the build measured them.
     *
     * @throws IllegalStateException if a file cannot be used or a measurement is not that of its validation
     */
    public static List<ValidationResult> loadResults(ScenarioCatalogue catalogue) {
        return load(catalogue).stream().map(ValidationLoader::result).toList();
    }

    /** Returns one validation as the build measured it. */
    static ValidationResult result(Validation validation) {
        return ValidationResult.of(validation, measured(validation));
    }

    /** Reads one validation file. */
    static Validation read(Resource file, ScenarioCatalogue catalogue) {
        try (InputStream in = file.getInputStream()) {
            JsonNode tree = new YAMLMapper().readTree(in);
            return new ValidationReader(tree, catalogue).read();
        } catch (IOException | RuntimeException problem) {
            throw new IllegalStateException(file.getFilename() + ": " + problem.getMessage(), problem);
        }
    }

    private static Measurement measured(Validation validation) {
        String name = FOLDER + "/" + validation.id() + ".json";
        try (InputStream in = new ClassPathResource(name).getInputStream()) {
            return new JsonMapper().readValue(in, Measurement.class);
        } catch (IOException | RuntimeException problem) {
            throw new IllegalStateException(
                    name + " cannot be used; ./mvnw -q -Pvalidate process-classes writes it.", problem);
        }
    }
}
