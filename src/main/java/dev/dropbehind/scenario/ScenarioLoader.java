package dev.dropbehind.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Loads the catalogue from {@code scenarios/*.yaml} and {@code published/*.csv} on the class path. */
public final class ScenarioLoader {

    private static final String SCENARIOS = "classpath*:scenarios/*.yaml";

    private ScenarioLoader() {}

    /**
     * Returns all scenarios.
     *
     * @throws IllegalStateException if a file cannot be used; the message names the file and every fault in it
     */
    public static ScenarioCatalogue load() {
        try {
            List<Scenario> scenarios = new ArrayList<>();
            for (Resource file : new PathMatchingResourcePatternResolver().getResources(SCENARIOS)) {
                scenarios.add(read(file));
            }
            return new ScenarioCatalogue(scenarios);
        } catch (IOException problem) {
            throw new IllegalStateException("The scenarios cannot be read.", problem);
        }
    }

    /** Reads one scenario file. */
    static Scenario read(Resource file) {
        try (InputStream in = file.getInputStream()) {
            JsonNode tree = new YAMLMapper().readTree(in);
            return new ScenarioReader(tree, ScenarioLoader::table).read();
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
