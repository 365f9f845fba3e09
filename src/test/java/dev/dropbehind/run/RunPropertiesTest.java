package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.scenario.ScenarioLoader;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class RunPropertiesTest {

    @Test
    void withoutALimitOfPagesTheHeapSetsIt() {
        long worstCase = limits(Map.of()).pageLimit() * RunProperties.WORST_BYTES_PER_PAGE;

        assertThat(worstCase)
                .isBetween(
                        Runtime.getRuntime().maxMemory() / 2,
                        Runtime.getRuntime().maxMemory());
    }

    @Test
    void aSmallHeapStillTakesEachShippedExperiment() {
        assertThat(ScenarioLoader.load().all()).allSatisfy(scenario -> {
            long pages = scenario.variants().stream()
                    .mapToLong(variant -> RunVariant.of(variant.name(), variant.title(), variant.spec())
                            .pages())
                    .sum();
            assertThat(pages).isLessThanOrEqualTo(RunProperties.pagesFor(256 << 20));
        });
    }

    @Test
    void aLimitOfPagesThatIsSetHolds() {
        assertThat(limits(Map.of("dropbehind.run.page-limit", "1000")).pageLimit())
                .isEqualTo(1000);
    }

    private static RunProperties limits(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("dropbehind.run", RunProperties.class);
    }
}
