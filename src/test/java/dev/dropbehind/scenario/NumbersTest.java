package dev.dropbehind.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "71, 71",
        "1846.2, 1846.2",
        "1846.20004, 1846.2",
        "0.0004, 0",
        "0.0006, 0.001",
        "1e15, 1000000000000000",
        "12345678.9876, 12345678.988",
        "1e20, 100000000000000000000",
        "100.0001, 100"
    })
    void valuesHaveThreeDecimalsAndNoExponent(double value, String text) {
        assertThat(Numbers.plain(value).toString()).isEqualTo(text);
    }
}
