package dev.dropbehind.engine.cpu;

import static dev.dropbehind.engine.cpu.Rig.WAKE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Counter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DelayedWorkTest {

    private static final long TICK = 1_000_000;

    private final Rig rig = new Rig(2);
    private final WorkQueue queue = WorkQueue.perCpu("test", Counter.COMPLETION_WORKER_CPU_NANOS, rig.cpus);
    private final List<Long> begun = new ArrayList<>();
    private final List<Integer> ranOn = new ArrayList<>();
    private final Work work = new Work(this::turn);
    private final DelayedWork delayed = new DelayedWork(queue, 1, work, new Ticks(rig.timeline, 1_000));
    private long cost;

    @Test
    void itBeginsAWakeUpAfterTheTickInWhichItsTimerFires() {
        rig.at(500, () -> delayed.queue(1));
        rig.run();
        assertThat(begun).containsExactly(2 * TICK + WAKE);
        assertThat(ranOn).containsExactly(1);
    }

    @Test
    void withoutADelayItIsQueuedAtOnce() {
        rig.at(500, () -> delayed.queue(0));
        rig.run();
        assertThat(begun).containsExactly(500 + WAKE);
    }

    @Test
    void aTimerThatIsSetIsNotSetAgain() {
        rig.at(500, () -> delayed.queue(1));
        rig.at(TICK + 500, () -> delayed.queue(1));
        rig.at(TICK + 600, () -> delayed.queue(0));
        rig.run();
        assertThat(begun).containsExactly(2 * TICK + WAKE);
    }

    @Test
    void aDisabledTimerDoesNotFireAndCannotBeSet() {
        rig.at(500, () -> delayed.queue(1));
        rig.at(600, delayed::disable);
        rig.at(700, () -> delayed.queue(1));
        rig.run();
        assertThat(begun).isEmpty();
    }

    @Test
    void aTimerSetAfterItWasDisabledFiresInItsOwnTickOnly() {
        rig.at(500, () -> delayed.queue(1));
        rig.at(600, delayed::disable);
        rig.at(TICK + 500, () -> {
            delayed.enable();
            delayed.queue(1);
        });
        rig.run();
        assertThat(begun).containsExactly(3 * TICK + WAKE);
    }

    @Test
    void whatWaitsForItsWorkerIsTakenBackToo() {
        cost = 10_000;
        rig.at(500, () -> delayed.queue(0));
        rig.at(500 + WAKE + 1, () -> {
            assertThat(delayed.isRunning()).isTrue();
            delayed.queue(0);
        });
        rig.at(500 + WAKE + 2, delayed::disable);
        rig.run();
        assertThat(begun).hasSize(1);
        assertThat(delayed.isRunning()).isFalse();
    }

    private boolean pays;

    private long turn(Task worker) {
        if (pays) {
            pays = false;
            return Work.Body.DONE;
        }
        begun.add(rig.timeline.now());
        ranOn.add(worker.cpu());
        pays = true;
        return cost;
    }
}
