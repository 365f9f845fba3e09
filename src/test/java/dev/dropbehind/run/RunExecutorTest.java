package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dropbehind.engine.SimulationResult;
import dev.dropbehind.engine.measure.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RunExecutorTest extends RunServiceFixture {

    @Test
    void variantsAdvanceInStepAndThoseAtTheirEndAreSkipped() throws Exception {
        RunService runs = service(spec -> new FakeEngine(seconds(spec), RunServiceFixture::nothing));

        Run run = over(runs, runs.submit(Runs.request(Pace.MAX, 3, 1, 2)));

        assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(run.progress()).isEqualTo(new RunProgress(3, 3));
        assertThat(runs.samples(run.id()))
                .extracting(s -> s.seq() + ":" + s.sample().second() + s.variant())
                .containsExactly("1:1a", "2:1b", "3:1c", "4:2a", "5:2c", "6:3a");
        assertThat(run.variants()).allMatch(RunVariant::over);
    }

    @Test
    void variantsOfOneSecondRunInParallelWhereProcessorsAllow() throws Exception {
        if (Runtime.getRuntime().availableProcessors() < 2) {
            return;
        }
        CyclicBarrier together = new CyclicBarrier(2);
        RunService runs = service(spec -> new FakeEngine(3, second -> meet(together)));

        assertThat(over(runs, runs.submit(Runs.request(Pace.MAX, 3, 3))).status())
                .isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void anEngineThatFailsFailsItsRunWithTheReason() throws Exception {
        RunService runs = service(spec -> new FakeEngine(5, second -> {
            if (second == 3) {
                throw new IllegalStateException("page 7 is dirty and free at 2.5 s");
            }
        }));

        Run run = over(runs, runs.submit(Runs.request(Pace.MAX, 5, 5)));

        assertThat(run.status()).isEqualTo(RunStatus.FAILED);
        assertThat(run.failure()).isEqualTo("page 7 is dirty and free at 2.5 s");
        assertThat(runs.samples(run.id())).hasSize(4);
    }

    @Test
    void anEngineThatCannotBeBuiltFailsItsRun() throws Exception {
        RunService runs = service(spec -> {
            throw new OutOfMemoryError("folio table");
        });

        Run run = over(runs, runs.submit(Runs.request(Pace.MAX, 5)));

        assertThat(run.status()).isEqualTo(RunStatus.FAILED);
        assertThat(run.failure()).isEqualTo("folio table");
    }

    @Test
    void aPausedRunHoldsNoThreadAndStepsOneSecondAtATime() throws Exception {
        Semaphore seconds = new Semaphore(0);
        RunService runs = service(spec -> new FakeEngine(5, second -> seconds.release()));
        RunId id = runs.submit(Runs.request(new Pace(0.1), 5)).id();
        seconds.acquire();
        runs.pause(id);

        Run other = over(runs, runs.submit(Runs.request(Pace.MAX, 5, 5, 5)));
        assertThat(other.status()).isEqualTo(RunStatus.COMPLETED);
        seconds.acquire(15);

        for (int second = 2; second <= 4; second++) {
            assertThat(runs.step(id).status()).isEqualTo(RunStatus.PAUSED);
            seconds.acquire();
        }
        assertThat(seconds.tryAcquire(50, TimeUnit.MILLISECONDS)).isFalse();
        runs.pace(id, Pace.MAX);
        runs.resume(id);
        assertThat(over(runs, runs.get(id)).progress().second()).isEqualTo(5);
    }

    @Test
    void manyPacedRunsNeedNoMoreThreadsThanThereAreProcessors() throws Exception {
        Set<String> threads = ConcurrentHashMap.newKeySet();
        RunService runs = service(spec ->
                new FakeEngine(3, second -> threads.add(Thread.currentThread().getName())));
        List<Run> submitted = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            submitted.add(runs.submit(Runs.request(new Pace(50), 3, 3)));
        }

        for (Run run : submitted) {
            assertThat(over(runs, run).status()).isEqualTo(RunStatus.COMPLETED);
        }
        assertThat(threads)
                .hasSizeLessThanOrEqualTo(Runtime.getRuntime().availableProcessors())
                .allMatch(name -> name.startsWith("run-worker-"));
    }

    @Test
    void aPaceHoldsTheRunBack() throws Exception {
        RunService runs = service(spec -> new FakeEngine(6, RunServiceFixture::nothing));
        long start = System.nanoTime();

        over(runs, runs.submit(Runs.request(new Pace(20), 6)));

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(249));
    }

    @Test
    void anotherPaceHoldsFromTheNextSecondOn() throws Exception {
        Semaphore seconds = new Semaphore(0);
        RunService runs = service(spec -> new FakeEngine(100, second -> seconds.release()));
        RunId id = runs.submit(Runs.request(new Pace(0.1), 100)).id();
        seconds.acquire();

        Run run = runs.pace(id, Pace.MAX);

        assertThat(run.pace()).isEqualTo(Pace.MAX);
        assertThat(over(runs, run).status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aCancelledRunEndsAtOnceAndItsSecondUnderWayIsNotSeen() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        RunService runs = service(spec -> new FakeEngine(5, second -> {
            if (second == 2) {
                inside.countDown();
                await(leave);
            }
        }));
        RunId id = runs.submit(Runs.request(Pace.MAX, 5)).id();
        inside.await();

        Run cancelled = runs.cancel(id);
        leave.countDown();

        assertThat(cancelled.status()).isEqualTo(RunStatus.CANCELLED);
        assertThat(over(runs, runs.submit(Runs.request(Pace.MAX, 1))).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(runs.samples(id)).hasSize(1);
        assertThatThrownBy(() -> runs.cancel(id)).isInstanceOf(RunConflictException.class);
    }

    @Test
    void aRunWhoseSecondsAreLongLeavesWorkersToOthers() throws Exception {
        int workers = Runtime.getRuntime().availableProcessors();
        RunService runs =
                service(spec -> seconds(spec) == 2 ? new SlowEngine() : new FakeEngine(seconds(spec), s -> {}));
        int[] slow = new int[2 * workers];
        Arrays.fill(slow, 2);
        RunId id = runs.submit(Runs.request(Pace.MAX, slow)).id();

        assertThat(over(runs, runs.submit(Runs.request(Pace.MAX, 5))).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(runs.get(id).progress().second()).isZero();
    }

    @Test
    void runsBeyondTheLiveLimitWaitAndBeyondTheQueueAreRefused() throws Exception {
        CountDownLatch leave = new CountDownLatch(1);
        RunService runs = service(spec -> new FakeEngine(1, second -> await(leave)), limits(2, 1, "1h"));
        Run first = runs.submit(Runs.request(Pace.MAX, 1));
        Run second = runs.submit(Runs.request(Pace.MAX, 1));
        Run third = runs.submit(Runs.request(Pace.MAX, 1));

        awaitStatus(runs, first.id(), RunStatus.RUNNING);
        awaitStatus(runs, second.id(), RunStatus.RUNNING);
        assertThat(runs.get(third.id()).status()).isEqualTo(RunStatus.QUEUED);
        assertThatThrownBy(() -> runs.submit(Runs.request(Pace.MAX, 1))).isInstanceOf(BusyException.class);

        leave.countDown();
        assertThat(over(runs, third).status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aQueuedRunCanBeCancelledAndNeverBegins() throws Exception {
        CountDownLatch leave = new CountDownLatch(1);
        List<Integer> built = Collections.synchronizedList(new ArrayList<>());
        RunService runs = service(
                spec -> {
                    built.add(seconds(spec));
                    return new FakeEngine(1, second -> await(leave));
                },
                limits(1, 2, "1h"));
        Run first = runs.submit(Runs.request(Pace.MAX, 1));
        RunId queued = runs.submit(Runs.request(Pace.MAX, 2)).id();
        Run last = runs.submit(Runs.request(Pace.MAX, 3));

        assertThat(runs.cancel(queued).startedAt()).isNull();
        leave.countDown();

        over(runs, first);
        over(runs, last);
        assertThat(built).containsExactly(1, 3);
    }

    @Test
    void aRunThatIsPausedForTooLongIsCancelled() throws Exception {
        RunService runs = service(spec -> new FakeEngine(5, RunServiceFixture::nothing), limits(2, 2, "50ms"));
        Run run = runs.submit(Runs.request(new Pace(0.1), 5));
        runs.pause(run.id());

        Run over = over(runs, run);

        assertThat(over.status()).isEqualTo(RunStatus.CANCELLED);
        assertThat(over.failure()).contains("paused for longer");
    }

    @Test
    void controlsThatTheStatusDoesNotAllowAreConflicts() throws Exception {
        RunService runs = service(spec -> new FakeEngine(5, RunServiceFixture::nothing));
        RunId id = runs.submit(Runs.request(new Pace(0.1), 5)).id();

        assertThatThrownBy(() -> runs.resume(id)).isInstanceOf(RunConflictException.class);
        assertThatThrownBy(() -> runs.step(id)).isInstanceOf(RunConflictException.class);
        runs.pause(id);
        assertThatThrownBy(() -> runs.pause(id)).isInstanceOf(RunConflictException.class);
        runs.cancel(id);
        assertThatThrownBy(() -> runs.pace(id, Pace.MAX)).isInstanceOf(RunConflictException.class);
        assertThatThrownBy(() -> runs.pause(RunId.next())).isInstanceOf(RunNotFoundException.class);
    }

    @Test
    void metersCountRunsSecondsAndEvents() throws Exception {
        RunService runs = service(spec -> new FakeEngine(seconds(spec), RunServiceFixture::nothing));

        over(runs, runs.submit(Runs.request(Pace.MAX, 3, 2)));

        assertThat(meters.counter("dropbehind.runs", "scenario", "custom", "outcome", "completed")
                        .count())
                .isEqualTo(1);
        assertThat(meters.counter("dropbehind.simulated.seconds", "scenario", "custom")
                        .count())
                .isEqualTo(5);
        assertThat(meters.counter("dropbehind.engine.events", "scenario", "custom")
                        .count())
                .isEqualTo(50);
    }

    @Test
    void gaugesOfALiveRunShowItsLastSampleAndGoWithIt() throws Exception {
        RunService runs = service(spec -> new FakeEngine(5, RunServiceFixture::nothing));
        RunId id = runs.submit(Runs.request(new Pace(0.1), 5)).id();
        awaitSample(runs, id, 1);
        runs.pause(id);
        runs.step(id);
        awaitSample(runs, id, 2);

        assertThat(meters.get("dropbehind.live.read")
                        .tag("variant", "variant-1")
                        .gauge()
                        .value())
                .isEqualTo(2 << 20);

        runs.cancel(id);
        assertThat(meters.find("dropbehind.live.read").gauges()).isEmpty();
    }

    @Test
    void gaugesOfARunThatEndsDoNotHideThoseOfAnotherOfItsScenario() throws Exception {
        RunService runs = service(spec -> new FakeEngine(5, RunServiceFixture::nothing));
        RunId live = runs.submit(Runs.request(new Pace(0.1), 5)).id();
        awaitSample(runs, live, 1);
        over(runs, runs.submit(Runs.request(Pace.MAX, 5)));
        runs.pause(live);
        runs.step(live);
        awaitSample(runs, live, 2);

        assertThat(meters.get("dropbehind.live.read").gauges()).hasSize(1);
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(10, TimeUnit.SECONDS);
        } catch (Exception problem) {
            throw new IllegalStateException("the other variant did not come", problem);
        }
    }

    /** A machine that needs a thousand seconds for a simulated one. */
    private static final class SlowEngine implements Engine {
        private long reached;

        @Override
        public List<Sample> advanceTo(long nanos) {
            long ends = System.nanoTime() + 1000 * (nanos - reached);
            reached = nanos;
            while (System.nanoTime() < ends) {
                Thread.onSpinWait();
            }
            return List.of();
        }

        @Override
        public boolean isOver() {
            return false;
        }

        @Override
        public SimulationResult result() {
            throw new IllegalStateException("its first second never ends");
        }
    }
}
