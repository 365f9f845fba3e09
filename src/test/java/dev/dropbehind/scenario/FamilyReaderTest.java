package dev.dropbehind.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.FileSpec;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.FileSystemSpec.BufferedPath;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.scenario.PublishedSeries.Role;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ByteArrayResource;

class FamilyReaderTest {

    private final Family table =
            ScenarioLoader.load().family("ext4-iomap-large-folio").orElseThrow();

    @Test
    void theTableOfTheMessageHas26RowsOfTwoCellsHalfOfThemToFit() {
        List<Family.Cell> cells = table.tables().getFirst().rows().stream()
                .flatMap(row -> row.cells().stream())
                .toList();

        assertThat(table.tables().getFirst().rows()).hasSize(26);
        assertThat(cells)
                .hasSize(52)
                .allSatisfy(cell -> assertThat(cell.metric()).isEqualTo(Metric.IOPS));
        assertThat(cells).filteredOn(cell -> cell.role() == Role.FIT).hasSize(26);
        assertThat(cells.stream().mapToDouble(Family.Cell::value).sum()).isEqualTo(998_567.0);
        assertThat(table.tables().getFirst().isExtra()).isFalse();
    }

    @Test
    void theRowsOf4KibAreChecksBesideTheTable() {
        Family.Table extra = table.tables().getLast();

        assertThat(extra.isExtra()).isTrue();
        assertThat(extra.rows()).hasSize(13);
        assertThat(extra.rows().stream().flatMap(row -> row.cells().stream()))
                .hasSize(26)
                .allSatisfy(cell -> assertThat(cell.role()).isEqualTo(Role.CHECK));
    }

    @Test
    void aRowIsCalledAfterWhatItDoes() {
        assertThat(table.rows())
                .extracting(Family.Row::name)
                .doesNotHaveDuplicates()
                .contains(
                        "read-hole-64k",
                        "write-cache-append-1m",
                        "write-ramdisk-overwrite-sync-1m",
                        "write-nvme-append-writeback-4k");
        assertThat(row("write-ramdisk-overwrite-sync-1m").title()).isEqualTo("Write, ramdisk, overwrite, fsync, 1 MiB");
        assertThat(row("read-hole-64k").scenario().id()).isEqualTo("ext4-iomap-large-folio-read-hole-64k");
        assertThat(row("read-hole-64k").cells())
                .extracting(Family.Cell::variant, Family.Cell::value, Family.Cell::role)
                .containsExactly(
                        tuple("buffer-head", 45_100.0, Role.FIT), tuple("iomap-large-folio", 78_100.0, Role.FIT));
    }

    @Test
    void everyRowIsAnExperimentOfThreePathsThroughOneMachine() {
        assertThat(table.rows()).allSatisfy(row -> {
            assertThat(row.scenario().variants())
                    .extracting(
                            Variant::name,
                            v -> v.spec().fileSystem().path(),
                            v -> v.spec().fileSystem().largeFolios())
                    .containsExactly(
                            tuple("buffer-head", BufferedPath.BUFFER_HEADS, false),
                            tuple("iomap-large-folio", BufferedPath.IOMAP, true),
                            tuple("iomap", BufferedPath.IOMAP, false));
            assertThat(specs(row)).allSatisfy(spec -> {
                assertThat(spec.fileSystem().type()).isEqualTo(FileSystemSpec.Type.EXT4);
                assertThat(spec.durationNanos()).isEqualTo(3_000_000_000L);
                assertThat(spec.memory().ramBytes()).isEqualTo(400L << 30);
                assertThat(spec.jobs())
                        .singleElement()
                        .satisfies(job -> assertThat(job.blockSizeBytes())
                                .isEqualTo(bytes(row.key().getOrDefault("block_size", ""))));
            });
        });
    }

    @Test
    void whatARowHasInItsColumnsIsWhatItsMachineDoes() {
        assertThat(table.rows())
                .allSatisfy(row -> assertThat(specs(row)).allSatisfy(spec -> {
                    JobSpec job = spec.jobs().getFirst();
                    boolean overwrites = "Y".equals(row.key().get("overwrite"));
                    assertThat(job.rw().writes())
                            .isEqualTo("write".equals(row.key().get("operation")));
                    assertThat(job.existing()).isEqualTo(overwrites || job.rw().reads());
                    assertThat(job.timeBased()).isEqualTo(overwrites);
                    assertThat(job.durability().fsyncEvery())
                            .isEqualTo("Y".equals(row.key().get("sync")) ? 1 : 0);
                    assertThat(spec.memory().vm().dirtyBackgroundBytes())
                            .isEqualTo("Y".equals(row.key().get("writeback")) ? 32L << 20 : 0);
                    assertThat(spec.device() instanceof DeviceSpec.Nvme)
                            .isEqualTo("nvme".equals(row.key().get("target")));
                    assertThat(holeBytes(spec))
                            .isEqualTo("hole".equals(row.key().get("target")) ? job.fileSizeBytes() : 0);
                }));
    }

    @Test
    void aFaultyFileIsNamedWithEveryFault() {
        assertThatThrownBy(() -> ScenarioLoader.readFamily(faulty("""
                id: f
                title: t
                question: q
                story: s
                notes: n
                source: { message: m, author: a, file: f }
                tables:
                  - { table: none, title: t }
                  - { table: ext4-iomap-large-folio-4k, title: t }
                key: [operation]
                variants: [ { name: a, title: A, path: buffer_head } ]
                job: { size: 1x }
                rules:
                  - { when: { variant: a }, name: x }
                  - { when: { target: hole } }
                charts: [ readMibs ]
                colour: red
                """)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(
                        "faulty.yaml",
                        "/tables/0/table",
                        "/tables/1/table: no variant is the path iomap_large_folio",
                        "/rules/0/name",
                        "/rules/1/when/target",
                        "/charts/0",
                        "/colour");
    }

    private Family.Row row(String name) {
        return table.rows().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<SimulationSpec> specs(Family.Row row) {
        return row.scenario().variants().stream().map(Variant::spec).toList();
    }

    private static long holeBytes(SimulationSpec spec) {
        return spec.files().stream()
                .flatMap(file -> file.extents().stream())
                .filter(extent -> extent.state() == FileSpec.State.HOLE)
                .mapToLong(FileSpec.Extent::lengthBytes)
                .sum();
    }

    private static long bytes(String size) {
        return switch (size) {
            case "4K" -> 4 << 10;
            case "64K" -> 64 << 10;
            case "1M" -> 1 << 20;
            default -> throw new IllegalArgumentException(size);
        };
    }

    private static ByteArrayResource faulty(String yaml) {
        return new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public String getFilename() {
                return "faulty.yaml";
            }
        };
    }
}
