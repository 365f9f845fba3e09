package dev.dropbehind.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatisticTest {

    @ParameterizedTest
    @CsvSource({"MEAN, 20", "MIN, 0", "MAX, 50", "MEDIAN, 10", "STALLS, 1", "DIPS, 2", "SWING, 50", "ONSET, 4"})
    void eachMakesOneNumberOfTheSeconds(Statistic statistic, double number) {
        assertThat(statistic.of(new TreeMap<>(Map.of(3, 0.0, 4, 50.0, 5, 10.0))))
                .isEqualTo(number);
    }

    @Test
    void aSecondThatIsJustATenthOfTheHighestIsNoStall() {
        assertThat(Statistic.STALLS.of(new TreeMap<>(Map.of(1, 100.0, 2, 10.0, 3, 9.999))))
                .isEqualTo(1);
    }

    @Test
    void theMedianOfAnEvenNumberIsBetweenTheTwoInTheMiddle() {
        assertThat(Statistic.MEDIAN.of(new TreeMap<>(Map.of(1, 5.0, 2, 1.0, 3, 2.0, 4, 4.0))))
                .isEqualTo(3);
    }

    @Test
    void whatNeverStartsStartsAfterTheLastSecond() {
        assertThat(Statistic.ONSET.of(new TreeMap<>(Map.of(1, 0.0, 2, 0.0)))).isEqualTo(3);
    }

    @Test
    void aMeanOfAllCallsCountsEachSecondByItsCalls() {
        TreeMap<Integer, Double> values = new TreeMap<>(Map.of(1, 1.0, 2, 0.5, 3, 40.0));
        TreeMap<Integer, Double> calls = new TreeMap<>(Map.of(1, 100.0, 2, 300.0, 3, 0.0));

        assertThat(Statistic.PER_CALL.of(values, calls)).isEqualTo(0.625);
        assertThat(Statistic.MAX.of(values, calls)).isEqualTo(40);
        assertThat(Statistic.PER_CALL.of(values, new TreeMap<>())).isZero();
    }
}
