package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.SimulationResult;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Ledger;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.measure.Sampler;
import dev.dropbehind.testing.Database;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Runs outlive the process and the store's bad moments, are submitted once and forgotten on demand. */
class RunDurabilityTest extends RunServiceFixture {

    @Test
    void aRunGoesOnAfterARestartWhereItWas() throws Exception {
        DataSource database = Database.inMemory();
        Engine.Factory engines = spec -> new FakeEngine(seconds(spec), RunServiceFixture::nothing);
        RunService before = service(database, engines, limits(2, 2, "1h"));
        RunId id = before.submit(Runs.request(new Pace(0.1), 5, 5)).id();
        awaitSample(before, id, 2);
        executors.getFirst().close();

        RunService after = service(database, engines, limits(2, 2, "1h"));
        assertThat(after.get(id).progress().second()).isEqualTo(1);
        after.pace(id, Pace.MAX);
        Run run = over(after, after.get(id));

        assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
        Run undisturbed = over(after, after.submit(Runs.request(Pace.MAX, 5, 5)));
        assertThat(after.samples(id)).isEqualTo(after.samples(undisturbed.id()));
        assertThat(run.variants()).isEqualTo(undisturbed.variants());
    }

    @Test
    void aPausedRunIsStillPausedAfterARestartAndStepsOn() throws Exception {
        DataSource database = Database.inMemory();
        Engine.Factory engines = spec -> new FakeEngine(seconds(spec), RunServiceFixture::nothing);
        RunService before = service(database, engines, limits(2, 2, "1h"));
        RunId id = before.submit(Runs.request(new Pace(0.1), 5)).id();
        awaitSample(before, id, 1);
        before.pause(id);
        executors.getFirst().close();

        RunService after = service(database, engines, limits(2, 2, "1h"));
        assertThat(after.get(id).status()).isEqualTo(RunStatus.PAUSED);
        after.step(id);
        awaitSample(after, id, 2);

        assertThat(after.get(id).status()).isEqualTo(RunStatus.PAUSED);
        assertThat(after.get(id).progress().second()).isEqualTo(2);
    }

    @Test
    void whatComesOutOtherwiseWhenSimulatedAgainFailsTheRun() throws Exception {
        DataSource database = Database.inMemory();
        RunService before =
                service(database, spec -> new FakeEngine(5, RunServiceFixture::nothing), limits(2, 2, "1h"));
        RunId id = before.submit(Runs.request(new Pace(0.1), 5)).id();
        awaitSample(before, id, 1);
        executors.getFirst().close();

        RunService after = service(database, spec -> new OtherEngine(), limits(2, 2, "1h"));
        Run run = over(after, after.get(id));

        assertThat(run.status()).isEqualTo(RunStatus.FAILED);
        assertThat(run.failure()).contains("Second 1 of variant a came out otherwise");
    }

