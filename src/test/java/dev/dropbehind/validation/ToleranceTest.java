package dev.dropbehind.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToleranceTest {

    @ParameterizedTest
    @CsvSource({
        "within 3 %,      200, 200, 0",
        "within 3 %,      200, 197, 0.5",
        "within 3 %,      200, 206, 1",
        "within 3 %,      200, 212, 2",
        "within 3 %,      0,   0,   0",
        "within 3 %,      0,   0.1, 10",
        "within 5 points, 71,  68.5, 0.5",
        "within 5 points, 71,  81,  2",
        "within 0 s,      4,   4,   0",
        "within 0 s,      4,   5,   10",
        "at most 4 %,     0,   1,   0.25",
        "at most 4 %,     9,   4,   1",
        "at most 4 %,     9,   0,   0",
        "at most 0,       9,   1,   10",
        "at least 15 %,   53,  30,  0.5",
        "at least 15 %,   53,  15,  1",
        "at least 15 %,   53,  0,   10",
        "from 35 to 75 %, 56,  56,  0",
        "from 35 to 75 %, 56,  45.5, 0.5",
        "from 35 to 75 %, 56,  35,  1",
        "from 35 to 75 %, 56,  75,  1",
        "from 35 to 75 %, 56,  94,  2",
        "from 35 to 75 %, 56,  -7,  3"
    })
    void whatAFigureUsesUpGrowsWithItsDistance(String written, double published, double simulated, double used) {
        assertThat(Tolerance.of(written).used(published, simulated)).isCloseTo(used, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "3 %",
                "about 3 %",
                "within",
                "within x",
                "within -3 %",
                "within 3 % or so",
                "from 3 %",
                "from 3 to %"
            })
    void whatIsNoToleranceIsRefusedWithTheForms(String written) {
        assertThatThrownBy(() -> Tolerance.of(written))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("within 3 %");
    }

    @Test
    void aRangeThatEndsBeforeItBeginsIsRefused() {
        assertThatThrownBy(() -> Tolerance.of("from 75 to 35 %"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("before it begins");
    }
}
