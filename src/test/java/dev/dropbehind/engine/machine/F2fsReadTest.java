package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.measure.Mark;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.testing.Specs;
import java.util.List;
import java.util.function.IntPredicate;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The f2fs read experiment against the figures of its message, within the tolerances of fidelity.md. */
class F2fsReadTest {

    private static final double PUBLISHED_CACHED_MIBPS = 1840.5;
    private static final double PUBLISHED_DONTCACHE_MIBPS = 1870.4;
    private static final double PUBLISHED_KSWAPD_PERCENT = 71;

    private static Simulation cachedRun;
    private static List<Sample> cached;
    private static List<Sample> dontcache;

    @BeforeAll
    static void runBoth() {
        cachedRun = new Simulation(Specs.f2fsRead(IoMode.CACHED));
        cached = cachedRun.advanceTo(Long.MAX_VALUE);
        dontcache = new Simulation(Specs.f2fsRead(IoMode.DONTCACHE)).advanceTo(Long.MAX_VALUE);
    }

    @Test
    void throughputOfTheFirstTwentySecondsIsWithinThreePercent() {
        assertThat(mean(cached, Metric.READ_MIBPS, second -> second <= 20))
                .isCloseTo(PUBLISHED_CACHED_MIBPS, Percentage.withPercentage(3));
        assertThat(mean(dontcache, Metric.READ_MIBPS, second -> second <= 20))
                .isCloseTo(PUBLISHED_DONTCACHE_MIBPS, Percentage.withPercentage(3));
    }

    @Test
    void kswapdIsIdleUntilMemoryIsFull() {
        assertThat(cached.subList(0, 3)).allMatch(sample -> sample.value(Metric.KSWAPD_CPU) == 0);
        Mark full = cachedRun.result().marks().getFirst();
        assertThat(full.kind()).isEqualTo(Mark.Kind.MEMORY_FULL);
        assertThat(full.atNanos()).isBetween(3_000_000_000L, 4_000_000_000L);
    }

    @Test
    void kswapdThenBurnsWhatThePhoneShowed() {
        IntPredicate compared = second -> second >= 4 && second <= 30;
        assertThat(mean(cached, Metric.KSWAPD_CPU, compared)).isCloseTo(PUBLISHED_KSWAPD_PERCENT, within(5.0));
        assertThat(cached.subList(3, 30))
                .allMatch(sample -> sample.value(Metric.KSWAPD_CPU) >= 15 && sample.value(Metric.KSWAPD_CPU) <= 90);
    }

    @Test
    void kswapdHasNothingToDoWithDontcache() {
        assertThat(dontcache).allMatch(sample -> sample.value(Metric.KSWAPD_CPU) <= 4);
    }

    @Test
    void dontcacheKeepsThePageCacheFlatWithin64MiB() {
        double before = Specs.f2fsRead(IoMode.DONTCACHE).memory().initiallyCachedBytes() / 1024.0;
        assertThat(dontcache).allMatch(sample -> Math.abs(sample.value(Metric.CACHED) - before) <= 64 * 1024);
    }

    private static double mean(List<Sample> samples, Metric metric, IntPredicate seconds) {
        return samples.stream()
                .filter(sample -> seconds.test(sample.second()))
                .mapToDouble(sample -> sample.value(metric))
                .average()
                .orElseThrow();
    }
}
