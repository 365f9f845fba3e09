package dev.dropbehind.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dropbehind.engine.JobError;
import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.measure.Mark;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.SimulationSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the stories of the scenarios say is what happens. */
class ScenarioClaimsTest {

    private static final ScenarioCatalogue CATALOGUE = ScenarioLoader.load();
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final double MIB = 1024;

    /** A variant that was run for some seconds. */
    record Ran(Simulation simulation, List<Sample> samples) {

        double at(int second, Metric metric) {
            return samples.get(second - 1).value(metric);
        }

        double sum(Metric metric) {
            return samples.stream().mapToDouble(sample -> sample.value(metric)).sum();
        }

        double mean(Metric metric) {
            return sum(metric) / samples.size();
        }

        /** Bytes the device read for each byte that calls returned. */
        double readFactor() {
            return sum(Metric.DEVICE_READ_MIBPS) / sum(Metric.READ_MIBPS);
        }
    }

    @Test
    void theNormalReadOfABlockDeviceIsSlowThoughMemoryIsNotFullAndDontcacheIsNot() {
        Ran normal = ran("block-dontcache-read", "normal", 14);
        Ran dontcache = ran("block-dontcache-read", "dontcache", 4);

        assertThat(normal.simulation().result().marks()).isEmpty();
        assertThat(normal.sum(Metric.KSWAPD_CPU)).isZero();
        assertThat(normal.at(1, Metric.READ_MIBPS)).isCloseTo(normal.at(14, Metric.READ_MIBPS), within(5.0));
        assertThat(dontcache.mean(Metric.READ_MIBPS) / normal.mean(Metric.READ_MIBPS))
                .isBetween(1.35, 1.75);
        assertThat(dontcache.readFactor()).isCloseTo(7.0 / 6, within(0.001));
    }

    @Test
    void memoryFullAtTheStartDoesNotMakeTheReadOfABlockDeviceSlow() {
        Ran full = ran("block-dontcache-read", "normal-memory-full", 3);

        assertThat(full.simulation().result().marks())
                .extracting(Mark::kind)
                .contains(Mark.Kind.MEMORY_FULL, Mark.Kind.KSWAPD_WAKES);
        assertThat(full.at(3, Metric.KSWAPD_CPU)).isBetween(0.1, 10.0);
        assertThat(full.mean(Metric.READ_MIBPS)).isGreaterThan(2000);
    }

    @Test
    void readsOfABlockDeviceAreBuffersAndDontcacheLeavesNone() {
        Ran normal = ran("block-dontcache-read", "normal", 2);
        Ran dontcache = ran("block-dontcache-read", "dontcache", 2);

        assertThat(normal.at(2, Metric.BUFFERS) - normal.at(1, Metric.BUFFERS))
                .isCloseTo(normal.at(2, Metric.READ_MIBPS) * MIB, within(MIB));
        assertThat(normal.at(2, Metric.CACHED)).isEqualTo(normal.at(1, Metric.CACHED));
        assertThat(dontcache.at(2, Metric.BUFFERS)).isLessThan(MIB);
    }

    @Test
    void fiftyGigabytesPassThroughAFlatCacheAndTheNormalReadFillsMemory() {
        Ran dontcache = ran("f2fs-uncached-read-50g", "dontcache", 6);
        Ran cached = ran("f2fs-uncached-read-50g", "cached", 6);

        assertThat(dontcache.at(6, Metric.CACHED) - dontcache.at(1, Metric.CACHED))
                .isCloseTo(0, within(64 * MIB));
        assertThat(dontcache.sum(Metric.KSWAPD_CPU)).isZero();
        assertThat(cached.simulation().result().marks().getFirst().atNanos()).isBetween(3_000_000_000L, 4_000_000_000L);
        assertThat(cached.at(6, Metric.KSWAPD_CPU)).isGreaterThan(50);
    }

    @ParameterizedTest
    @CsvSource({
        "normal-128, 1",
        "normal-2560, 1",
        "dontcache-128, 1.167",
        "dontcache-512, 1.375",
        "dontcache-2560, 1.42",
        "whole-2560, 1"
    })
    void theLargerTheWindowsTheMoreADontcacheReaderReadsTwice(String variant, double factor) {
        assertThat(ran("read-ahead-study", variant, 2).readFactor()).isCloseTo(factor, within(factor / 100));
    }

