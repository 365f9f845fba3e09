package dev.dropbehind.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.json.JsonMapper;

/**
 * Keeps runs and their samples in a SQL database. What a method has written survives the process. All methods block and
 * may be called from any thread.
 */
public final class RunStore {

    private final JdbcClient sql;
    private final TransactionOperations transactions;
    private final RunRows rows;
    private final SampleJson samples;
    private final int capacity;

    /**
     * Uses a database whose tables exist.
     *
     * @param sql the database
     * @param transactions of the same database
     * @param json writes specs, results and samples
     * @param capacity how many runs to keep; more only while they are not over
     */
    public RunStore(JdbcClient sql, TransactionOperations transactions, JsonMapper json, int capacity) {
        this.sql = sql;
        this.transactions = transactions;
        this.rows = new RunRows(sql, json);
        this.samples = new SampleJson(json);
        this.capacity = capacity;
    }

    /** Returns whether a problem is the database's and not the caller's. */
    static boolean isAway(RuntimeException problem) {
        return problem instanceof DataAccessException || problem instanceof TransactionException;
    }

    /**
     * Adds a run; forgets the oldest ones that are over where there are too many.
     *
     * @param run a new run
     * @param key what makes the request recognisable, or null
     * @param also what else is written or nothing of it
     * @throws org.springframework.dao.DuplicateKeyException if there is a run of that id or that key
     */
    void create(Run run, @Nullable IdempotencyKey key, Runnable also) {
        transactions.executeWithoutResult(status -> {
            rows.insert(run, key);
            also.run();
            makeRoom();
        });
    }

    private void makeRoom() {
        int tooMany = sql.sql("select count(*) from run").query(Integer.class).single() - capacity;
        if (tooMany > 0) {
            sql.sql("""
                            delete from run where id in
                                (select id from run where status in ('COMPLETED', 'FAILED', 'CANCELLED')
                                order by ordinal limit :many)
                            """).param("many", tooMany).update();
        }
    }

    /** Replaces what is known of a run; does nothing if it is forgotten. */
    void update(Run run) {
        transactions.executeWithoutResult(status -> rows.update(run));
    }

    /**
     * Adds samples and how far the run is with them; a sample that is there already stays as it is.
     *
     * @param run the run as it stands then
     * @param next in the order of their sequence numbers
     */
    void append(Run run, List<RunSample> next) {
        transactions.executeWithoutResult(status -> {
            rows.progress(run);
            endAttempt(run.id());
            next.forEach(sample -> insert(run.id(), sample));
        });
    }

    /**
     * Notes that the next second of a run begins, which {@link #append} takes back.
     *
     * @return how often it was begun since the last sample
     */
    int beginAttempt(RunId id) {
        sql.sql("update run set attempts = attempts + 1 where id = :id")
                .param("id", id.value())
                .update();
        return sql.sql("select attempts from run where id = :id")
                .param("id", id.value())
                .query(Integer.class)
                .optional()
                .orElse(0);
    }

    /** Notes that nothing has gone wrong with a run since its last sample. */
    void endAttempt(RunId id) {
        sql.sql("update run set attempts = 0 where id = :id")
                .param("id", id.value())
                .update();
    }

    private void insert(RunId id, RunSample sample) {
        sql.sql("""
                        insert into run_sample (run_id, seq, variant, simulated_second, metrics, counters)
                        values (:run, :seq, :variant, :second, :metrics, :counters)
                        on conflict do nothing
                        """)
                .param("run", id.value())
                .param("seq", sample.seq())
                .param("variant", sample.variant())
                .param("second", sample.sample().second())
                .param("metrics", samples.metrics(sample.sample()))
                .param("counters", samples.counters(sample.sample()))
                .update();
    }

    /** Forgets a run and its samples; returns whether there was one. */
    boolean delete(RunId id) {
        return sql.sql("delete from run where id = :id").param("id", id.value()).update() > 0;
    }

    /** Forgets the samples of a run, which then begins again. */
    void deleteSamples(RunId id) {
        sql.sql("delete from run_sample where run_id = :id")
                .param("id", id.value())
                .update();
    }

    /** Returns the run of that id. */
    Optional<Run> find(RunId id) {
        return rows.select("where id = :id", Map.of("id", id.value())).stream()
                .map(RunRows.Numbered::run)
                .findFirst();
    }

    /** Returns the run that was submitted with a key, and the hash of its request. */
    Optional<Keyed> findByKey(String key) {
        return sql.sql("select id, request_hash from run where idempotency_key = :key")
                .param("key", key)
                .query((row, number) -> new Keyed(new RunId(row.getString(1)), row.getString(2)))
                .optional();
    }

    /** The run of a request that came with a key. */
    record Keyed(RunId id, String requestHash) {}

    /** Returns runs, newest first. */
    RunPage list(RunQuery query) {
        Map<String, Object> parameters = query.parameters();
        parameters.put("limit", query.limit() + 1);
        List<RunRows.Numbered> found =
                rows.select(query.condition() + " order by ordinal desc limit :limit", parameters);
        List<Run> page =
                found.stream().limit(query.limit()).map(RunRows.Numbered::run).toList();
        boolean more = found.size() > query.limit();
        return new RunPage(page, more ? found.get(query.limit() - 1).ordinal() : null);
    }

    /** Returns all runs that are not over, oldest first. */
    List<Run> unfinished() {
        return rows.select("where status in ('QUEUED', 'RUNNING', 'PAUSED') order by ordinal", Map.of()).stream()
                .map(RunRows.Numbered::run)
                .toList();
    }

    /** Returns how many runs wait for a place. */
    int queued() {
        return sql.sql("select count(*) from run where status = 'QUEUED'")
                .query(Integer.class)
                .single();
    }

    /** Returns how many samples of a run there are. */
    long sampleCount(RunId id) {
        return sql.sql("select count(*) from run_sample where run_id = :id")
                .param("id", id.value())
                .query(Long.class)
                .single();
    }

    /** Returns the last second of a variant that there is a sample of, 0 where there is none. */
    int lastSecond(RunId id, String variant) {
        return sql.sql("select max(simulated_second) from run_sample where run_id = :id and variant = :variant")
                .param("id", id.value())
                .param("variant", variant)
                .query((row, number) -> row.getInt(1))
                .single();
    }

    /** Returns the samples of a run in the order of their sequence numbers; none where the run is not known. */
    List<RunSample> samples(RunId id) {
        return select("where run_id = :id order by seq", Map.of("id", id.value()));
    }

    /** Returns the samples of a variant in the order of their seconds. */
    List<RunSample> samples(RunId id, String variant) {
        return select(
                "where run_id = :id and variant = :variant order by seq", Map.of("id", id.value(), "variant", variant));
    }

    /** Returns the sample of one second of a variant. */
    Optional<RunSample> sample(RunId id, String variant, int second) {
        return select(
                        "where run_id = :id and variant = :variant and simulated_second = :second",
                        Map.of("id", id.value(), "variant", variant, "second", second))
                .stream()
                .findFirst();
    }

    private List<RunSample> select(String condition, Map<String, ?> parameters) {
        return sql.sql("select seq, variant, simulated_second, metrics, counters from run_sample " + condition)
                .params(parameters)
                .query((row, number) -> new RunSample(
                        row.getLong(1),
                        row.getString(2),
                        samples.read(row.getInt(3), row.getString(4), row.getString(5))))
                .list();
    }
}
