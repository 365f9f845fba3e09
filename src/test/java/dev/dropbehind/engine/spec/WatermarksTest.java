package dev.dropbehind.engine.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The marks of a zone (kernel-model §6.1). */
class WatermarksTest {

    private static final double PAGES_PER_MIB = 256;
    private static final double GIB = 1L << 30;

    @ParameterizedTest
    @CsvSource({
        "4, 8192, 12.1, 16.2",
        "8, 11585, 19.5, 27.7",
        "11.08, 13636, 24.7, 36.0",
        "16, 16384, 32.4, 48.8",
        "32, 23170, 55.4, 88.2",
        "64, 32768, 97.5, 163.1",
        "256, 65536, 326, 588",
        "400, 81920, 490, 899"
    })
    void marksAreThoseOfTheTable(double ramGib, long minFreeKb, double lowMib, double highMib) {
        Watermarks marks = Watermarks.of(memory((long) (ramGib * GIB), null, 10));

        assertThat((double) marks.min() * 4).isCloseTo((double) minFreeKb, within(8.0));
        assertThat(marks.low() / PAGES_PER_MIB).isCloseTo(lowMib, within(0.6));
        assertThat(marks.high() / PAGES_PER_MIB).isCloseTo(highMib, within(0.6));
    }

    @Test
    void theStepIsAQuarterOfMinWhereTheScaleFactorGivesLess() {
        assertThat(Watermarks.of(memory(16L << 20, null, 10))).isEqualTo(new Watermarks(128, 160, 192));
    }

    @Test
    void minFreeKbytesReplacesTheFormula() {
        assertThat(Watermarks.of(memory(1L << 30, 40_000L, 10))).isEqualTo(new Watermarks(10_000, 12_500, 15_000));
    }

    @Test
    void theScaleFactorIsInTenThousandthsOfMemory() {
        Watermarks marks = Watermarks.of(memory(4L << 30, null, 1000));

        assertThat(marks.low() - marks.min()).isEqualTo((1 << 20) / 10);
        assertThat(marks.high() - marks.low()).isEqualTo((1 << 20) / 10);
    }

    @Test
    void minIsBetween128KibAnd256Mib() {
        assertThat(Watermarks.of(memory(1L << 20, null, 0)).min()).isEqualTo(32);
        assertThat(Watermarks.of(memory(MemorySpec.MAX_RAM_BYTES, null, 0)).min())
                .isEqualTo(65_536);
    }

    private static MemorySpec memory(long ram, @Nullable Long minFreeKb, int scale) {
        return new MemorySpec(ram, 0, 0, minFreeKb, scale);
    }
}