    @Test
    void aRunThatCannotBeStoredIsLetGoOfAndExecutedAgain() throws Exception {
        DataSource database = Database.inMemory();
        JdbcClient sql = JdbcClient.create(database);
        AtomicBoolean stores = new AtomicBoolean(true);
        RunService runs = service(
                database,
                spec -> new FakeEngine(3, second -> {
                    if (second == 2) {
                        sql.sql(
                                        stores.compareAndSet(true, false)
                                                ? "alter table run_sample add constraint sabotage check (seq <> 2)"
                                                : "alter table run_sample drop constraint sabotage")
                                .update();
                    }
                }),
                limits(2, 2, "1h"));
        RunId id = runs.submit(Runs.request(Pace.MAX, 3)).id();
        while (!runs.get(id).status().isOver()) {
            Thread.onSpinWait();
        }

        assertThat(runs.get(id).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(runs.samples(id)).hasSize(3);
        assertThat(stores).isFalse();
    }

    @Test
    void aSecondInWhichTheProcessEndsEveryTimeIsNotBegunForEver() throws Exception {
        DataSource database = Database.inMemory();
        RunStore store = Runs.store(database, 10);
        Run run = Runs.run(RunStatus.RUNNING, 1).fromTheStart(Simulation.ENGINE_VERSION);
        store.create(run, null, () -> {});
        store.beginAttempt(run.id());
        store.beginAttempt(run.id());
        List<Integer> built = Collections.synchronizedList(new ArrayList<>());

        RunService runs = service(
                database,
                spec -> {
                    built.add(seconds(spec));
                    return new FakeEngine(5, RunServiceFixture::nothing);
                },
                limits(2, 2, "1h"));

        assertThat(over(runs, runs.get(run.id())).failure()).startsWith("Second 1 was begun 2 times");
        assertThat(built).isEmpty();
    }

    @Test
    void aRunOfAnotherEngineVersionBeginsAnew() throws Exception {
        DataSource database = Database.inMemory();
        RunStore store = Runs.store(database, 10);
        Run old = Runs.run(RunStatus.RUNNING, 1);
        store.create(old, null, () -> {});
        store.append(old.advanced(1, old.variants()), List.of(Runs.sample(1)));

        RunService runs = service(database, spec -> new FakeEngine(5, RunServiceFixture::nothing), limits(2, 2, "1h"));

        Run run = over(runs, runs.get(old.id()));
        assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(run.engineVersion()).isEqualTo(Simulation.ENGINE_VERSION);
        assertThat(runs.samples(old.id())).hasSize(5).doesNotContain(Runs.sample(1));
    }

    @Test
    void aKeyThatComesAgainBeginsNoSecondRun() throws Exception {
        RunService runs = service(spec -> new FakeEngine(1, RunServiceFixture::nothing));
        RunRequest request = Runs.request(Pace.MAX, 1);
        IdempotencyKey key = new IdempotencyKey("once", "hash");

        Run first = over(runs, runs.submit(request, key));

        assertThat(runs.submit(request, key).id()).isEqualTo(first.id());
        assertThat(runs.list(RunQuery.newest(10)).runs()).hasSize(1);
        assertThatThrownBy(() -> runs.submit(request, new IdempotencyKey("once", "another")))
                .isInstanceOf(IdempotencyException.class)
                .hasMessageContaining(first.id().value());
    }

    @Test
    void aKeyThatComesAgainIsAnsweredThoughTheQueueIsFull() throws Exception {
        CountDownLatch leave = new CountDownLatch(1);
        RunService runs = service(spec -> new FakeEngine(1, second -> await(leave)), limits(1, 1, "1h"));
        RunRequest request = Runs.request(Pace.MAX, 1);
        IdempotencyKey key = new IdempotencyKey("full", "hash");
        Run first = runs.submit(request, key);
        runs.submit(request);

        assertThatThrownBy(() -> runs.submit(request)).isInstanceOf(BusyException.class);
        assertThat(runs.submit(request, key).id()).isEqualTo(first.id());

        leave.countDown();
        over(runs, first);
    }

    @Test
    void aRunThatIsOverCanBeForgotten() throws Exception {
        RunService runs = service(spec -> new FakeEngine(2, RunServiceFixture::nothing));
        RunId live = runs.submit(Runs.request(new Pace(0.1), 2)).id();
        RunId over = over(runs, runs.submit(Runs.request(Pace.MAX, 2))).id();

        runs.delete(over);

        assertThat(runs.find(over)).isEmpty();
        assertThatThrownBy(() -> runs.samples(over)).isInstanceOf(RunNotFoundException.class);
        assertThatThrownBy(() -> runs.delete(live)).isInstanceOf(RunConflictException.class);
    }

    /** A machine that reads nothing. */
    private static final class OtherEngine implements Engine {
        private final Sampler sampler = new Sampler(new Counters());
        private long reached;

        @Override
        public List<Sample> advanceTo(long nanos) {
            boolean ends = reached < 1_000_000_000L && nanos >= 1_000_000_000L;
            reached = nanos;
            return ends ? List.of(sampler.take(nanos)) : List.of();
        }

        @Override
        public boolean isOver() {
            return reached >= 1_000_000_000L;
        }

        @Override
        public SimulationResult result() {
            return new SimulationResult(
                    reached, 0, 0, 0, sampler.summary(), List.of(), List.of(), null, 0, new Ledger(), sampler.digest());
        }
    }
}
