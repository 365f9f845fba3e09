package dev.dropbehind.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Seconds out of counters, and a run out of seconds. */
class SamplerTest {

    private static final long SECOND = 1_000_000_000;

    private final Counters counters = new Counters();
    private final Sampler sampler = new Sampler(counters);

    @Test
    void ratesAreOfTheSecondAndStatesAsTheyAreAtItsEnd() {
        counters.add(Counter.READ_BYTES, 100 << 20);
        counters.add(Counter.NR_FILE_PAGES, 10);
        sampler.take(SECOND);
        counters.add(Counter.READ_BYTES, 50 << 20);
        counters.add(Counter.NR_FILE_PAGES, 5);
        counters.add(Counter.PGSCAN_KSWAPD, 7);

        Sample sample = sampler.take(2 * SECOND);

        assertThat(sample.second()).isEqualTo(2);
        assertThat(sample.value(Metric.READ_MIBPS)).isEqualTo(50);
        assertThat(sample.value(Metric.CACHED)).isEqualTo(60);
        assertThat(sample.value(Metric.PGSCAN_KSWAPD)).isEqualTo(7);
    }

    @Test
    void aShorterLastSecondHasRatesOfItsOwnLength() {
        counters.add(Counter.READ_BYTES, 100 << 20);
        counters.add(Counter.KSWAPD_CPU_NANOS, SECOND / 4);

        Sample sample = sampler.take(SECOND / 2);

        assertThat(sample.value(Metric.READ_MIBPS)).isEqualTo(200);
        assertThat(sample.value(Metric.KSWAPD_CPU)).isEqualTo(50);
    }

    @Test
    void latenciesAreOfTheSecondInSamplesAndOfTheRunInTheSummary() {
        sampler.recordLatency(9000);
        sampler.take(SECOND);
        sampler.recordLatency(2000);

        assertThat(sampler.take(2 * SECOND).value(Metric.LATENCY_MAX)).isEqualTo(2);
        assertThat(sampler.summary().value(Metric.LATENCY_MAX)).isEqualTo(9);
    }

    @Test
    void theSummaryAveragesRatesSumsEventsAndKeepsTheLastState() {
        counters.add(Counter.READ_BYTES, 100 << 20);
        counters.add(Counter.NR_FILE_PAGES, 10);
        counters.add(Counter.ALLOCSTALL, 3);
        sampler.take(SECOND);
        counters.add(Counter.NR_FILE_PAGES, -4);
        counters.add(Counter.ALLOCSTALL, 2);
        sampler.take(2 * SECOND);

        Summary summary = sampler.summary();

        assertThat(summary.seconds()).isEqualTo(2);
        assertThat(summary.value(Metric.READ_MIBPS)).isEqualTo(50);
        assertThat(summary.value(Metric.CACHED)).isEqualTo(24);
        assertThat(summary.peak(Metric.CACHED)).isEqualTo(40);
        assertThat(summary.value(Metric.ALLOCSTALL)).isEqualTo(5);
    }

    @Test
    void theDigestSeesEverySampleAndTheCountersAsTheyAre() {
        String atFirst = sampler.digest();
        counters.add(Counter.BIO_SPLITS, 1);
        String counted = sampler.digest();
        sampler.take(SECOND);
        String sampled = sampler.digest();

        assertThat(atFirst).hasSize(64).isNotEqualTo(counted);
        assertThat(sampled).isNotEqualTo(counted).isEqualTo(sampler.digest());
    }

    @Test
    void marksAreKeptTheFirstTimeOnly() {
        Marks marks = new Marks();
        marks.note(Mark.Kind.KSWAPD_WAKES, 5);
        marks.note(Mark.Kind.MEMORY_FULL, 6);
        marks.note(Mark.Kind.KSWAPD_WAKES, 7);

        assertThat(marks.all())
                .containsExactly(new Mark(Mark.Kind.KSWAPD_WAKES, 5), new Mark(Mark.Kind.MEMORY_FULL, 6));
    }
}
