package dev.dropbehind.procfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.testing.Specs;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the files of a run say, they say alike, and as its samples do. */
class KernelFilesAgreeTest {

    private static final SimulationSpec SPEC = Specs.small()
            .pages(16_384, 4096, 1024)
            .patch(Toggle.MM_BDI_DONTCACHE_DIRTY_ROW)
            .job(Specs.reader(IoMode.CACHED, 32 << 10, 16L << 30))
            .duration(2_500_000_000L)
            .spec();
    private static final List<Sample> SAMPLES = new Simulation(SPEC).advanceTo(Long.MAX_VALUE);

    @Test
    void theRunHasSomethingToSay() {
        assertThat(SAMPLES).hasSize(3);
        assertThat(SAMPLES.getLast().counter(Counter.PGSTEAL_KSWAPD)).isPositive();
    }

    @Test
    void statesReadAsInTheSamples() {
        for (Sample sample : SAMPLES) {
            for (Metric metric : named(Metric.Kind.STATE)) {
                assertThat(kib(metric, sample)).as(metric.id()).isEqualTo(sample.value(metric));
            }
        }
    }

    @Test
    void eventsReadAsTheSumOfTheSamples() {
        for (Metric metric : named(Metric.Kind.EVENTS)) {
            double sum =
                    SAMPLES.stream().mapToDouble(sample -> sample.value(metric)).sum();
            assertThat((double) number(metric, SAMPLES.getLast()))
                    .as(metric.id())
                    .isEqualTo(sum);
        }
    }

    @Test
    void freeUsedSlabAndCacheAreAllOfMemory() {
        for (Sample sample : SAMPLES) {
            Lines meminfo = lines("proc/meminfo", sample);
            long used = MemoryFigures.usedKib(new Snapshot(SPEC, sample));
            assertThat(meminfo.get("MemFree")
                            + meminfo.get("Buffers")
                            + meminfo.get("Cached")
                            + meminfo.get("Slab")
                            + used)
                    .isEqualTo(meminfo.get("MemTotal"));
            assertThat(used).isGreaterThanOrEqualTo(4096 * 4);
            assertThat(meminfo.get("MemAvailable")).isBetween(0L, meminfo.get("MemTotal"));
            assertThat(meminfo.get("Active(anon)") + meminfo.get("Active(file)"))
                    .isEqualTo(meminfo.get("Active"));
            assertThat(meminfo.get("Inactive(anon)") + meminfo.get("Inactive(file)"))
                    .isEqualTo(meminfo.get("Inactive"));
        }
    }

    @Test
    void meminfoVmstatAndTheRootCgroupCountTheSamePages() {
        for (Sample sample : SAMPLES) {
            Lines meminfo = lines("proc/meminfo", sample);
            Lines vmstat = lines("proc/vmstat", sample);
            Lines cgroup = lines("sys/fs/cgroup/memory.stat", sample);
            assertThat(vmstat.get("nr_file_pages") * 4)
                    .isEqualTo(meminfo.get("Cached") + meminfo.get("Buffers"))
                    .isEqualTo(cgroup.get("file") / 1024);
            assertThat(vmstat.get("nr_active_file") * 4).isEqualTo(meminfo.get("Active"));
            assertThat(cgroup.get("pgsteal"))
                    .isEqualTo(vmstat.get("pgsteal_file"))
                    .isEqualTo(vmstat.get("pgsteal_kswapd") + vmstat.get("pgsteal_direct"));
            assertThat(vmstat.get("pgsteal_file")).isLessThanOrEqualTo(vmstat.get("pgscan_file"));
        }
    }

    @Test
    void diskstatsTheStatOfTheDiskAndIoStatCountTheSameReads() {
        for (Sample sample : SAMPLES) {
            List<String> stat = words("sys/block/sda/stat", sample);
            assertThat(words("proc/diskstats", sample)).endsWith(stat.toArray(String[]::new));
            long sectors = Long.parseLong(stat.get(2));
            assertThat(sectors).isPositive();
            assertThat(words("sys/fs/cgroup/io.stat", sample))
                    .contains("rbytes=" + sectors * 512, "rios=" + stat.getFirst());
            assertThat(lines("proc/vmstat", sample).get("pgpgin")).isEqualTo(sectors / 2);
        }
    }

    @Test
    void aDiskIsBusyNoLongerThanTheRunAndItsRequestsNoShorterThanThat() {
        List<String> stat = words("sys/block/sda/stat", SAMPLES.getLast());
        long readMillis = Long.parseLong(stat.get(3));
        long busyMillis = Long.parseLong(stat.get(9));

        assertThat(busyMillis).isPositive().isLessThanOrEqualTo(2500);
        assertThat(readMillis).isGreaterThanOrEqualTo(busyMillis - 1);
        assertThat(stat.get(10)).isEqualTo(stat.get(3));
    }

    @Test
    void pidstatReadsAsTheSamples() {
        List<String> rows = Pidstat.text(SPEC, SAMPLES, true).lines().toList();
        for (Sample sample : SAMPLES) {
            String[] row = rows.get(sample.second()).split(" +", -1);
            assertThat(Double.parseDouble(row[4])).isCloseTo(sample.value(Metric.KSWAPD_CPU), within(0.0051));
            assertThat(Integer.parseInt(row[8])).isBetween(0, 1);
        }
    }

    private static List<Metric> named(Metric.Kind kind) {
        List<Metric> named = Stream.of(Metric.values())
                .filter(metric -> metric.kind() == kind && metric.kernelName().isPresent())
                .filter(metric -> MetricFiles.of(metric).isPresent())
                .filter(metric -> !MetricFiles.of(metric).orElseThrow().equals("proc/diskstats"))
                .toList();
        assertThat(named).hasSizeGreaterThan(5);
        return named;
    }

    /** Returns a number of a file in KiB; vmstat counts pages. */
    private static double kib(Metric metric, Sample sample) {
        boolean inPages = MetricFiles.of(metric).orElseThrow().equals("proc/vmstat");
        return number(metric, sample) * (inPages ? 4 : 1);
    }

    private static long number(Metric metric, Sample sample) {
        String path = MetricFiles.of(metric).orElseThrow().replace("{maj:min}", "8:0");
        return lines(path, sample).get(metric.kernelName().orElseThrow());
    }

    /** The numbers of a file by their names. */
    private record Lines(Map<String, Long> numbers) {

        long get(String name) {
            return Objects.requireNonNull(numbers.get(name), name);
        }
    }

    private static Lines lines(String path, Sample sample) {
        return new Lines(text(path, sample)
                .lines()
                .map(line -> line.split(" +", -1))
                .collect(Collectors.toMap(words -> words[0].replace(":", ""), words -> Long.parseLong(words[1]))));
    }

    private static List<String> words(String path, Sample sample) {
        return List.of(text(path, sample).strip().split("\\s+", -1));
    }

    private static String text(String path, Sample sample) {
        return KernelFiles.of(SPEC).file(path).orElseThrow().text(new Snapshot(SPEC, sample));
    }
}
