package dev.dropbehind.run;

import dev.dropbehind.engine.JobError;
import dev.dropbehind.engine.SimulationResult;
import dev.dropbehind.engine.measure.Mark;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Summary;
import dev.dropbehind.scenario.Numbers;
import dev.dropbehind.specification.SpecDocument;
import dev.dropbehind.specification.SpecWriter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run as it is shown over HTTP.
 *
 * @param id its name in addresses
 * @param title what its owner calls it
 * @param scenario id of the scenario, or custom where the variants are the owner's
 * @param status how it stands
 * @param pace simulated seconds a second, or "max"
 * @param seed seed of the request
 * @param labels what its owner attached to find it again
 * @param engineVersion which engine: digests compare only within one
 * @param createdAt when it was submitted
 * @param startedAt when its first second began, or null
 * @param finishedAt when it was over, or null
 * @param durationSeconds simulated time of the longest variant
 * @param progress how far it is
 * @param variants what is compared
 * @param failure why it did not come to its end, or null
 * @param links where its resources are
 */
public record RunView(
        String id,
        String title,
        String scenario,
        RunStatus status,
        @Schema(oneOf = {Double.class, String.class}) Object pace,
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

    /**
     * How far the run is.
     *
     * @param second the last simulated second that is complete
     * @param ofSeconds how many there are at most
     * @param fraction the part that is done, 0 to 1
     */
    public record Progress(int second, int ofSeconds, BigDecimal fraction) {}

    /**
     * One variant.
     *
     * @param name name in samples
     * @param title name for people
     * @param summary the values of the seconds so far: averages for rates, last value for states, sums for events; null
     *     before the first second. Its dataVerified says whether every byte held what had been written; it is null
     *     where files are too large for contents to be kept
     * @param digest hash of all samples and final counters: same spec, seed and engine, same digest; null before the
     *     end
     * @param marks what happened for the first time
     * @param errors calls that failed
     * @param spec what is simulated, complete
     * @param links where its kernel files, reports and events are
     */
    @Schema(name = "RunVariant")
    public record Variant(
            String name,
            String title,
            @Nullable Map<String, @Nullable Object> summary,
            @Nullable String digest,
            List<MarkView> marks,
            List<ErrorView> errors,
            @Schema(implementation = SpecDocument.class) ObjectNode spec,
            VariantLinks links) {}

    /**
     * Where the kernel files, the reports and the events of a variant are.
     *
     * @param fs the root of its files
     * @param sar what {@code sar -r 1} prints
     * @param pidstat what {@code pidstat 1} prints
     * @param events its event log
     * @param folios its folio map
     * @param costs what its CPU time went into
     */
    public record VariantLinks(String fs, String sar, String pidstat, String events, String folios, String costs) {}

    /**
     * Something that happened for the first time.
     *
     * @param kind what happened
     * @param label the same in words
     * @param second the simulated second when it did
     */
    public record MarkView(Mark.Kind kind, String label, BigDecimal second) {}

    /**
     * A call that failed.
     *
     * @param job name of the job
     * @param errno the kernel's name of the error
     * @param second the simulated second when it did
     */
    public record ErrorView(String job, String errno, BigDecimal second) {}

    /**
     * Why the run did not come to its end.
     *
     * @param detail the reason in words
     */
    public record Failure(String detail) {}

    /**
     * Where the run's resources are.
     *
     * @param self the run
     * @param stream its samples and changes, live
     * @param samples all samples
     * @param table its variants side by side
     * @param page the page for people
     */
    @Schema(name = "RunLinks")
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
        values.put("dataVerified", result.dataVerified());
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
        return new VariantLinks(
                self + "/fs/", self + "/sar", self + "/pidstat", self + "/events", self + "/folios", self + "/costs");
    }

    private static Links links(RunId id) {
        String self = "/api/v1/runs/" + id;
        return new Links(self, self + "/stream", self + "/samples", self + "/table", "/runs/" + id);
    }
}
