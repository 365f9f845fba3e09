package dev.dropbehind.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Loads the catalogue from {@code scenarios/*.yaml}, {@code families/*.yaml} and {@code published/*.csv} on the class
 * path.
 */
public final class ScenarioLoader {

    private static final String SCENARIOS = "classpath*:scenarios/*.yaml";

    private static final String FAMILIES = "classpath*:families/*.yaml";

    private ScenarioLoader() {}

    /**
     * Returns all scenarios.
     *
     * @throws IllegalStateException if a file cannot be used; the message names the file and every fault in it
     */
    public static ScenarioCatalogue load() {
        return new ScenarioCatalogue(all(SCENARIOS, ScenarioLoader::read), all(FAMILIES, ScenarioLoader::readFamily));
    }

    private static <T> List<T> all(String pattern, Function<Resource, T> reader) {
        try {
            return Stream.of(new PathMatchingResourcePatternResolver().getResources(pattern))
                    .map(reader)
                    .toList();
        } catch (IOException problem) {
            throw new IllegalStateException("The scenarios cannot be read.", problem);
        }
    }

    /** Reads one scenario file. */
    static Scenario read(Resource file) {
        return read(file, tree -> new ScenarioReader(tree, ScenarioLoader::table).read());
    }

    /** Reads the file of one family. */
    static Family readFamily(Resource file) {
        return read(file, tree -> new FamilyReader(tree, ScenarioLoader::table).read());
    }

    private static <T> T read(Resource file, Function<JsonNode, T> reader) {
        try (InputStream in = file.getInputStream()) {
            return reader.apply(new YAMLMapper().readTree(in));
        } catch (IOException | RuntimeException problem) {
            throw new IllegalStateException(file.getFilename() + ": " + problem.getMessage(), problem);
        }
    }

    private static PublishedTable table(String name) {
        Resource file = new ClassPathResource("published/" + name + ".csv");
        if (!file.exists()) {
            throw new IllegalArgumentException("there is no published/" + name + ".csv");
        }
        try {
            String text = file.getContentAsString(StandardCharsets.UTF_8);
            return new PublishedTable(name, text.lines().toList());
        } catch (IOException problem) {
            throw new IllegalStateException("published/" + name + ".csv cannot be read.", problem);
        }
    }
}
