package dev.dropbehind.run;

import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.specification.SpecReader;
import dev.dropbehind.specification.SpecWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** Runs as rows of {@code run}, {@code run_label} and {@code run_variant}. */
final class RunRows {

    private final JdbcClient sql;
    private final JsonMapper json;
    private final ResultJson results;

    RunRows(JdbcClient sql, JsonMapper json) {
        this.sql = sql;
        this.json = json;
        this.results = new ResultJson(json);
    }

    /** A run and its place in the order of submission. */
    record Numbered(long ordinal, Run run) {}

    void insert(Run run, @Nullable IdempotencyKey key) {
        sql.sql("""
                        insert into run (id, title, scenario, status, pace, seed, engine_version, created_at,
                            started_at, finished_at, reached_second, of_seconds, failure, idempotency_key,
                            request_hash)
                        values (:id, :title, :scenario, :status, :pace, :seed, :version, :created,
                            :started, :finished, :second, :seconds, :failure, :key,
                            :hash)
                        """)
                .params(changing(run))
                .param("title", run.title())
                .param("scenario", run.scenario())
                .param("seed", run.seed())
                .param("created", utc(run.createdAt()))
                .param("seconds", run.progress().ofSeconds())
                .param("key", key == null ? null : key.value())
                .param("hash", key == null ? null : key.requestHash())
                .update();
        run.labels().forEach((name, value) -> insertLabel(run.id(), name, value));
        for (int place = 0; place < run.variants().size(); place++) {
            insertVariant(run.id(), place, run.variants().get(place));
        }
    }

    private void insertLabel(RunId run, String name, String value) {
        sql.sql("insert into run_label (run_id, label_name, label_value) values (:run, :name, :value)")
                .param("run", run.value())
                .param("name", name)
                .param("value", value)
                .update();
    }

    private void insertVariant(RunId run, int place, RunVariant variant) {
        sql.sql("""
                        insert into run_variant (run_id, place, name, title, spec, result, finished)
                        values (:run, :place, :name, :title, :spec, :result, :finished)
                        """)
                .param("run", run.value())
                .param("place", place)
                .param("name", variant.name())
                .param("title", variant.title())
                .param("spec", SpecWriter.write(variant.spec()).toString())
                .param("result", results.write(variant.result()))
                .param("finished", variant.over())
                .update();
    }

    void progress(Run run) {
        sql.sql("update run set reached_second = :second where id = :id")
                .param("second", run.progress().second())
                .param("id", run.id().value())
                .update();
    }

    void update(Run run) {
        sql.sql("""
                        update run set status = :status, pace = :pace, engine_version = :version, started_at = :started,
                            finished_at = :finished, reached_second = :second, failure = :failure
                        where id = :id
                        """).params(changing(run)).update();
        for (int place = 0; place < run.variants().size(); place++) {
            RunVariant variant = run.variants().get(place);
            sql.sql("""
                            update run_variant set result = :result, finished = :finished
                            where run_id = :id and place = :place
                            """)
                    .param("id", run.id().value())
                    .param("place", place)
                    .param("result", results.write(variant.result()))
                    .param("finished", variant.over())
                    .update();
        }
    }

    private static Map<String, @Nullable Object> changing(Run run) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("id", run.id().value());
        values.put("status", run.status().name());
        values.put("pace", run.pace().isMax() ? null : run.pace().secondsPerSecond());
        values.put("version", run.engineVersion());
        values.put("started", utc(run.startedAt()));
        values.put("finished", utc(run.finishedAt()));
        values.put("second", run.progress().second());
        values.put("failure", run.failure());
        return values;
    }

    /**
     * Returns the runs that a condition names.
     *
     * @param condition what follows {@code from run}
     * @param parameters the values it names
     */
    List<Numbered> select(String condition, Map<String, ?> parameters) {
        List<Row> found = sql.sql("""
                        select ordinal, id, title, scenario, status, pace, seed, engine_version, created_at, started_at,
                            finished_at, reached_second, of_seconds, failure from run
                        """ + condition)
                .params(parameters)
                .query((row, number) -> Row.of(row))
                .list();
        if (found.isEmpty()) {
            return List.of();
        }
        List<String> ids = found.stream().map(Row::id).toList();
        Map<String, Map<String, String>> labels = labels(ids);
        Map<String, List<RunVariant>> variants = variants(ids);
        return found.stream()
                .map(row -> new Numbered(
                        row.ordinal(),
                        row.run(labels.getOrDefault(row.id(), Map.of()), variants.getOrDefault(row.id(), List.of()))))
                .toList();
    }

    private Map<String, Map<String, String>> labels(List<String> ids) {
        Map<String, Map<String, String>> labels = new HashMap<>();
        sql.sql("select run_id, label_name, label_value from run_label where run_id in (:ids)")
                .param("ids", ids)
                .query(row -> {
                    labels.computeIfAbsent(row.getString(1), id -> new HashMap<>())
                            .put(row.getString(2), row.getString(3));
                });
        return labels;
    }

    private Map<String, List<RunVariant>> variants(List<String> ids) {
        Map<String, List<RunVariant>> variants = new HashMap<>();
        sql.sql("""
                        select run_id, name, title, spec, result, finished from run_variant
                        where run_id in (:ids) order by run_id, place
                        """).param("ids", ids).query(row -> {
            variants.computeIfAbsent(row.getString(1), id -> new ArrayList<>()).add(variant(row));
        });
        return variants;
    }

    private RunVariant variant(ResultSet row) throws SQLException {
        SimulationSpec spec = SpecReader.read(json.readTree(row.getString("spec")));
        return new RunVariant(
                row.getString("name"),
                row.getString("title"),
                spec,
                results.read(row.getString("result")),
                row.getBoolean("finished"));
    }

    private static @Nullable OffsetDateTime utc(@Nullable Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }

    /** A row of {@code run}. */
    private record Row(
            long ordinal,
            String id,
            String title,
            String scenario,
            RunStatus status,
            Pace pace,
            long seed,
            String engineVersion,
            Instant createdAt,
            @Nullable Instant startedAt,
            @Nullable Instant finishedAt,
            RunProgress progress,
            @Nullable String failure) {

        static Row of(ResultSet row) throws SQLException {
            return new Row(
                    row.getLong("ordinal"),
                    row.getString("id"),
                    row.getString("title"),
                    row.getString("scenario"),
                    RunStatus.valueOf(row.getString("status")),
                    pace(row.getObject("pace", Double.class)),
                    row.getLong("seed"),
                    row.getString("engine_version"),
                    row.getObject("created_at", OffsetDateTime.class).toInstant(),
                    instant(row, "started_at"),
                    instant(row, "finished_at"),
                    new RunProgress(row.getInt("reached_second"), row.getInt("of_seconds")),
                    row.getString("failure"));
        }

        private static Pace pace(@Nullable Double secondsPerSecond) {
            return secondsPerSecond == null ? Pace.MAX : new Pace(secondsPerSecond);
        }

        private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
            OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
            return time == null ? null : time.toInstant();
        }

        Run run(Map<String, String> labels, List<RunVariant> variants) {
            return new Run(
                    new RunId(id),
                    title,
                    scenario,
                    status,
                    pace,
                    seed,
                    labels,
                    engineVersion,
                    createdAt,
                    startedAt,
                    finishedAt,
                    progress,
                    variants,
                    failure);
        }
    }
}
