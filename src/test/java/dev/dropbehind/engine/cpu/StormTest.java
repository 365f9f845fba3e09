package dev.dropbehind.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.time.EventHandler;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Seeds;
import dev.dropbehind.engine.time.Timeline;
import dev.dropbehind.testing.Allocation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds on processors whatever tasks, workers, locks and interrupts do, by random storms of all of them. */
class StormTest {

    private static final long END_NANOS = 100_000_000;

    private static final Counter[] TASK_ACCOUNTS = {
        Counter.APPLICATION_CPU_NANOS,
        Counter.KSWAPD_CPU_NANOS,
        Counter.DIRECT_RECLAIM_CPU_NANOS,
        Counter.COMPLETION_WORKER_CPU_NANOS
    };

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void noProcessorIsBusyForLongerThanTimeHasPassed(long seed) {
        Storm storm = new Storm(seed);
        storm.timeline.afterEach(() -> {
            for (int cpu = 0; cpu < storm.cpus.count(); cpu++) {
                assertThat(storm.cpus.busyNanos(cpu)).isBetween(storm.busyBefore[cpu], storm.timeline.now());
                storm.busyBefore[cpu] = storm.cpus.busyNanos(cpu);
            }
        });
        storm.run(END_NANOS);
        assertThat(storm.turns).isGreaterThan(5_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void whatTheAccountsSayIsWhatTheProcessorsSpent(long seed) {
        Storm storm = new Storm(seed);
        storm.run(END_NANOS);
        storm.calm();
        long counted = storm.counters.get(Counter.INTERRUPT_CPU_NANOS);
        for (Counter account : TASK_ACCOUNTS) {
            assertThat(storm.counters.get(account)).isPositive();
            counted += storm.counters.get(account);
        }
        long busy = 0;
        for (int cpu = 0; cpu < storm.cpus.count(); cpu++) {
            busy += storm.cpus.busyNanos(cpu);
        }
        assertThat(busy).isEqualTo(counted);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void everyTaskGetsItsTurnAndEveryLockIsFreeInTheEnd(long seed) {
        Storm storm = new Storm(seed);
        storm.run(END_NANOS);
        storm.calm();
        assertThat(storm.mutex.isLocked()).isFalse();
        assertThat(storm.semaphore.isFree()).isTrue();
        assertThat(storm.tasks).allMatch(task -> task.rounds > 20 && task.task.isAsleep());
    }

    @Test
    void theSameSeedGivesTheSameTrace() {
        assertThat(traceOf(7)).isEqualTo(traceOf(7)).isNotEqualTo(traceOf(8));
    }

    @Test
    void nothingIsAllocatedWhileRunning() {
        Storm storm = new Storm(1);
        storm.run(4 * END_NANOS);
        assertThat(Allocation.leastBytes(() -> storm.run(storm.timeline.now() + END_NANOS)))
                .isLessThan(1_024);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void allOfThisHoldsAlsoWhereProcessorsGoAndComeBack(long seed) {
        Storm storm = new Storm(seed);
        storm.hotplugs = true;
        storm.timeline.afterEach(() -> {
            for (int cpu = 0; cpu < storm.cpus.count(); cpu++) {
                assertThat(storm.cpus.busyNanos(cpu)).isBetween(storm.busyBefore[cpu], storm.timeline.now());
                storm.busyBefore[cpu] = storm.cpus.busyNanos(cpu);
            }
        });
        storm.run(END_NANOS);
        storm.calm();
        assertThat(storm.dead).isGreaterThan(20);
        assertThat(storm.mutex.isLocked()).isFalse();
        assertThat(storm.semaphore.isFree()).isTrue();
        assertThat(storm.works).noneMatch(work -> work.isPending() || work.isRunning());
        assertThat(storm.tasks).allMatch(task -> task.rounds > 20 && task.task.isAsleep());
    }

    private static List<Long> traceOf(long seed) {
        Storm storm = new Storm(seed);
        List<Long> trace = new ArrayList<>();
        storm.timeline.afterEach(() -> trace.add(storm.timeline.now() * 31 + storm.turns));
        storm.run(END_NANOS / 10);
        return trace;
    }

    /** Three processors, eight tasks, work items and interrupts that come at random times. */
    private static final class Storm {
        private final Timeline timeline = new Timeline();
        private final Counters counters = new Counters();
        private final Cpus cpus =
                new Cpus(3, timeline, counters, new Till(CostModel.priors()), new CpuCosts(2_500, 30_000));
        private final long[] busyBefore = new long[cpus.count()];
        private final Random64 random;
        private final SleepLock mutex = new SleepLock();
        private final ReadWriteSemaphore semaphore = new ReadWriteSemaphore(timeline);
        private final WaitQueue waitQueue = new WaitQueue();
        private final WorkQueue workQueue = WorkQueue.perCpu("storm", Counter.COMPLETION_WORKER_CPU_NANOS, cpus);
        private final List<StormTask> tasks = new ArrayList<>();
        private final List<Work> works = new ArrayList<>();
        private final CpuHotplug hotplug = new CpuHotplug(cpus, timeline, Counter.COMPLETION_WORKER_CPU_NANOS, 50_000);
        private boolean hotplugs;
        private int dead;
        private boolean calm;
        private final EventHandler onStrike = this::strike;
        private long turns;

        Storm(long seed) {
            random = new Seeds(seed).of("storm");
            for (int i = 0; i < 8; i++) {
                StormTask task = new StormTask(
                        this, "storm/" + i, i == 0 ? Counter.KSWAPD_CPU_NANOS : Counter.APPLICATION_CPU_NANOS);
                tasks.add(task);
                cpus.start(task.task);
                works.add(new Work(new StormWork(this)));
            }
            hotplug.register(cpu -> {
                dead++;
                return 5_000;
            });
            strike(0);
        }

        void run(long untilNanos) {
            timeline.runUntil(untilNanos);
        }

        private void plug(int cpu) {
            if (cpus.isOnline(cpu)) {
                hotplug.offline(cpu);
            } else {
                hotplug.online(cpu);
            }
        }

        /** Lets all that has begun come to its end. */
        void calm() {
            calm = true;
            while (timeline.runNext()) {
                waitQueue.wakeAll(cpus);
            }
        }

        private void strike(long unused) {
            if (calm) {
                return;
            }
            int cpu = (int) random.between(0, cpus.count() - 1);
            if (random.between(0, 2) == 0) {
                cpus.interrupt(cpus.interruptTarget(cpu), random.between(0, 4_000));
            }
            if (hotplugs && cpu != 0 && random.between(0, 100) == 0) {
                plug(cpu);
            }
            if (random.between(0, 3) == 0) {
                workQueue.queue(cpu, works.get((int) random.between(0, works.size() - 1)));
            }
            if (random.between(0, 30) == 0) {
                waitQueue.wakeAll(cpus);
            } else {
                waitQueue.wakeOne(cpus);
            }
            timeline.schedule(timeline.now() + random.between(1, 12_000), EventPriority.HARDIRQ, onStrike, 0);
        }
    }

    /** Computes, locks and sleeps as chance has it. */
    private static final class StormTask implements TaskBody {
        private enum Step {
            CHOOSE,
            LOCK,
            UNLOCK,
            WRITE,
            END_WRITE,
            READ,
            END_READ
        }

        private static final Step[] CHOICES = {Step.CHOOSE, Step.CHOOSE, Step.LOCK, Step.WRITE, Step.READ};

        private final Storm storm;
        private final Task task;
        private Step step = Step.CHOOSE;
        private long rounds;

        StormTask(Storm storm, String name, Counter account) {
            this.storm = storm;
            task = new Task(name, account, this);
        }

        @Override
        public long turn() {
            storm.turns++;
            return switch (step) {
                case CHOOSE -> choose();
                case LOCK -> hold(storm.mutex.lockOrWait(task), Step.UNLOCK);
                case WRITE -> hold(storm.semaphore.writeOrWait(task), Step.END_WRITE);
                case READ -> hold(storm.semaphore.readOrWait(task), Step.END_READ);
                case UNLOCK, END_WRITE, END_READ -> release();
            };
        }

        private long choose() {
            if (storm.calm) {
                return ASLEEP;
            }
            rounds++;
            if (storm.random.between(0, 4) == 0) {
                storm.waitQueue.add(task);
                return ASLEEP;
            }
            step = CHOICES[(int) storm.random.between(0, CHOICES.length - 1)];
            return compute(storm.random.between(0, 50) == 0 ? 200_000 : 6_000);
        }

        private long hold(boolean owned, Step next) {
            if (!owned) {
                return ASLEEP;
            }
            step = next;
            return compute(9_000);
        }

        private long release() {
            switch (step) {
                case UNLOCK -> storm.mutex.unlock(task, storm.cpus);
                case END_WRITE -> storm.semaphore.unlockWrite(task, storm.cpus);
                default -> storm.semaphore.unlockRead(task, storm.cpus);
            }
            step = Step.CHOOSE;
            return 0;
        }

        /** Owes up to a limit, a part of it counted as direct reclaim now and then. */
        private long compute(long limitNanos) {
            long nanos = storm.random.between(1, limitNanos);
            if (storm.random.between(0, 9) == 0) {
                task.bookTo(Counter.DIRECT_RECLAIM_CPU_NANOS, nanos / 2);
            }
            return nanos;
        }
    }

    /** A work item of a few turns. */
    private static final class StormWork implements Work.Body {
        private final Storm storm;

        StormWork(Storm storm) {
            this.storm = storm;
        }

        @Override
        public long turn(Task worker) {
            storm.turns++;
            return storm.random.between(0, 2) == 0 ? DONE : storm.random.between(0, 20_000);
        }
    }
}