    @Test
    void aReaderThatDropsOnlyWholeFoliosIsAsFastAsTheNormalOneAndLeavesNothing() {
        Ran normal = ran("read-ahead-study", "normal-2560", 2);
        Ran whole = ran("read-ahead-study", "whole-2560", 2);
        Ran dontcache = ran("read-ahead-study", "dontcache-2560", 2);

        assertThat(whole.mean(Metric.READ_MIBPS))
                .isCloseTo(normal.mean(Metric.READ_MIBPS), within(0.01 * normal.mean(Metric.READ_MIBPS)));
        assertThat(dontcache.mean(Metric.READ_MIBPS)).isLessThan(0.6 * normal.mean(Metric.READ_MIBPS));
        assertThat(whole.at(2, Metric.CACHED)).isLessThan(16 * MIB);
    }

    @ParameterizedTest
    @ValueSource(strings = {"e0", "e1", "e2"})
    void aBlockDeviceRefusesDontcacheOnEveryKernelBeforeTheBlockSeries(String variant) {
        Ran refused = ran("kernel-history-read", variant, 2);

        assertThat(refused.simulation().result().errors())
                .extracting(JobError::errno)
                .containsExactly("EOPNOTSUPP");
        assertThat(refused.simulation().result().bytesRead()).isZero();
        assertThat(refused.simulation().isOver()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"e3", "e4"})
    void fromTheBlockSeriesOnTheCacheOfABlockDeviceStaysFlat(String variant) {
        Ran flat = ran("kernel-history-read", variant, 2);
        Ran normal = ran("kernel-history-read", "normal", 2);

        assertThat(flat.simulation().result().errors()).isEmpty();
        assertThat(flat.at(2, Metric.BUFFERS)).isLessThan(MIB);
        assertThat(normal.at(2, Metric.BUFFERS)).isGreaterThan(1000 * MIB);
    }

    /** Device bytes for each byte of the file, and the share of the file that stays. */
    @ParameterizedTest
    @CsvSource({
        "both-normal, 1, 1, 0.99, 1.01",
        "normal-and-dontcache, 1.3, 1.7, 0.7, 0.95",
        "both-dontcache, 2, 2.6, 0, 0.01"
    })
    void twoReadersShareTheWorkOrTakeItFromEachOther(
            String variant, double least, double most, double leastKept, double mostKept) {
        Ran two = ran("two-readers-one-file", variant, 3);
        double fileKib = two.sum(Metric.READ_MIBPS) / 2 * MIB;

        assertThat(two.readFactor() * 2).isBetween(least - 0.001, most + 0.001);
        assertThat(two.at(3, Metric.CACHED) / fileKib).isBetween(leastKept, mostKept);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dontcache", "fadvise", "normal-read-twice"})
    void dataIsStillCachedAfterABackupThatLeavesNothingOrWhereItWasReadTwice(String variant) {
        Ran spared = ran("hot-set-eviction", variant, 12);

        assertThat(spared.at(12, Metric.DEVICE_READ_MIBPS)).isLessThan(1);
        assertThat(spared.at(12, Metric.LATENCY_P50)).isLessThan(10);
        assertThat(spared.sum(Metric.WORKINGSET_REFAULT_FILE)).isZero();
    }

    @Test
    void aNormalBackupEvictsDataThatWasReadOnceAndItComesBackByRefaults() {
        Ran evicted = ran("hot-set-eviction", "normal", 12);

        assertThat(evicted.at(12, Metric.LATENCY_P50)).isGreaterThan(100);
        assertThat(evicted.at(12, Metric.WORKINGSET_REFAULT_FILE))
                .isCloseTo(evicted.at(12, Metric.DEVICE_READ_MIBPS) * 256, within(256.0));
    }

    private static Ran ran(String scenario, String variant, int seconds) {
        SimulationSpec spec = CATALOGUE
                .find(scenario)
                .orElseThrow()
                .variant(variant)
                .orElseThrow()
                .spec();
        Simulation simulation = new Simulation(spec);
        List<Sample> samples = simulation.advanceTo(seconds * SECOND_NANOS);
        return new Ran(simulation, samples);
    }
}
