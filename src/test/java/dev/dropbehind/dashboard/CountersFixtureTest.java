package dev.dropbehind.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.procfs.MetricFiles;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CountersFixtureTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Path FIXTURE = Path.of("frontend", "test", "fixtures", "counters.json");

    @Test
    void theFixtureOfTheScriptsListsEveryMetricAsItIs() {
        JsonNode measured = JSON.valueToTree(Arrays.stream(Metric.values())
                .map(CountersFixtureTest::describe)
                .toList());
        assertThat(JSON.readTree(FIXTURE))
                .as("%s should hold %s", FIXTURE, measured.toPrettyString())
                .isEqualTo(measured);
    }

    private static Map<String, @Nullable Object> describe(Metric metric) {
        Map<String, @Nullable Object> description = new LinkedHashMap<>();
        description.put("id", metric.id());
        description.put("unit", metric.unit());
        description.put("kind", metric.kind().name().toLowerCase(Locale.ROOT));
        description.put("kernelName", metric.kernelName().orElse(null));
        description.put("kernelFile", MetricFiles.of(metric).orElse(null));
        description.put("explanation", metric.explanation());
        return description;
    }
}
