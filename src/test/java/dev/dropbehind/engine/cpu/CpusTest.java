package dev.dropbehind.engine.cpu;

import static dev.dropbehind.engine.cpu.Rig.SLICE;
import static dev.dropbehind.engine.cpu.Rig.SWITCH;
import static dev.dropbehind.engine.cpu.Rig.WAKE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.time.Timeline;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which processor a task runs on, and when it makes room for others. */
class CpusTest {

    private final Rig one = new Rig(1);
    private final Rig two = new Rig(2);

    @Test
    void newTasksGoToTheLeastLoadedProcessorTheLowestOnTies() {
        Rig three = new Rig(3);
        for (String name : List.of("a", "b", "c", "d")) {
            three.task(name).owes(100).start();
        }
        three.timeline.runUntil(0);
        assertThat(three.trace).containsExactly("a 0 0", "b 1 0", "c 2 0");
        three.run();
        assertThat(three.turnsOf("d")).first().isEqualTo("0 110");
    }

    @Test
    void aWokenTaskReturnsToItsPreviousProcessorIfThatIsIdle() {
        two.task("a").owes(50).start();
        Task sleeper = two.task("b").sleeps().start();
        two.wakeAt(1_000, sleeper);
        two.run();
        assertThat(two.turnsOf("b")).containsExactly("1 0", "1 1100");
    }

    @Test
    void aWokenTaskLeavesABusyProcessorForAnIdleOne() {
        Task sleeper = two.task("a").sleeps().start();
        two.at(10, () -> two.task("b").owes(10_000).start());
        two.wakeAt(1_000, sleeper);
        two.run();
        assertThat(two.turnsOf("b")).first().isEqualTo("0 10");
        assertThat(two.turnsOf("a")).containsExactly("0 0", "1 1100");
        assertThat(sleeper.cpu()).isEqualTo(1);
    }

    @Test
    void aProcessorIsTakenWhileAWokenTaskIsOnItsWay() {
        Task first = two.task("a").sleeps().owes(500).start();
        Task second = two.task("b").sleeps().owes(500).start();
        two.wakeAt(1_000, first);
        two.wakeAt(1_000, second);
        two.wakeAt(1_050, two.task("c").owes(500).task());
        two.run();
        assertThat(two.turnsOf("a")).contains("0 1100");
        assertThat(two.turnsOf("b")).contains("1 1100");
        assertThat(two.turnsOf("c")).first().isEqualTo("0 1610");
    }

    @Test
    void amongBusyProcessorsAWokenTaskWaitsForTheLeastLoaded() {
        Task sleeper = two.task("a").sleeps().start();
        two.at(10, () -> two.task("b").owes(5_000).start());
        two.at(10, () -> two.task("c").owes(9_000).start());
        two.at(20, () -> two.task("d").owes(50).start());
        two.wakeAt(1_000, sleeper);
        two.run();
        assertThat(two.turnsOf("d")).first().isEqualTo("0 5020");
        assertThat(two.turnsOf("a")).last().isEqualTo("0 5080");
    }

    @Test
    void aProcessorThatFallsIdlePullsTheTaskThatHasWaitedLongest() {
        two.task("a").owes(2_000_000).start();
        two.task("b").owes(100).start();
        two.task("c").owes(50).start();
        two.task("d").owes(50).start();
        two.task("e").owes(50).start();
        two.run();
        assertThat(two.trace)
                .containsSubsequence("b 1 100", "d 1 110", "d 1 160", "c 1 170", "c 1 220", "e 1 230", "a 0 2000000");
    }

    @Test
    void aProcessorThatFallsIdlePullsFromTheMostLoaded() {
        Rig three = new Rig(3);
        three.task("a").owes(1_000_000).start();
        three.task("b").owes(1_000_000).start();
        three.task("c").owes(100).start();
        three.at(10, () -> {
            three.task("a2").owes(50).start();
            three.task("b2").owes(50).start();
            three.task("c2").owes(50).start();
            three.task("a3").owes(50).start();
            three.bound("w", 1).start();
            three.bound("w2", 1).start();
        });
        three.run();
        assertThat(three.trace).containsSubsequence("c2 2 110", "b2 2 170", "a2 2 230", "a3 2 290");
    }

