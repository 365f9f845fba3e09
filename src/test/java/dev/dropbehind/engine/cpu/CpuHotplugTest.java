package dev.dropbehind.engine.cpu;

import static dev.dropbehind.engine.cpu.Rig.WAKE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.dropbehind.engine.measure.Counter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of tasks, workers and interrupts when processors go and come back. */
class CpuHotplugTest {

    private static final long STEP = 1_000;

    private final Rig rig = new Rig(2);
    private final CpuHotplug hotplug =
            new CpuHotplug(rig.cpus, rig.timeline, Counter.COMPLETION_WORKER_CPU_NANOS, STEP);
    private final List<String> calls = new ArrayList<>();
    private int refusals;
    private long deadNanos;

    @Test
    void theCallbacksAreAskedInTheOrderOfTheKernel() {
        hotplug.register(new Recorder(rig));
        rig.at(500, () -> hotplug.offline(1));
        rig.at(50_000, () -> hotplug.online(1));
        rig.run();
        long down = 500 + WAKE;
        long dead = down + STEP + WAKE + WAKE;
        long up = 50_000 + WAKE + STEP + WAKE;
        assertThat(calls)
                .containsExactly(
                        "down 1 " + down + " on line", "dead 1 " + dead + " off line", "online 1 " + up + " on line");
    }

    @Test
    void aProcessorStaysWhileACallbackWantsIt() {
        refusals = 3;
        hotplug.register(new Recorder(rig));
        rig.at(500, () -> hotplug.offline(1));
        rig.run();
        assertThat(calls.get(1)).isEqualTo("dead 1 " + (500 + 4 * (STEP + WAKE) + 2 * WAKE) + " off line");
    }

    @Test
    void theCallbacksWaitForInterruptsThatHaveArrived() {
        hotplug.register(new Recorder(rig));
        rig.at(500, () -> hotplug.offline(1));
        rig.interruptAt(1_500, 1, 9_000);
        rig.run();
        assertThat(calls.get(1)).isEqualTo("dead 1 " + (1_500 + 9_000 + WAKE) + " off line");
    }

    @Test
    void whatTheCallbacksDoTakesTimeOfTheTaskThatCallsThem() {
        deadNanos = 700;
        hotplug.register(new Recorder(rig));
        rig.at(500, () -> hotplug.offline(1));
        rig.run();
        assertThat(rig.count(Counter.COMPLETION_WORKER_CPU_NANOS)).isEqualTo(700);
    }

    @Test
    void theTaskThatRunsThereGoesOnElsewhereWithWhatItOwes() {
        rig.task("a").owes(400).start();
        rig.task("b").owes(40_000).owes(50_000).start();
        rig.at(500, () -> hotplug.offline(1));
        rig.run();
        assertThat(rig.turnsOf("b")).containsExactly("1 0", "0 " + (40_000 + WAKE), "0 " + (90_000 + WAKE));
        assertThat(rig.count(Counter.APPLICATION_CPU_NANOS)).isEqualTo(90_400);
    }

    @Test
    void theTasksThatWaitThereGoAtOnce() {
        Rig three = new Rig(3);
        three.task("a").owes(100).start();
        three.task("b").owes(2_000_000).start();
        three.task("c").owes(2_000_000).start();
        three.at(50, () -> three.task("d").owes(100_000).start());
        three.at(60, () -> three.task("e").owes(30_000).start());
        three.at(70, () -> {
            assertThat(three.cpus.isOnline(1)).isTrue();
            three.cpus.offline(1);
        });
        three.run();
        assertThat(three.turnsOf("e")).first().asString().doesNotStartWith("1 ");
        assertThat(three.turnsOf("b")).containsExactly("1 0", "0 2000100");
    }

    @Test
    void aProcessorThatIsTakenDownByItsOwnTaskPullsNoOther() {
        rig.task("a").owes(10_000).start();
        rig.at(500, () -> hotplug.offline(1));
        rig.at(500 + WAKE + STEP + WAKE / 2, () -> rig.task("b").owes(300).start());
        rig.run();
        assertThat(rig.turnsOf("b")).hasSize(2).allMatch(turn -> turn.startsWith("0 "));
        assertThat(rig.cpus.busyNanos(1)).isZero();
    }

