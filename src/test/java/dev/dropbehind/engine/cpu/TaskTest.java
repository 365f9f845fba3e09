package dev.dropbehind.engine.cpu;

import static dev.dropbehind.engine.cpu.Rig.SLICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.dropbehind.engine.measure.Counter;
import org.junit.jupiter.api.Test;

/** What a turn owes, and what a wake-up does to a task. */
class TaskTest {

    private final Rig one = new Rig(1);

    @Test
    void aNewTaskRunsAtOnceOnAnIdleProcessor() {
        one.task("a").owes(500).start();
        one.run();
        assertThat(one.trace).containsExactly("a 0 0", "a 0 500");
    }

    @Test
    void cpuTimeIsCountedWhenItHasBeenSpent() {
        one.task("a").owes(500).start();
        one.timeline.runUntil(499);
        assertThat(one.count(Counter.APPLICATION_CPU_NANOS)).isZero();
        assertThat(one.cpus.busyNanos(0)).isEqualTo(499);
        one.timeline.runUntil(500);
        assertThat(one.count(Counter.APPLICATION_CPU_NANOS)).isEqualTo(500);
        assertThat(one.cpus.busyNanos(0)).isEqualTo(500);
    }

    @Test
    void aTurnThatOwesNothingIsFollowedByTheNextAtOnce() {
        one.task("a").owes(0).owes(0).owes(70).start();
        one.run();
        assertThat(one.trace).containsExactly("a 0 0", "a 0 0", "a 0 0", "a 0 70");
    }

    @Test
    void aBodyThatNeverSpendsTimeIsFoundOut() {
        one.cpus.start(new Task("idler", Counter.APPLICATION_CPU_NANOS, () -> 0));
        assertThatIllegalStateException().isThrownBy(one::run).withMessageContaining("idler");
    }

    @Test
    void anAnswerThatMeansNothingIsRefused() {
        one.task("a").owes(-3).start();
        assertThatIllegalStateException().isThrownBy(one::run).withMessage("a owes -3 ns");
    }

    @Test
    void aTaskThatHasExitedNeverRunsAgain() {
        Task exited = one.task("a").owes(5).start();
        one.wakeAt(1_000, exited);
        one.run();
        assertThat(one.trace).containsExactly("a 0 0", "a 0 5");
        assertThat(exited.isAsleep()).isFalse();
    }

    @Test
    void timeBookedElsewhereIsCountedThereAndTheRestInTheTasksAccount() {
        Rig.Script script = one.task("a");
        script.then(() -> {
                    script.task().bookTo(Counter.DIRECT_RECLAIM_CPU_NANOS, 300);
                    return 1_000;
                })
                .owes(50);
        script.start();
        one.run();
        assertThat(one.count(Counter.DIRECT_RECLAIM_CPU_NANOS)).isEqualTo(300);
        assertThat(one.count(Counter.APPLICATION_CPU_NANOS)).isEqualTo(750);
    }

    @Test
    void timeBookedBeforeTheTurnThatOwesItWaitsForIt() {
        Rig.Script script = one.task("a");
        script.then(() -> {
                    script.task().bookTo(Counter.DIRECT_RECLAIM_CPU_NANOS, 2 * SLICE);
                    return 0;
                })
                .owes(2 * SLICE + 1);
        script.start();
        one.timeline.runUntil(SLICE);
        assertThat(one.count(Counter.DIRECT_RECLAIM_CPU_NANOS)).isEqualTo(SLICE);
        one.run();
        assertThat(one.count(Counter.DIRECT_RECLAIM_CPU_NANOS)).isEqualTo(2 * SLICE);
        assertThat(one.count(Counter.APPLICATION_CPU_NANOS)).isEqualTo(1);
    }

    @Test
    void timeIsBookedToOneOtherCounterAtATime() {
        Task task = one.task("a").task();
        task.bookTo(Counter.DIRECT_RECLAIM_CPU_NANOS, 1);
        assertThatIllegalStateException()
                .isThrownBy(() -> task.bookTo(Counter.KSWAPD_CPU_NANOS, 1))
                .withMessageContaining("DIRECT_RECLAIM_CPU_NANOS");
    }

    @Test
    void aWokenTaskRunsAfterALatencyThatIsNotCpuTime() {
        Task sleeper = one.task("a").sleeps().owes(40).start();
        one.wakeAt(1_000, sleeper);
        one.run();
        assertThat(one.trace).containsExactly("a 0 0", "a 0 1100", "a 0 1140");
        assertThat(one.cpus.busyNanos(0)).isEqualTo(40);
    }

    @Test
    void aTaskThatWasNeverStartedSleepsUntilItIsWoken() {
        Task sleeper = one.task("a").task();
        assertThat(sleeper.isAsleep()).isTrue();
        one.wakeAt(1_000, sleeper);
        one.run();
        assertThat(one.trace).containsExactly("a 0 1100");
    }

    @Test
    void wakingATaskThatIsAwakeChangesNothing() {
        Task busy = one.task("a").owes(500).sleeps().start();
        one.wakeAt(200, busy);
        one.wakeAt(300, busy);
        one.run();
        assertThat(one.trace).containsExactly("a 0 0", "a 0 500");
        assertThat(busy.isAsleep()).isTrue();
    }

    @Test
    void wakingATaskThatIsOnItsWayChangesNothing() {
        Task sleeper = one.task("a").sleeps().owes(5).start();
        one.wakeAt(1_000, sleeper);
        one.wakeAt(1_050, sleeper);
        one.run();
        assertThat(one.trace).containsExactly("a 0 0", "a 0 1100", "a 0 1105");
    }

    @Test
    void aWakeUpDuringTheTasksOwnTurnIsNotLost() {
        WaitQueue queue = new WaitQueue();
        Rig.Script script = one.task("a");
        script.then(() -> {
            queue.add(script.task());
            queue.wakeOne(one.cpus);
            return TaskBody.ASLEEP;
        });
        script.owes(7).start();
        one.run();
        assertThat(one.trace).containsExactly("a 0 0", "a 0 0", "a 0 7");
    }

    @Test
    void aWakeUpIsKeptForItsOwnTurnOnly() {
        Rig.Script script = one.task("a");
        script.then(() -> {
            one.cpus.wake(script.task());
            return 20;
        });
        script.sleeps().owes(1).start();
        one.run();
        assertThat(one.trace).containsExactly("a 0 0", "a 0 20");
    }
}