    @Test
    void theNextTaskPaysForTheSwitch() {
        one.task("a").owes(500).start();
        one.task("b").owes(300).start();
        one.run();
        assertThat(one.trace).containsExactly("a 0 0", "a 0 500", "b 0 510", "b 0 810");
        assertThat(one.count(Counter.APPLICATION_CPU_NANOS)).isEqualTo(500 + SWITCH + 300);
        assertThat(one.count(Counter.CONTEXT_SWITCHES)).isEqualTo(2);
    }

    @Test
    void twoTasksOfOneProcessorAlternateBySlices() {
        for (String name : List.of("a", "b")) {
            Rig.Script script = one.task(name);
            for (int turn = 0; turn < 7; turn++) {
                script.owes(SLICE / 3);
            }
            script.start();
        }
        one.timeline.runUntil(4 * SLICE);
        assertThat(one.trace.stream().map(turn -> turn.substring(0, 1)))
                .containsExactly("a", "a", "a", "b", "b", "b", "a", "a", "a", "b", "b", "b");
        assertThat(one.turnsOf("a")).contains("0 0", "0 " + (2 * SLICE + SWITCH));
        assertThat(one.turnsOf("b")).contains("0 " + (SLICE + SWITCH), "0 " + (3 * SLICE + 2 * SWITCH));
    }

    @Test
    void aLongTurnIsCutIntoSlices() {
        one.task("a").owes(2 * SLICE).start();
        one.task("b").owes(2 * SLICE).start();
        one.run();
        assertThat(one.trace)
                .containsExactly(
                        "a 0 0",
                        "b 0 " + (SLICE + SWITCH),
                        "a 0 " + (4 * SLICE + 2 * SWITCH),
                        "b 0 " + (4 * SLICE + 5 * SWITCH));
        assertThat(one.count(Counter.APPLICATION_CPU_NANOS)).isEqualTo(4 * SLICE + 5 * SWITCH);
    }

    @Test
    void aTaskForWhoseProcessorNobodyWaitsIsNotSwitched() {
        one.task("a").owes(10 * SLICE).owes(10 * SLICE).start();
        one.run();
        assertThat(one.count(Counter.CONTEXT_SWITCHES)).isEqualTo(1);
        assertThat(one.trace).containsExactly("a 0 0", "a 0 30000000", "a 0 60000000");
    }

    @Test
    void aTaskThatUsedUpItsSliceWhileOthersWaitGoesToAnIdleProcessor() {
        two.task("a").owes(2 * SLICE).start();
        two.wakeAt(10, two.bound("w", 0).owes(9 * SLICE).task());
        two.run();
        assertThat(two.turnsOf("w")).first().isEqualTo("0 " + (SLICE + SWITCH));
        assertThat(two.turnsOf("a")).last().isEqualTo("1 " + (2 * SLICE + WAKE));
    }

    @Test
    void aTaskThatSleptHasAWholeSlice() {
        Task sleeper = one.task("a").owes(SLICE / 2).sleeps().owes(SLICE).start();
        one.wakeAt(SLICE, sleeper);
        one.at(SLICE + WAKE + 1, () -> one.task("b").owes(1_000).start());
        one.run();
        assertThat(one.turnsOf("b")).first().isEqualTo("0 " + (2 * SLICE + WAKE + SWITCH));
    }

    @Test
    void aBoundWorkerTakesOverWhenTheRunningTaskHasSpentWhatItOwes() {
        one.task("a").owes(1_000).owes(1_000).start();
        one.task("b").owes(1_000).start();
        one.wakeAt(400, one.bound("w", 0).owes(60).task());
        one.run();
        assertThat(one.trace)
                .containsExactly("a 0 0", "w 0 1010", "w 0 1070", "a 0 1080", "a 0 2080", "b 0 2090", "b 0 3090");
    }

