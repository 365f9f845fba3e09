package dev.dropbehind.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Seeds;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Percentiles out of buckets. */
class LatencyHistogramTest {

    private final LatencyHistogram histogram = new LatencyHistogram();

    @Test
    void anEmptyHistogramAnswersZero() {
        assertThat(histogram.percentileNanos(0.5)).isZero();
        assertThat(histogram.percentileNanos(1)).isZero();
    }

    @Test
    void smallLatenciesAreExact() {
        for (long nanos = 0; nanos < 64; nanos++) {
            histogram.record(nanos);
        }

        for (int rank = 1; rank < 64; rank++) {
            assertThat(histogram.percentileNanos(rank / 64.0)).isEqualTo(rank - 1);
        }
    }

    @Test
    void theLargestIsExact() {
        histogram.record(1_234_567);
        histogram.record(3);

        assertThat(histogram.percentileNanos(1)).isEqualTo(1_234_567);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.1, 0.5, 0.9, 0.99, 0.999, 0.9999})
    void aPercentileIsNeverTooLowAndAtMost32PerMilleTooHigh(double fraction) {
        Random64 random = new Seeds(5).of("latency");
        long[] values = new long[20_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.between(1, 1L << random.between(1, 40));
            histogram.record(values[i]);
        }
        Arrays.sort(values);
        long exact = values[Math.max(0, (int) Math.ceil(fraction * values.length) - 1)];

        assertThat(histogram.percentileNanos(fraction)).isBetween(exact, exact + exact * 32 / 1000);
    }

    @Test
    void anyLatencyHasABucket() {
        histogram.record(Long.MAX_VALUE);
        histogram.record(0);

        assertThat(histogram.percentileNanos(0.5)).isZero();
        assertThat(histogram.percentileNanos(1)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void histogramsAddUpAndForget() {
        LatencyHistogram other = new LatencyHistogram();
        other.record(100);
        other.record(5000);
        histogram.record(7);

        histogram.addAll(other);
        assertThat(histogram.count()).isEqualTo(3);
        assertThat(histogram.percentileNanos(1)).isEqualTo(5000);
        assertThat(histogram.percentileNanos(0.3)).isEqualTo(7);

        histogram.clear();
        assertThat(histogram.count()).isZero();
        assertThat(histogram.percentileNanos(1)).isZero();
    }
}
