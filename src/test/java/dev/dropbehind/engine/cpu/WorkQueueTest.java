package dev.dropbehind.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Counter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkQueueTest {

    private static final Counter ACCOUNT = Counter.COMPLETION_WORKER_CPU_NANOS;

    private final Rig rig = new Rig(2);
    private final WorkQueue perCpu = WorkQueue.perCpu("bio_complete", ACCOUNT, rig.cpus);
    private final WorkQueue unbound = WorkQueue.unbound("writeback", Counter.FLUSHER_CPU_NANOS, rig.cpus);
    private final List<String> log = new ArrayList<>();

    @Test
    void workBeginsAfterTheLatencyOfAWakeUpInItsProcessorsWorker() {
        Work work = work("w", 300);
        rig.at(1_000, () -> perCpu.queue(1, work));
        rig.run();
        assertThat(log).containsExactly("w 1100 kworker/1-bio_complete", "w done 1400");
        assertThat(rig.count(ACCOUNT)).isEqualTo(300);
        assertThat(rig.cpus.busyNanos(1)).isEqualTo(300);
    }

    @Test
    void itemsOfOneWorkerAreDoneInTheOrderInWhichTheyWereQueued() {
        rig.at(1_000, () -> {
            perCpu.queue(0, work("w1", 300));
            perCpu.queue(0, work("w2", 300));
            perCpu.queue(0, work("w3", 300));
        });
        rig.run();
        assertThat(log)
                .extracting(line -> line.substring(0, line.indexOf(' ', 3)))
                .containsExactly("w1 1100", "w1 done", "w2 1400", "w2 done", "w3 1700", "w3 done");
    }

    @Test
    void aPendingItemIsNotQueuedTwice() {
        Work work = work("w", 300);
        rig.at(1_000, () -> {
            perCpu.queue(0, work);
            perCpu.queue(0, work);
            perCpu.queue(1, work);
            assertThat(work.isPending()).isTrue();
        });
        rig.run();
        assertThat(log).containsExactly("w 1100 kworker/0-bio_complete", "w done 1400");
    }

    @Test
    void anItemQueuedWhileItIsBeingDoneIsDoneAgain() {
        Work work = work("w", 300);
        rig.at(1_000, () -> perCpu.queue(0, work));
        rig.at(1_200, () -> {
            assertThat(work.isPending()).isFalse();
            perCpu.queue(0, work);
        });
        rig.run();
        assertThat(log)
                .containsExactly(
                        "w 1100 kworker/0-bio_complete", "w done 1400", "w 1400 kworker/0-bio_complete", "w done 1700");
    }

    @Test
    void anItemThatQueuesItselfGoesBehindTheOthers() {
        rig.at(1_000, () -> {
            perCpu.queue(0, requeueing("w1", 2));
            perCpu.queue(0, work("w2", 10));
        });
        rig.run();
        assertThat(log)
                .extracting(line -> line.substring(0, line.indexOf(' ', 3)))
                .containsExactly("w1 1100", "w2 1100", "w2 done", "w1 1110");
    }

    @Test
    void workersOfDifferentProcessorsWorkSideBySide() {
        rig.at(1_000, () -> {
            perCpu.queue(0, work("w1", 300));
            perCpu.queue(1, work("w2", 300));
        });
        rig.run();
        assertThat(log).contains("w1 1100 kworker/0-bio_complete", "w2 1100 kworker/1-bio_complete");
    }

    @Test
    void anUnboundWorkerGoesWhereThereIsRoom() {
        rig.task("a").owes(100_000).start();
        rig.at(1_000, () -> unbound.queue(0, work("w", 300)));
        rig.run();
        assertThat(log).containsExactly("w 1100 kworker/u-writeback", "w done 1400");
        assertThat(rig.cpus.busyNanos(1)).isEqualTo(300);
        assertThat(rig.count(Counter.FLUSHER_CPU_NANOS)).isEqualTo(300);
    }

    @Test
    void anItemThatSleepsIsNotDisturbedByTheNext() {
        WaitQueue queue = new WaitQueue();
        Work sleeping = new Work(worker -> {
            log.add("turn " + rig.timeline.now());
            if (rig.timeline.now() >= 5_000) {
                return Work.Body.DONE;
            }
            queue.add(worker);
            return TaskBody.ASLEEP;
        });
        rig.at(1_000, () -> perCpu.queue(0, sleeping));
        rig.at(2_000, () -> perCpu.queue(0, work("w", 300)));
        rig.at(5_000, () -> queue.wakeOne(rig.cpus));
        rig.run();
        assertThat(log).containsExactly("turn 1100", "turn 5100", "w 5100 kworker/0-bio_complete", "w done 5400");
    }

    @Test
    void aDisabledItemIsTakenOffTheQueueAndNotQueuedUntilItIsEnabled() {
        Work first = work("w1", 300);
        Work second = work("w2", 300);
        rig.at(1_000, () -> {
            perCpu.queue(0, first);
            perCpu.queue(0, second);
        });
        rig.at(1_200, second::disable);
        rig.at(1_300, () -> perCpu.queue(0, second));
        rig.at(2_000, () -> {
            assertThat(second.isPending()).isFalse();
            second.enable();
            perCpu.queue(0, second);
        });
        rig.run();
        assertThat(log)
                .containsExactly(
                        "w1 1100 kworker/0-bio_complete",
                        "w1 done 1400",
                        "w2 2100 kworker/0-bio_complete",
                        "w2 done 2400");
    }

    @Test
    void anItemThatIsDisabledWhileItIsBeingDoneIsDoneToItsEnd() {
        Work work = work("w", 300);
        rig.at(1_000, () -> perCpu.queue(0, work));
        rig.at(1_200, () -> {
            work.disable();
            assertThat(work.isRunning()).isTrue();
        });
        rig.run();
        assertThat(log).containsExactly("w 1100 kworker/0-bio_complete", "w done 1400");
        assertThat(work.isRunning()).isFalse();
    }

    @Test
    void aWorkerWaitsForTheInterruptThatQueuedItsWork() {
        rig.task("a").owes(10_000).owes(10_000).start();
        rig.at(1_000, () -> {
            rig.cpus.interrupt(0, 900);
            perCpu.queue(0, work("w", 300));
        });
        rig.run();
        assertThat(log).first().isEqualTo("w 10910 kworker/0-bio_complete");
        assertThat(rig.turnsOf("a")).containsExactly("0 0", "0 11220", "0 21220");
    }

    private Work work(String name, long nanos) {
        boolean[] begun = {false};
        return new Work(worker -> {
            begun[0] = !begun[0];
            log.add(name + (begun[0] ? " " + rig.timeline.now() + " " + worker : " done " + rig.timeline.now()));
            return begun[0] ? nanos : Work.Body.DONE;
        });
    }

    private Work requeueing(String name, int times) {
        int[] left = {times};
        Work[] self = new Work[1];
        self[0] = new Work(worker -> {
            log.add(name + " " + rig.timeline.now() + " " + worker);
            if (--left[0] > 0) {
                perCpu.queue(0, self[0]);
            }
            return Work.Body.DONE;
        });
        return self[0];
    }
}
