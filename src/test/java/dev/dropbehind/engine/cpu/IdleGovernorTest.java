package dev.dropbehind.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.spec.IdleState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** On a processor of three states: left in 2, 10 and 133 µs, worth a stay of 2, 20 and 600 µs. */
class IdleGovernorTest {

    private static final int MICRO = 1_000;

    private final IdleGovernor governor = new IdleGovernor(List.of(
            new IdleState(2 * MICRO, 2 * MICRO),
            new IdleState(10 * MICRO, 20 * MICRO),
            new IdleState(133 * MICRO, 600 * MICRO)));
    private long now;

    @Test
    void aProcessorWithoutStatesIsThereAtOnce() {
        IdleGovernor awake = new IdleGovernor(List.of());
        awake.sleep(0, 0);

        assertThat(awake.wake(1_000_000)).isZero();
    }

    @Test
    void theDeepestStateThatPaysForAStayAsUsualIsTaken() {
        assertThat(afterStaysOf(10, 0)).isEqualTo(2 * MICRO);
        assertThat(afterStaysOf(100, 0)).isEqualTo(10 * MICRO);
        assertThat(afterStaysOf(900, 0)).isEqualTo(133 * MICRO);
    }

    @Test
    void whereATaskWaitsForTheDeviceAStateMustBeLeftSoon() {
        assertThat(afterStaysOf(100, 1)).isEqualTo(2 * MICRO);
        assertThat(afterStaysOf(900, 1)).isEqualTo(10 * MICRO);
        assertThat(afterStaysOf(1_500, 1)).isEqualTo(133 * MICRO);
    }

    @Test
    void aFewLongStaysAmongShortOnesAreLeftOut() {
        for (int stay = 0; stay < 40; stay++) {
            sleepFor(stay % 8 == 0 ? 5_000 : 100, 0);
        }

        assertThat(sleepFor(100, 0)).isEqualTo(10 * MICRO);
    }

    @Test
    void whoIsWokenBeforeItSleepsNeedNotComeBack() {
        afterStaysOf(900, 0);
        governor.sleep(now + 5 * MICRO, 0);

        assertThat(governor.wake(now)).isZero();
        assertThat(governor.wake(now + 1_000 * MICRO)).isZero();
    }

    private long afterStaysOf(long micros, int ioWaiters) {
        for (int stay = 0; stay < 40; stay++) {
            sleepFor(micros, ioWaiters);
        }
        return sleepFor(micros, ioWaiters);
    }

    /** Returns how long it took to come back. */
    private long sleepFor(long micros, int ioWaiters) {
        governor.sleep(now, ioWaiters);
        now += micros * MICRO;
        return governor.wake(now);
    }
}
