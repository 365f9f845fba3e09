package dev.dropbehind.run;

import dev.dropbehind.engine.JobError;
import dev.dropbehind.engine.SimulationResult;
import dev.dropbehind.engine.measure.Mark;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Summary;
import dev.dropbehind.scenario.Numbers;
import dev.dropbehind.specification.SpecWriter;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run as it is shown over HTTP. Pace is a number of simulated seconds a second or {@code "max"}; the other fields are
 * those of {@link Run}.
 */
public record RunView(
        String id,
        String title,
        String scenario,
        RunStatus status,
        Object pace,
        long seed,
        Map<String, String> labels,
        String engineVersion,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        double durationSeconds,
        Progress progress,
        List<Variant> variants,
        @Nullable Failure failure,
        Links links) {

    /** How far the run is; the fraction is 0 to 1. */
    public record Progress(int second, int ofSeconds, BigDecimal fraction) {}

    /**
     * One variant. The summary is of the seconds so far and null before the first; the digest is null before the end.
     */
    public record Variant(
            String name,
            String title,
            @Nullable Map<String, @Nullable Object> summary,
            @Nullable String digest,
            List<MarkView> marks,
            List<ErrorView> errors,
            ObjectNode spec,
            VariantLinks links) {}

    /** Where the kernel files and the reports of a variant are. */
    public record VariantLinks(String fs, String sar, String pidstat) {}

    /** Something that happened for the first time, and the simulated second when it did. */
    public record MarkView(Mark.Kind kind, String label, BigDecimal second) {}

    /** A call that failed and the simulated second when it did. */
    public record ErrorView(String job, String errno, BigDecimal second) {}

    /** Why the run did not come to its end. */
    public record Failure(String detail) {}

    /** Where the run's resources are. */
    public record Links(String self, String stream, String samples, String table, String page) {}

    /** Returns the representation of a run. */
    public static RunView of(Run run) {
        return new RunView(
                run.id().value(),
                run.title(),
                run.scenario(),
                run.status(),
                run.pace().isMax() ? "max" : Numbers.plain(run.pace().secondsPerSecond()),
                run.seed(),
                run.labels(),
                run.engineVersion(),
                run.createdAt(),
                run.startedAt(),
                run.finishedAt(),
                run.durationNanos() / 1e9,
                progress(run),
                run.variants().stream()
                        .map(variant -> variant(run.id(), variant))
                        .toList(),
                run.failure() == null ? null : new Failure(run.failure()),
                links(run.id()));
    }

    private static Progress progress(Run run) {
        double fraction =
                run.status() == RunStatus.COMPLETED ? 1 : run.progress().fraction();
        return new Progress(run.progress().second(), run.progress().ofSeconds(), Numbers.plain(fraction));
    }

    private static Variant variant(RunId run, RunVariant variant) {
        SimulationResult result = variant.result();
        return new Variant(
                variant.name(),
                variant.title(),
                result == null ? null : summary(result, variant.over()),
                result == null || !variant.over() ? null : result.digest(),
                result == null
                        ? List.of()
                        : result.marks().stream().map(RunView::mark).toList(),
                result == null
                        ? List.of()
                        : result.errors().stream().map(RunView::error).toList(),
                SpecWriter.write(variant.spec()),
                links(run, variant));
    }

    private static Map<String, @Nullable Object> summary(SimulationResult result, boolean over) {
        Summary summary = result.summary();
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (Metric metric : Metric.values()) {
            values.put(metric.id(), Numbers.plain(summary.value(metric)));
        }
        values.put("seconds", summary.seconds());
        values.put("bytesRead", result.bytesRead());
        values.put("bytesWritten", result.bytesWritten());
        values.put("syscalls", result.syscalls());
        values.put("peakCachedKiB", Numbers.plain(summary.peak(Metric.CACHED)));
        values.put("peakDirtyKiB", Numbers.plain(summary.peak(Metric.DIRTY)));
        values.put("peakBdiDontcacheDirtyKiB", Numbers.plain(summary.peak(Metric.BDI_DONTCACHE_DIRTY)));
        values.put("dataVerified", null);
        values.put("digest", over ? result.digest() : null);
        return values;
    }

    private static MarkView mark(Mark mark) {
        return new MarkView(mark.kind(), mark.kind().label(), seconds(mark.atNanos()));
    }

    private static ErrorView error(JobError error) {
        return new ErrorView(error.job(), error.errno(), seconds(error.atNanos()));
    }

    private static BigDecimal seconds(long nanos) {
        return Numbers.plain(nanos / 1e9);
    }

    private static VariantLinks links(RunId run, RunVariant variant) {
        String self = "/api/v1/runs/" + run + "/variants/" + variant.name();
        return new VariantLinks(self + "/fs/", self + "/sar", self + "/pidstat");
    }

    private static Links links(RunId id) {
        String self = "/api/v1/runs/" + id;
        return new Links(self, self + "/stream", self + "/samples", self + "/table", "/runs/" + id);
    }
}
