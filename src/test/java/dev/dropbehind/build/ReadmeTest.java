package dev.dropbehind.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.scenario.PublishedSeries;
import dev.dropbehind.scenario.Scenario;
import dev.dropbehind.scenario.ScenarioLoader;
import dev.dropbehind.scenario.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the README says of the model is what the model does. */
class ReadmeTest {

    private static final String BEGIN = "<!-- validation -->\n";
    private static final String END = "<!-- /validation -->";

    @Test
    void validationTableIsWhatARunGives() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        String table = readme.substring(readme.indexOf(BEGIN) + BEGIN.length(), readme.indexOf(END));

        assertThat(table)
                .isEqualTo(
                        tableOf(ScenarioLoader.load().find("f2fs-uncached-read").orElseThrow()));
    }

    private static String tableOf(Scenario scenario) {
        Map<String, List<Sample>> samples = scenario.variants().stream()
                .collect(Collectors.toMap(
                        Variant::name, variant -> new Simulation(variant.spec()).advanceTo(Long.MAX_VALUE)));
        return """
               | scenario | variant | figure | seconds | published | simulated | error | role |
               | --- | --- | --- | --- | ---: | ---: | ---: | --- |
               """
                + scenario.published().stream()
                        .map(series -> row(scenario, series, samples.getOrDefault(series.variant(), List.of())))
                        .collect(Collectors.joining());
    }

    private static String row(Scenario scenario, PublishedSeries series, List<Sample> samples) {
        double published = series.mean();
        double simulated = series.meanOf(samples);
        return String.format(
                Locale.ROOT,
                "| `%s` | %s | `%s` | %d–%d | %.1f | %.1f | %s | %s |%n",
                scenario.id(),
                series.variant(),
                series.metric().id(),
                series.from(),
                series.to(),
                published,
                simulated,
                error(series.metric(), published, simulated),
                series.role().name().toLowerCase(Locale.ROOT));
    }

    /** Percentages differ by points, everything else in percent. */
    private static String error(Metric metric, double published, double simulated) {
        return metric.unit().equals("%")
                ? String.format(Locale.ROOT, "%+.2f points", simulated - published)
                : String.format(Locale.ROOT, "%+.2f %%", (simulated / published - 1) * 100);
    }
}
