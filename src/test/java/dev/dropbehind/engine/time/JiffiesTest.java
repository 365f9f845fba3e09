package dev.dropbehind.engine.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class JiffiesTest {

    private final Timeline timeline = new Timeline();
    private final Jiffies jiffies = new Jiffies(timeline, 250);

    @Test
    void ticksThatHavePassedAreCounted() {
        passTo(3_999_999);
        assertThat(jiffies.now()).isZero();
        passTo(4_000_000);
        assertThat(jiffies.now()).isEqualTo(1);
        passTo(1_000_000_001);
        assertThat(jiffies.now()).isEqualTo(250);
    }

    @Test
    void timersFireOnATick() {
        passTo(5_000_000);

        assertThat(jiffies.nanosUntil(jiffies.now() + 2)).isEqualTo(7_000_000);
        assertThat(jiffies.timeOf(3)).isEqualTo(12_000_000);
    }

    @Test
    void hundredthsOfASecondAreRoundedUpToTicks() {
        assertThat(jiffies.ofCentisecs(500)).isEqualTo(1250);
        assertThat(jiffies.ofCentisecs(1)).isEqualTo(3);
        assertThat(jiffies.ofCentisecs(0)).isZero();
    }

    @Test
    void aSecondHasAWholeNumberOfNanosecondsATick() {
        assertThatThrownBy(() -> new Jiffies(timeline, 300_000_001)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Jiffies(timeline, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private void passTo(long nanos) {
        timeline.schedule(nanos, EventPriority.TASK, _ -> {}, 0);
        timeline.runNext();
    }
}
