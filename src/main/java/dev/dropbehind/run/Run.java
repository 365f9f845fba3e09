package dev.dropbehind.run;

import dev.dropbehind.scenario.Scenario;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One execution, as it stands.
 *
 * @param id its name
 * @param title what its owner calls it
 * @param scenario id of the scenario, {@link Scenario#CUSTOM} where the variants are the owner's
 * @param status how it stands
 * @param pace how fast it goes
 * @param seed the seed of the request
 * @param labels what its owner attached to find it again
 * @param engineVersion which engine: digests compare only within one
 * @param createdAt when it was submitted
 * @param startedAt when its first second began, or null
 * @param finishedAt when it was over, or null
 * @param progress how far it is
 * @param variants what is compared, at least one
 * @param failure why it failed, or null
 */
public record Run(
        RunId id,
        String title,
        String scenario,
        RunStatus status,
        Pace pace,
        long seed,
        Map<String, String> labels,
        String engineVersion,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        RunProgress progress,
        List<RunVariant> variants,
        @Nullable String failure) {

    /** Keeps its own copies. */
    public Run {
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
        variants = List.copyOf(variants);
    }

    /** Returns the names of the variants in their order. */
    public List<String> variantNames() {
        return variants.stream().map(RunVariant::name).toList();
    }

    /** Returns the simulated time of the longest variant. */
    public long durationNanos() {
        return variants.stream().mapToLong(v -> v.spec().durationNanos()).max().orElse(0);
    }

    /** Returns how many pages of simulated memory the variants have together. */
    long pages() {
        return variants.stream().mapToLong(RunVariant::pages).sum();
    }

    /**
     * Returns this run in another state.
     *
     * @param next where it goes
     * @param now the time on the wall
     * @throws RunConflictException if it may not go there
     */
    Run becomes(RunStatus next, Instant now) {
        if (!status.canBecome(next)) {
            throw new RunConflictException(this, next);
        }
        Instant started = startedAt == null && next == RunStatus.RUNNING ? now : startedAt;
        Instant finished = next.isOver() ? now : null;
        return new Run(
                id,
                title,
                scenario,
                next,
                pace,
                seed,
                labels,
                engineVersion,
                createdAt,
                started,
                finished,
                progress,
                variants,
                failure);
    }

    /**
     * Returns this run before its first second.
     *
     * @param version of the engine that will execute it
     */
    Run fromTheStart(String version) {
        return new Run(
                id,
                title,
                scenario,
                status,
                pace,
                seed,
                labels,
                version,
                createdAt,
                startedAt,
                null,
                new RunProgress(0, progress.ofSeconds()),
                variants.stream().map(RunVariant::fromTheStart).toList(),
                null);
    }

    /** Returns this run with the reason of its end. */
    Run because(String reason) {
        return new Run(
                id,
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
                reason);
    }

    /** Returns this run at another pace. */
    Run paced(Pace next) {
        return new Run(
                id,
                title,
                scenario,
                status,
                next,
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

    /** Returns this run after another second. */
    Run advanced(int second, List<RunVariant> next) {
        return new Run(
                id,
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
                new RunProgress(second, progress.ofSeconds()),
                next,
                failure);
    }
}
