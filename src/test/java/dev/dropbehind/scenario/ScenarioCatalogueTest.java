package dev.dropbehind.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.spec.CgroupSpec;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.Profile;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.engine.spec.ToggleSet;
import dev.dropbehind.scenario.PublishedSeries.Role;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;

class ScenarioCatalogueTest {

    private final ScenarioCatalogue catalogue = ScenarioLoader.load();

    @Test
    void theF2fsReadIsThePhonesOfTheMessage() {
        Scenario scenario = catalogue.find("f2fs-uncached-read").orElseThrow();

        assertThat(scenario.variants()).extracting(Variant::name).containsExactly("cached", "dontcache");
        for (Variant variant : scenario.variants()) {
            SimulationSpec spec = variant.spec();
            assertThat(spec.machine().profile()).isEqualTo(Profile.PHONE_UFS);
            assertThat(spec.kernel().epoch()).isEqualTo(Epoch.E1);
            assertThat(spec.kernel().toggles()).isEqualTo(ToggleSet.of(Epoch.E1).with(Toggle.F2FS_FOP_DONTCACHE, true));
            assertThat(spec.durationNanos()).isEqualTo(31_000_000_000L);
            assertThat(spec.jobs()).singleElement().satisfies(job -> {
                assertThat(job.blockSizeBytes()).isEqualTo(32_768);
                assertThat(job.sizeBytes()).isEqualTo(56L << 30);
            });
        }
        assertThat(scenario.variants())
                .extracting(variant -> variant.spec().jobs().getFirst().ioMode())
                .containsExactly(IoMode.CACHED, IoMode.DONTCACHE);
    }

    @Test
    void thePublishedFiguresOfTheF2fsReadAreThoseOfTheMessage() {
        Scenario scenario = catalogue.find("f2fs-uncached-read").orElseThrow();

        assertThat(scenario.published())
                .extracting(PublishedSeries::variant, PublishedSeries::metric, PublishedSeries::role, s -> sum(s))
                .containsExactly(
                        tuple("cached", Metric.READ_MIBPS, Role.FIT, 36_781.0),
                        tuple("dontcache", Metric.READ_MIBPS, Role.CHECK, 37_394.0),
                        tuple("cached", Metric.KSWAPD_CPU, Role.FIT, 2_009.84),
                        tuple("dontcache", Metric.KSWAPD_CPU, Role.CHECK, 12.0));
    }

    @Test
    void theBlockReadIsThatOfTheMessage() {
        Scenario scenario = catalogue.find("block-dontcache-read").orElseThrow();

        assertThat(scenario.variants())
                .extracting(Variant::name)
                .containsExactly("normal", "dontcache", "normal-memory-full");
        for (Variant variant : scenario.variants()) {
            SimulationSpec spec = variant.spec();
            assertThat(spec.machine().profile()).isEqualTo(Profile.VM_NVME);
            assertThat(spec.kernel().epoch()).isEqualTo(Epoch.E3);
            assertThat(spec.kernel().toggles().all()).contains(Toggle.BDEV_FOP_DONTCACHE);
            assertThat(spec.fileSystem().type()).isEqualTo(FileSystemSpec.Type.BDEV);
            assertThat(spec.durationNanos()).isEqualTo(14_000_000_000L);
            assertThat(spec.jobs()).singleElement().satisfies(job -> {
                assertThat(job.blockSizeBytes()).isEqualTo(65_536);
                assertThat(job.sizeBytes()).isEqualTo(45L << 30);
            });
        }
        assertThat(scenario.published())
                .extracting(PublishedSeries::variant, PublishedSeries::metric, PublishedSeries::role, s -> sum(s))
                .containsExactly(
                        tuple("normal", Metric.READ_MIBPS, Role.FIT, 16_517.6),
                        tuple("dontcache", Metric.READ_MIBPS, Role.FIT, 25_769.4));
    }

    @Test
    void theBlockWriteIsThatOfTheMessage() {
        Scenario scenario = catalogue.find("block-dontcache-write").orElseThrow();

        assertThat(scenario.variants())
                .extracting(Variant::name)
                .containsExactly("normal", "dontcache", "dontcache-inline");
        for (Variant variant : scenario.variants()) {
            SimulationSpec spec = variant.spec();
            assertThat(spec.machine().profile()).isEqualTo(Profile.VM_NVME);
            assertThat(spec.kernel().epoch()).isEqualTo(Epoch.E3);
            assertThat(spec.fileSystem().type()).isEqualTo(FileSystemSpec.Type.BDEV);
            assertThat(spec.memory().cgroup()).isEqualTo(new CgroupSpec("job", 2, 244L << 20, null, 0));
            assertThat(spec.durationNanos()).isEqualTo(10_000_000_000L);
            assertThat(spec.jobs()).singleElement().satisfies(job -> {
                assertThat(job.blockSizeBytes()).isEqualTo(65_536);
                assertThat(job.sizeBytes()).isEqualTo(1L << 30);
                assertThat(job.timeBased()).isTrue();
            });
        }
        assertThat(scenario.published())
                .extracting(PublishedSeries::variant, PublishedSeries::metric, PublishedSeries::role, s -> sum(s))
                .containsExactly(
                        tuple("normal", Metric.WRITE_MIBPS, Role.CHECK, 37_625.0),
                        tuple("dontcache", Metric.WRITE_MIBPS, Role.CHECK, 76_991.3));
    }

    @Test
    void chartsAndPublishedSeriesAreOfVariantsThatExist() {
        assertThat(catalogue.all()).isNotEmpty().allSatisfy(scenario -> {
            assertThat(scenario.charts()).isNotEmpty().doesNotHaveDuplicates();
            assertThat(scenario.published())
                    .allSatisfy(series ->
                            assertThat(scenario.variant(series.variant())).isPresent());
        });
    }

    @Test
    void aFaultyFileIsNamedWithEveryFault() {
        Resource file = file("""
                id: custom
                title: t
                question: q
                story: s
                variants:
                  - {name: a, title: A, spec: {jobs: [{size: 1x}]}}
                charts: [readMibs]
                published: [{variant: a, table: none}]
                colour: red
                """);

        assertThatThrownBy(() -> ScenarioLoader.read(file))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(
                        "faulty.yaml",
                        "/id",
                        "/source/message",
                        "/variants/0/spec/jobs/0/size",
                        "/charts/0",
                        "/published/0/table",
                        "/colour");
    }

    @Test
    void aFileThatIsNoYamlIsNamed() {
        assertThatThrownBy(() -> ScenarioLoader.read(file("id: [")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("faulty.yaml");
    }

    @Test
    void twoScenariosOfOneIdAreRefused() {
        Scenario scenario = catalogue.all().getFirst();

        assertThatThrownBy(() -> new ScenarioCatalogue(List.of(scenario, scenario)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(scenario.id());
    }

    private static double sum(PublishedSeries series) {
        return Math.round(series.values().stream()
                                .mapToDouble(Double::doubleValue)
                                .sum()
                        * 100)
                / 100.0;
    }

    private static Resource file(String yaml) {
        return new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public String getFilename() {
                return "faulty.yaml";
            }
        };
    }
}
