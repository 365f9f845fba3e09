package dev.dropbehind.validation;

import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The validations: as the build shipped them, until somebody has one computed anew. One is computed at a time, in one
 * thread.
 */
public final class ValidationService implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ValidationService.class);

    private final Function<Validation, Measurement> laboratory;
    private final Clock clock;
    private final ExecutorService worker = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("validation-worker").factory());
    private final Map<String, Standing> standings = new LinkedHashMap<>();
    private @Nullable CompletableFuture<Standing> computing;

    /**
     * Starts with what the build shipped.
     *
     * @param shipped the results, in the order in which they are listed
     * @param laboratory measures a validation
     * @param clock the time of day
     */
    ValidationService(List<ValidationResult> shipped, Function<Validation, Measurement> laboratory, Clock clock) {
        this.laboratory = laboratory;
        this.clock = clock;
        shipped.forEach(result -> standings.put(result.validation().id(), Standing.shipped(result)));
    }

    /** Returns all validations. */
    public synchronized List<Standing> all() {
        return List.copyOf(standings.values());
    }

    /**
     * Returns one validation.
     *
     * @throws ValidationNotFoundException if there is none of this id
     */
    public synchronized Standing get(String id) {
        return Optional.ofNullable(standings.get(id))
                .orElseThrow(() -> new ValidationNotFoundException(id, standings.keySet()));
    }

    /** Returns a validation as soon as it is not being computed. */
    synchronized CompletableFuture<Standing> whenComputed(String id) {
        Standing standing = get(id);
        return standing.isComputing() && computing != null
                ? computing.copy()
                : CompletableFuture.completedFuture(standing);
    }

    /**
     * Begins to compute a validation anew.
     *
     * @return how it stands now
     * @throws ValidationNotFoundException if there is none of this id
     * @throws ValidationBusyException if one is being computed already
     */
    public synchronized Standing recompute(String id) {
        Standing begun = get(id).begun();
        if (computing != null) {
            throw new ValidationBusyException();
        }
        CompletableFuture<Standing> done = new CompletableFuture<>();
        computing = done;
        standings.put(id, begun);
        worker.execute(() -> done.complete(end(computed(begun))));
        return begun;
    }

    private Standing computed(Standing begun) {
        Validation validation = begun.result().validation();
        try {
            ValidationResult result = ValidationResult.of(validation, laboratory.apply(validation));
            return new Standing(result, clock.instant().truncatedTo(ChronoUnit.SECONDS), false, null);
        } catch (RuntimeException | Error problem) {
            LOG.error("the validation {} could not be computed", begun.id(), problem);
            return begun.failed(String.valueOf(problem.getMessage()));
        }
    }

    private synchronized Standing end(Standing standing) {
        standings.put(standing.id(), standing);
        computing = null;
        return standing;
    }

    /** Ends what is being computed. */
    @Override
    public void close() {
        worker.shutdownNow();
    }
}
