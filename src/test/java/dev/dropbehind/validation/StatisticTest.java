package dev.dropbehind.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatisticTest {

    @ParameterizedTest
    @CsvSource({"MEAN, 20", "MIN, 0", "MAX, 50", "SWING, 50", "ONSET, 4"})
    void eachMakesOneNumberOfTheSeconds(Statistic statistic, double number) {
        assertThat(statistic.of(new TreeMap<>(Map.of(3, 0.0, 4, 50.0, 5, 10.0))))
                .isEqualTo(number);
    }

    @Test
    void whatNeverStartsStartsAfterTheLastSecond() {
        assertThat(Statistic.ONSET.of(new TreeMap<>(Map.of(1, 0.0, 2, 0.0)))).isEqualTo(3);
    }
}