    @Test
    void nothingRunsOnAProcessorThatIsOffLine() {
        hotplug.register(new Recorder(rig));
        rig.at(0, () -> hotplug.offline(1));
        for (int i = 0; i < 6; i++) {
            Rig.Script script = rig.task("t" + i).owes(300).sleeps().owes(400);
            rig.at(20_000 + i, script::start);
            rig.wakeAt(30_000, script.task());
        }
        rig.run();
        assertThat(rig.trace).isNotEmpty().allMatch(turn -> turn.contains(" 0 "));
        assertThat(rig.cpus.busyNanos(1)).isZero();
    }

    @Test
    void aBoundWorkerWorksElsewhereUntilItsProcessorIsBack() {
        Task worker = rig.bound("w", 1)
                .owes(10)
                .sleeps()
                .owes(10)
                .sleeps()
                .owes(10)
                .sleeps()
                .start();
        rig.at(1_000, () -> hotplug.offline(1));
        rig.wakeAt(20_000, worker);
        rig.at(30_000, () -> hotplug.online(1));
        rig.wakeAt(60_000, worker);
        rig.run();
        assertThat(rig.turnsOf("w")).containsExactly("1 0", "1 10", "0 20100", "0 20110", "1 60100", "1 60110");
    }

    @Test
    void workQueuedForAProcessorThatIsOffLineIsDone() {
        WorkQueue queue = WorkQueue.perCpu("test", Counter.COMPLETION_WORKER_CPU_NANOS, rig.cpus);
        List<String> done = new ArrayList<>();
        rig.at(0, () -> hotplug.offline(1));
        rig.at(
                20_000,
                () -> queue.queue(1, new Work(worker -> {
                    done.add(worker + " on " + worker.cpu());
                    return Work.Body.DONE;
                })));
        rig.run();
        assertThat(done).containsExactly("kworker/1-test on 0");
    }

    @Test
    void theFirstProcessorTakesTheInterruptsOfOneThatIsOffLine() {
        rig.at(0, () -> hotplug.offline(1));
        rig.at(20_000, () -> {
            assertThat(rig.cpus.interruptTarget(1)).isZero();
            hotplug.online(1);
        });
        rig.at(40_000, () -> assertThat(rig.cpus.interruptTarget(1)).isEqualTo(1));
        assertThat(rig.cpus.interruptTarget(1)).isEqualTo(1);
        rig.run();
        assertThat(rig.cpus.isOnline(1)).isTrue();
    }

    @Test
    void changesAreMadeOneAfterAnotherAndOnlyWhereThereIsSomethingToChange() {
        Rig three = new Rig(3);
        CpuHotplug plug = new CpuHotplug(three.cpus, three.timeline, Counter.COMPLETION_WORKER_CPU_NANOS, STEP);
        plug.register(new Recorder(three));
        three.at(0, () -> {
            plug.offline(1);
            plug.offline(2);
            plug.offline(1);
            plug.online(1);
            plug.online(1);
        });
        three.run();
        assertThat(calls)
                .extracting(call -> call.replaceFirst("(\\w+ \\d) .*", "$1"))
                .containsExactly("down 1", "dead 1", "down 2", "dead 2", "online 1");
        assertThat(three.cpus.isOnline(1)).isTrue();
        assertThat(three.cpus.isOnline(2)).isFalse();
    }

    @Test
    void theFirstProcessorAndOnesThatAreNotThereCannotGo() {
        assertThatIllegalArgumentException().isThrownBy(() -> hotplug.offline(0));
        assertThatIllegalArgumentException().isThrownBy(() -> hotplug.offline(2));
        assertThatIllegalArgumentException().isThrownBy(() -> hotplug.online(-1));
    }

    private final class Recorder implements HotplugCallbacks {

        private final Rig of;

        Recorder(Rig of) {
            this.of = of;
        }

        @Override
        public void goingDown(int cpu) {
            record("down", cpu);
        }

        @Override
        public boolean mayGo(int cpu) {
            return refusals-- <= 0;
        }

        @Override
        public long dead(int cpu) {
            record("dead", cpu);
            return deadNanos;
        }

        @Override
        public void online(int cpu) {
            record("online", cpu);
        }

        private void record(String what, int cpu) {
            String state = of.cpus.isOnline(cpu) ? " on line" : " off line";
            calls.add(what + " " + cpu + " " + of.timeline.now() + state);
        }
    }
}
