package dev.dropbehind.run;

import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.testing.Specs;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Requests, runs and samples for tests. */
final class Runs {

    private Runs() {}

    /** Returns the store of a database. */
    static RunStore store(DataSource database, int capacity) {
        return new RunStore(
                JdbcClient.create(database),
                new TransactionTemplate(new DataSourceTransactionManager(database)),
                new JsonMapper(),
                capacity);
    }

    /** Returns a spec of a tiny machine that lasts so many seconds. */
    static SimulationSpec spec(int seconds) {
        return Specs.small()
                .job(Specs.reader(IoMode.CACHED, 32 << 10, 1 << 20))
                .duration(seconds * 1_000_000_000L)
                .spec();
    }

    /** Returns a request for variants {@code a}, {@code b} … that last so many seconds each. */
    static RunRequest request(Pace pace, int... seconds) {
        List<RunVariant> variants = Stream.iterate(0, i -> i < seconds.length, i -> i + 1)
                .map(i -> {
                    String name = Character.toString('a' + i);
                    return RunVariant.of(name, name, spec(seconds[i]));
                })
                .toList();
        return new RunRequest("test", "custom", variants, 42, pace, Map.of());
    }

    /** Returns a run of variants {@code a}, {@code b} … in a state. */
    static Run run(RunStatus status, int variants) {
        int[] seconds = new int[variants];
        java.util.Arrays.fill(seconds, 10);
        RunRequest request = request(Pace.MAX, seconds);
        return new Run(
                RunId.next(),
                "test",
                "custom",
                status,
                Pace.MAX,
                42,
                Map.of(),
                "0",
                Instant.EPOCH,
                null,
                null,
                new RunProgress(0, 10),
                request.variants(),
                null);
    }

    /** Returns the sample of that number of a run with one variant, whose throughput is the number. */
    static RunSample sample(int seq) {
        double[] values = new double[Metric.values().length];
        values[Metric.READ_MIBPS.ordinal()] = seq;
        return new RunSample(seq, "a", new Sample(seq, values, new Counters()));
    }
}
