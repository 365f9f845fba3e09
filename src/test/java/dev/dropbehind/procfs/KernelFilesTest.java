package dev.dropbehind.procfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.procfs.KernelFiles.Entry;
import dev.dropbehind.testing.Specs;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class KernelFilesTest {

    private final KernelFiles files = KernelFiles.of(Moments.machine(Specs.ufs(128, 32)));

    static Stream<Arguments> devices() {
        return Stream.of(
                Arguments.of(Specs.ufs(128, 32), "sda", "8:0"),
                Arguments.of(Specs.nvme(1280, 64), "nvme0n1", "259:0"),
                Arguments.of(Specs.ssd(), "sda", "8:0"),
                Arguments.of(Specs.hdd(32), "sda", "8:0"),
                Arguments.of(Specs.loop(Specs.ssd()), "loop0", "7:0"),
                Arguments.of(Specs.ramDisk(), "ram0", "1:0"));
    }

    @ParameterizedTest
    @MethodSource("devices")
    void everyFileThatIsListedCanBeReadAndEndsItsLastLine(DeviceSpec device, String name, String number) {
        SimulationSpec spec = Moments.machine(device);
        Snapshot at = new Snapshot(spec, Moments.sample(1, Moments.FIGURES));
        List<String> paths = walk(KernelFiles.of(spec), KernelFiles.ROOT);

        assertThat(paths)
                .contains("sys/block/" + name + "/stat", "sys/kernel/debug/bdi/" + number + "/stats")
                .hasSizeGreaterThan(8)
                .allSatisfy(path -> assertThat(
                                KernelFiles.of(spec).file(path).orElseThrow().text(at))
                        .endsWith("\n"));
        assertThat(KernelFiles.of(spec).file("proc/diskstats").orElseThrow().text(at))
                .contains(" " + name + " ");
        assertThat(KernelFiles.of(spec)
                        .file("sys/fs/cgroup/io.stat")
                        .orElseThrow()
                        .text(at))
                .startsWith(number + " ");
    }

    @Test
    void aDirectoryListsWhatIsInItOnceAndByName() {
        assertThat(files.list(KernelFiles.ROOT)).containsExactly(new Entry("proc", true), new Entry("sys", true));
        assertThat(files.list("proc/"))
                .containsExactly(
                        new Entry("diskstats", false), new Entry("meminfo", false), new Entry("vmstat", false));
        assertThat(files.list("sys/kernel/debug/"))
                .containsExactly(new Entry("bdi", true), new Entry("dropbehind", true));
    }

    @Test
    void whatIsNotThereIsNeitherAFileNorADirectory() {
        assertThat(files.file("proc")).isEmpty();
        assertThat(files.file("proc/meminfo/")).isEmpty();
        assertThat(files.file("proc/pressure/io")).isEmpty();
        assertThat(files.list("proc/meminfo/")).isEmpty();
        assertThat(files.list("etc/")).isEmpty();
    }

    @Test
    void everyFileThatAMetricNamesIsThere() {
        List<String> named = Stream.of(Metric.values())
                .flatMap(metric -> MetricFiles.of(metric).stream())
                .map(path -> path.replace("{maj:min}", "8:0"))
                .distinct()
                .toList();

        assertThat(named)
                .hasSizeGreaterThan(4)
                .allSatisfy(path -> assertThat(files.file(path)).isPresent());
    }

    private static List<String> walk(KernelFiles tree, String directory) {
        List<String> paths = new ArrayList<>();
        for (Entry entry : tree.list(directory)) {
            String path = directory + entry.name();
            paths.addAll(entry.isDirectory() ? walk(tree, path + "/") : List.of(path));
        }
        return paths;
    }
}
