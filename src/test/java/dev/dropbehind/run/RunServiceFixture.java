package dev.dropbehind.run;

import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.testing.Database;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.json.JsonMapper;

/** Services whose machines do what a test wants, on databases of their own. */
@Timeout(60)
abstract class RunServiceFixture {

    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final List<RunExecutor> executors = new ArrayList<>();

    @AfterEach
    void stop() {
        executors.forEach(RunExecutor::close);
    }

    RunService service(Engine.Factory engines) {
        return service(engines, limits(8, 8, "1h"));
    }

    RunService service(Engine.Factory engines, RunProperties limits) {
        return service(Database.inMemory(), engines, limits);
    }

    RunService service(DataSource database, Engine.Factory engines, RunProperties limits) {
        RunStore store = Runs.store(database, limits.storedRuns());
        StreamCounters streams = new StreamCounters();
        RunMetrics metrics = new RunMetrics(meters, streams);
        RunExecutor executor = new RunExecutor(
                limits, store, database, metrics, engines, new JsonMapper(), streams, Clock.systemUTC());
        metrics.watch(executor, List.of("custom"));
        executors.add(executor);
        executor.recover();
        executor.start();
        return new RunService(store, executor, streams, limits, Clock.systemUTC());
    }

    static RunProperties limits(int live, int queue, String pause) {
        Duration hour = Duration.ofHours(1);
        Duration pauseLimit = pause.equals("1h") ? hour : Duration.ofMillis(50);
        return new RunProperties(
                live,
                queue,
                100,
                8,
                hour,
                hour,
                1 << 20,
                10,
                hour,
                2,
                2,
                hour,
                pauseLimit,
                Duration.ofSeconds(15),
                "test",
                Duration.ofMillis(100),
                Duration.ofSeconds(1));
    }

    static void nothing(int second) {}

    static int seconds(SimulationSpec spec) {
        return (int) (spec.durationNanos() / 1_000_000_000L);
    }

    static void awaitSample(RunService runs, RunId id, int seq) {
        runs.events(id, 0)
                .flatMapIterable(batch -> batch)
                .map(event -> new String(event, StandardCharsets.UTF_8))
                .takeUntil(event -> event.startsWith("id: " + seq + "\n"))
                .blockLast(Duration.ofSeconds(30));
    }

    static void awaitStatus(RunService runs, RunId id, RunStatus status) {
        runs.events(id, 0)
                .flatMapIterable(batch -> batch)
                .map(event -> new String(event, StandardCharsets.UTF_8))
                .takeUntil(event -> event.contains("\"status\":\"" + status + "\""))
                .blockLast(Duration.ofSeconds(30));
    }

    static Run over(RunService runs, Run run) throws Exception {
        return runs.whenOver(run.id()).get(30, TimeUnit.SECONDS);
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
