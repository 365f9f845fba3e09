package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dropbehind.engine.JobError;
import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.KernelSpec;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.engine.spec.ToggleSet;
import dev.dropbehind.testing.Specs;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each toggle does what it says, seen in the values it names (kernel-model §10, decisions.md 36). */
class TogglesTest {

    private static final long DURATION_NANOS = 2_000_000_000L;
    private static final double WINDOWS_KIB = 1024;

    @ParameterizedTest
    @EnumSource(names = {"MM_RWF_DONTCACHE", "MM_DROP_ONLY_WHOLE_FOLIOS", "BDEV_FOP_DONTCACHE", "F2FS_FOP_DONTCACHE"})
    void everyToggleMovesAValueThatItNames(Toggle toggle) {
        FileSystemSpec.Type type = typeFor(toggle);
        List<Toggle> others =
                toggle == Toggle.MM_DROP_ONLY_WHOLE_FOLIOS ? List.of(Toggle.MM_RWF_DONTCACHE) : toggle.needs();
        List<Sample> before = simulation(type, others).advanceTo(Long.MAX_VALUE);
        List<Sample> after = simulation(type, with(toggle, others)).advanceTo(Long.MAX_VALUE);

        assertThat(Stream.of(Metric.values()).filter(metric -> toggle.metrics().contains(metric.id())))
                .isNotEmpty()
                .anySatisfy(metric -> assertThat(values(after, metric)).isNotEqualTo(values(before, metric)));
    }

    @ParameterizedTest
    @CsvSource({
        "MM_RWF_DONTCACHE, EXT4",
        "MM_RWF_DONTCACHE, XFS",
        "MM_RWF_DONTCACHE, BTRFS",
        "F2FS_FOP_DONTCACHE, F2FS",
        "BDEV_FOP_DONTCACHE, BDEV"
    })
    void dontcacheIsRefusedWithoutItsToggleAndLeavesNothingBehindWithIt(Toggle toggle, FileSystemSpec.Type type) {
        Simulation without = simulation(type, toggle.needs());
        without.advanceTo(Long.MAX_VALUE);
        Simulation with = simulation(type, with(toggle));
        List<Sample> samples = with.advanceTo(Long.MAX_VALUE);

        assertThat(without.result().errors()).extracting(JobError::errno).containsExactly("EOPNOTSUPP");
        assertThat(without.result().bytesRead()).isZero();
        assertThat(with.result().errors()).isEmpty();
        assertThat(with.result().bytesRead()).isPositive();
        assertThat(samples)
                .allMatch(sample -> sample.value(Metric.CACHED) + sample.value(Metric.BUFFERS) <= WINDOWS_KIB)
                .allMatch(sample -> sample.value(Metric.DROPBEHIND_DROPPED) > 0);
    }

    @Test
    void pagesOfABlockDeviceAreBuffers() {
        List<Sample> samples =
                simulation(FileSystemSpec.Type.BDEV, List.of(), IoMode.CACHED).advanceTo(Long.MAX_VALUE);

        assertThat(samples).allMatch(sample -> sample.value(Metric.CACHED) == 0);
        assertThat(samples.getLast().value(Metric.BUFFERS))
                .isGreaterThan(samples.getFirst().value(Metric.BUFFERS) + WINDOWS_KIB);
    }

    @Test
    void foliosThatStayUntilTheyAreConsumedAreReadOnce() {
        List<Toggle> asIs = List.of(Toggle.MM_RWF_DONTCACHE);

        assertThat(readFactor(simulation(FileSystemSpec.Type.XFS, asIs))).isCloseTo(7.0 / 6, within(0.001));
        assertThat(readFactor(simulation(FileSystemSpec.Type.XFS, with(Toggle.MM_DROP_ONLY_WHOLE_FOLIOS, asIs))))
                .isCloseTo(1, within(0.001));
    }

    private static double readFactor(Simulation simulation) {
        List<Sample> samples = simulation.advanceTo(Long.MAX_VALUE);
        return sum(samples, Metric.DEVICE_READ_MIBPS) / sum(samples, Metric.READ_MIBPS);
    }

    private static double sum(List<Sample> samples, Metric metric) {
        return values(samples, metric).stream().mapToDouble(Double::doubleValue).sum();
    }

    private static List<Double> values(List<Sample> samples, Metric metric) {
        return samples.stream().map(sample -> sample.value(metric)).toList();
    }

    private static FileSystemSpec.Type typeFor(Toggle toggle) {
        return switch (toggle) {
            case F2FS_FOP_DONTCACHE -> FileSystemSpec.Type.F2FS;
            case BDEV_FOP_DONTCACHE -> FileSystemSpec.Type.BDEV;
            default -> FileSystemSpec.Type.XFS;
        };
    }

    private static List<Toggle> with(Toggle toggle) {
        return with(toggle, toggle.needs());
    }

    private static List<Toggle> with(Toggle toggle, List<Toggle> others) {
        List<Toggle> all = new ArrayList<>(others);
        all.add(toggle);
        return all;
    }

    private static Simulation simulation(FileSystemSpec.Type type, List<Toggle> on) {
        return simulation(type, on, IoMode.DONTCACHE);
    }

    private static Simulation simulation(FileSystemSpec.Type type, List<Toggle> on, IoMode mode) {
        SimulationSpec spec = Specs.small()
                .pages(1 << 20, 0, 0)
                .fileSystem(type)
                .device(Specs.nvme(1280, 64))
                .job(Specs.reader(mode, 65_536, 1L << 40))
                .duration(DURATION_NANOS)
                .spec();
        return new Simulation(new SimulationSpec(
                spec.machine(),
                spec.memory(),
                spec.device(),
                spec.fileSystem(),
                new KernelSpec(Epoch.E0, ToggleSet.of(on)),
                spec.jobs(),
                spec.durationNanos(),
                spec.seed()));
    }
}