    @Test
    void boundWorkersRunInTheOrderInWhichTheyWereWoken() {
        one.task("a").owes(1_000).start();
        one.wakeAt(100, one.bound("w1", 0).owes(50).owes(50).task());
        one.wakeAt(200, one.bound("w2", 0).owes(50).task());
        one.run();
        assertThat(one.trace).containsSubsequence("w1 0 1010", "w1 0 1060", "w1 0 1110", "w2 0 1120", "a 0 1180");
    }

    @Test
    void aBoundWorkerNeverLeavesItsProcessor() {
        two.bound("w", 1).owes(1_000).start();
        two.bound("w2", 1).owes(1_000).start();
        two.task("a").owes(10).start();
        two.run();
        assertThat(two.turnsOf("w")).containsExactly("1 0", "1 1000");
        assertThat(two.turnsOf("w2")).containsExactly("1 1010", "1 2010");
    }

    @Test
    void aBoundWorkerThatUsedUpItsSliceLetsTheOthersRunTheirs() {
        one.bound("w", 0).owes(3 * SLICE).start();
        one.task("a").owes(1_000).owes(1_000).start();
        one.run();
        assertThat(one.trace)
                .containsExactly(
                        "w 0 0",
                        "a 0 " + (SLICE + SWITCH),
                        "a 0 " + (SLICE + SWITCH + 1_000),
                        "a 0 " + (SLICE + SWITCH + 2_000),
                        "w 0 " + (3 * SLICE + 2 * SWITCH + 2_000));
    }

    @Test
    void aTaskThatGivesWayToWorkersKeepsTheRestOfItsSlice() {
        Rig.Script busy = one.task("a");
        for (int turn = 0; turn < 9; turn++) {
            busy.owes(SLICE / 3);
        }
        busy.start();
        one.task("b").owes(1_000).start();
        one.wakeAt(SLICE / 2, one.bound("w", 0).owes(500).task());
        one.run();
        assertThat(one.turnsOf("w")).first().isEqualTo("0 " + (2 * SLICE / 3 + SWITCH));
        assertThat(one.turnsOf("b")).first().isEqualTo("0 " + (SLICE + 500 + 2 * SWITCH));
    }

    @Test
    void aTaskThatGivesWayToAWorkerDoesNotMove() {
        two.task("a").owes(1_000).owes(1_000).start();
        two.wakeAt(400, two.bound("w", 0).owes(60).task());
        two.run();
        assertThat(two.turnsOf("a")).containsExactly("0 0", "0 1080", "0 2080");
    }

    @Test
    void aMachineHasAtLeastOneProcessor() {
        CpuCosts costs = new CpuCosts(0, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Cpus(0, new Timeline(), new Counters(), new Till(CostModel.priors()), costs))
                .withMessage("0 processors");
        assertThat(two.cpus.count()).isEqualTo(2);
    }

    @Test
    void aWakeUpTakesNoNegativeTimeAndASliceIsNotEmpty() {
        assertThatIllegalArgumentException().isThrownBy(() -> new CpuCosts(-1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new CpuCosts(0, 0));
    }

    @Test
    void withoutCostsSchedulingTakesNoTime() {
        Timeline timeline = new Timeline();
        Till till = new Till(CostModel.priors().with(Cost.CONTEXT_SWITCH, 0));
        Cpus free = new Cpus(1, timeline, new Counters(), till, new CpuCosts(0, 1_000));
        Task first = new Task("a", Counter.APPLICATION_CPU_NANOS, () -> TaskBody.EXITED);
        Task second = new Task("b", Counter.APPLICATION_CPU_NANOS, () -> TaskBody.EXITED);
        free.start(first);
        free.start(second);
        timeline.runUntil(0);
        assertThat(timeline.isEmpty()).isTrue();
        assertThat(free.busyNanos(0)).isZero();
    }
}
