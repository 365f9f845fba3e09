package dev.dropbehind.engine.reclaim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.machine.Machine;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.time.Jiffies;
import dev.dropbehind.testing.Bench;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** How long reclaim sleeps (kernel-model §6.4), by hand: a tick is 4 ms. */
class ThrottleTest {

    private static final long MILLI = 1_000_000;

    private final Machine machine = Bench.empty().machine();
    private final Throttle throttle =
            new Throttle(machine.cpus(), machine.timeline(), new Jiffies(machine.timeline(), 250), machine.counters());
    private final List<Long> wokenAt = new ArrayList<>();

    @Test
    void aTaskSleepsATenthOfASecondWhereNothingIsWritten() {
        start(throttle::awaitWriteback);

        machine.runUntil(500 * MILLI);

        assertThat(wokenAt).hasSize(1).first().isEqualTo(100 * MILLI);
        assertThat(machine.counters().get(Counter.NR_THROTTLED_WRITTEN)).isZero();
    }

    @Test
    void itWakesOnceMoreThan32PagesHaveBeenWritten() {
        start(throttle::awaitWriteback);
        machine.runUntil(20 * MILLI);

        throttle.written(32);
        assertThat(wokenAt).isEmpty();
        machine.runUntil(30 * MILLI);
        throttle.written(1);
        machine.runUntil(500 * MILLI);

        assertThat(wokenAt).hasSize(1).first().isEqualTo(30 * MILLI);
        assertThat(machine.counters().get(Counter.NR_THROTTLED_WRITTEN)).isEqualTo(33);
    }

    @Test
    void twoTasksWakeTogetherOnceAsMuchHasBeenWrittenForBoth() {
        start(throttle::awaitWriteback);
        start(throttle::awaitWriteback);
        machine.runUntil(20 * MILLI);

        throttle.written(64);
        machine.runUntil(25 * MILLI);
        assertThat(wokenAt).isEmpty();
        throttle.written(1);
        machine.runUntil(500 * MILLI);

        assertThat(wokenAt).containsExactly(25 * MILLI, 25 * MILLI);
    }

    @Test
    void whatIsWrittenWhileNobodySleepsDoesNotCount() {
        throttle.written(100);

        assertThat(machine.counters().get(Counter.NR_THROTTLED_WRITTEN)).isZero();
    }

    @Test
    void aTimerThatIsLateWakesNobodyWhoCameAfter() {
        start(throttle::awaitWriteback);
        machine.runUntil(20 * MILLI);
        throttle.written(33);
        machine.runUntil(90 * MILLI);
        start(throttle::awaitWriteback);

        machine.runUntil(500 * MILLI);

        assertThat(wokenAt).containsExactly(20 * MILLI, 188 * MILLI);
    }

    @Test
    void aTickEndsWithTheNextTickAndHelpsOnlyWhereMostOfTheCacheIsUnwritten() {
        machine.runUntil(MILLI);
        start(throttle::awaitTick);

        machine.runUntil(500 * MILLI);

        assertThat(wokenAt).containsExactly(4 * MILLI);
        machine.counters().add(Counter.NR_INACTIVE_FILE, 100);
        machine.counters().add(Counter.NR_FILE_DIRTY, 20);
        machine.counters().add(Counter.NR_WRITEBACK, 30);
        assertThat(throttle.isTickWorthwhile()).isFalse();
        machine.counters().add(Counter.NR_WRITEBACK, 1);
        assertThat(throttle.isTickWorthwhile()).isTrue();
    }

    /** Starts a task that sleeps once and notes when it wakes; processors are free, so waking takes no time. */
    private void start(Consumer<Task> sleep) {
        Task[] self = new Task[1];
        boolean[] slept = new boolean[1];
        self[0] = new Task("sleeper", Counter.APPLICATION_CPU_NANOS, () -> {
            if (!slept[0]) {
                slept[0] = true;
                sleep.accept(self[0]);
                return TaskBody.ASLEEP;
            }
            wokenAt.add(machine.timeline().now() / MILLI * MILLI);
            return TaskBody.EXITED;
        });
        machine.cpus().start(self[0]);
    }
}
