package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.testing.Specs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The sample that the scripts are tested with is one that a run sends. */
class SampleFixtureTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Path FIXTURE = Path.of("frontend", "test", "fixtures", "sample.json");

    @Test
    void theFixtureOfTheScriptsIsASampleOfARealRun() {
        String sent = new String(
                new SampleEncoder(JSON).encode(new RunSample(1, "cached", second())), StandardCharsets.UTF_8);
        JsonNode fixture = JSON.readTree(FIXTURE);

        assertThat(fixture).as("%s should hold %s", FIXTURE, sent).isEqualTo(JSON.readTree(sent));
    }

    private static Sample second() {
        List<Sample> samples = new Simulation(Specs.small()
                        .job(Specs.reader(IoMode.CACHED, 32 << 10, 8L << 30))
                        .duration(1_000_000_000)
                        .spec())
                .advanceTo(Long.MAX_VALUE);
        return samples.getFirst();
    }
}
