package dev.dropbehind.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.dropbehind.engine.time.Timeline;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TicksTest {

    private final Timeline timeline = new Timeline();

    @ParameterizedTest
    @CsvSource({
        "250, 1, 0, 8000000",
        "250, 1, 1, 8000000",
        "250, 1, 3999999, 8000000",
        "250, 1, 4000000, 12000000",
        "250, 0, 3999999, 4000000",
        "250, 0, 4000000, 8000000",
        "1000, 1, 2500000, 4000000",
        "100, 3, 5000000000, 5040000000",
        "300, 1, 0, 6666667",
        "300, 1, 6666666, 10000000",
        "300, 1, 6666667, 13333334"
    })
    void aTimerFiresInTheFirstTickBeforeWhichAllItsJiffiesHavePassed(int hz, int jiffies, long setAt, long firesAt) {
        timeline.runUntil(setAt);
        assertThat(new Ticks(timeline, hz).expiry(jiffies)).isEqualTo(firesAt);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 250, 1000})
    void aTimerOfOneJiffyTakesOneToTwoTicksAndOneAndAHalfOnAverage(int hz) {
        long tick = 1_000_000_000L / hz;
        Ticks ticks = new Ticks(timeline, hz);
        long sum = 0;
        for (int i = 0; i < 1_000; i++) {
            timeline.runUntil(i * tick * 7 / 1_000);
            long delay = ticks.expiry(1) - timeline.now();
            assertThat(delay).isGreaterThan(tick).isLessThanOrEqualTo(2 * tick);
            sum += delay;
        }
        assertThat(sum / 1_000).isBetween(tick * 3 / 2 - tick / 100, tick * 3 / 2 + tick / 100);
    }

    @Test
    void timersThatAreSetAsTheLastFiresTakeTwoTicksEach() {
        Ticks ticks = new Ticks(timeline, 250);
        List<Long> fired = new ArrayList<>();
        ticks.schedule(1, _ -> again(ticks, fired), 0);
        timeline.runUntil(40_000_000);
        assertThat(fired).containsExactly(8_000_000L, 16_000_000L, 24_000_000L, 32_000_000L, 40_000_000L);
    }

    @Test
    void aMachineTicks() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Ticks(timeline, 0));
    }

    private void again(Ticks ticks, List<Long> fired) {
        fired.add(timeline.now());
        ticks.schedule(1, _ -> again(ticks, fired), 0);
    }
}
