package dev.dropbehind.run;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.measure.Sample;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import reactor.core.publisher.Flux;

/** Submits, finds and controls runs: the only way in. */
public final class RunService {

    private final RunStore store;
    private final RunExecutor executor;
    private final StreamCounters streams;
    private final RunProperties limits;
    private final Clock clock;

    RunService(RunStore store, RunExecutor executor, StreamCounters streams, RunProperties limits, Clock clock) {
        this.store = store;
        this.executor = executor;
        this.streams = streams;
        this.limits = limits;
        this.clock = clock;
    }

    /**
     * Queues a run.
     *
     * @param request what to run
     * @return the run, which may have begun already
     * @throws BusyException if too many runs are waiting
     */
    public Run submit(RunRequest request) {
        return submit(request, null);
    }

    /**
     * Queues a run once, however often it is asked for.
     *
     * @param request what to run
     * @param key what makes the request recognisable, or null
     * @return the run, which may have begun already; that of the first request where the key came before
     * @throws BusyException if too many runs are waiting
     * @throws IdempotencyException if the key came with another request
     */
    Run submit(RunRequest request, @Nullable IdempotencyKey key) {
        return submittedBefore(key).orElseGet(() -> {
            Run run = queued(request);
            try {
                executor.submit(run, key);
            } catch (DuplicateKeyException | BusyException refused) {
                return submittedBefore(key).orElseThrow(() -> refused);
            }
            return find(run.id()).orElse(run);
        });
    }

    private Optional<Run> submittedBefore(@Nullable IdempotencyKey key) {
        if (key == null) {
            return Optional.empty();
        }
        Optional<RunStore.Keyed> before = store.findByKey(key.value());
        if (before.isPresent() && !before.get().requestHash().equals(key.requestHash())) {
            throw new IdempotencyException(before.get().id());
        }
        return before.flatMap(keyed -> find(keyed.id()));
    }

    private Run queued(RunRequest request) {
        return new Run(
                RunId.next(),
                request.title(),
                request.scenario(),
                RunStatus.QUEUED,
                request.pace(),
                request.seed(),
                request.labels(),
                Simulation.ENGINE_VERSION,
                clock.instant(),
                null,
                null,
                new RunProgress(0, secondsOf(request)),
                request.variants(),
                null);
    }

    /** Returns a run as it stands. */
    public Optional<Run> find(RunId id) {
        return executor.known(id).or(() -> store.find(id));
    }

    /**
     * Returns a run as it stands.
     *
     * @throws RunNotFoundException if there is none of that id
     */
    public Run get(RunId id) {
        return find(id).orElseThrow(() -> new RunNotFoundException(id.value()));
    }

    /** Returns runs, newest first. */
    public RunPage list(RunQuery query) {
        RunPage page = store.list(query);
        List<Run> fresh = page.runs().stream()
                .map(run -> executor.known(run.id()).orElse(run))
                .toList();
        return new RunPage(fresh, page.next());
    }

    /**
     * Returns the run as it will be when it is over; cancelling the future does not cancel the run.
     *
     * @throws RunNotFoundException if there is none of that id
     */
    public CompletableFuture<Run> whenOver(RunId id) {
        return executor.find(id)
                .map(task -> task.whenOver().copy())
                .orElseGet(() -> CompletableFuture.completedFuture(get(id)));
    }

    /**
     * Forgets a run that is over, and its samples.
     *
     * @throws RunNotFoundException if there is none of that id
     * @throws RunConflictException if it is not over
     */
    public void delete(RunId id) {
        Run run = get(id);
        if (!run.status().isOver()) {
            throw new RunConflictException(
                    run,
                    "Only a run that is over can be forgotten; this one is " + run.status() + ". Cancel it first.");
        }
        store.delete(id);
        executor.forget(id);
    }

    /**
     * Ends a run before its time.
     *
     * @throws RunNotFoundException if there is none of that id
     * @throws RunConflictException if it is over
     */
    public Run cancel(RunId id) {
        return control(id, RunStatus.CANCELLED, task -> task.cancel(null));
    }

    /**
     * Holds a run after the second that is under way; one that is queued will not begin.
     *
     * @throws RunNotFoundException if there is none of that id
     * @throws RunConflictException if it is paused already or over
     */
    public Run pause(RunId id) {
        return control(id, RunStatus.PAUSED, RunTask::pause);
    }

    /**
     * Lets a paused run go on.
     *
     * @throws RunNotFoundException if there is none of that id
     * @throws RunConflictException if it is not paused
     */
    public Run resume(RunId id) {
        return control(id, RunStatus.RUNNING, RunTask::resume);
    }

    /**
     * Advances a paused run by one simulated second.
     *
     * @throws RunNotFoundException if there is none of that id
     * @throws RunConflictException if it is not paused
     */
    public Run step(RunId id) {
        return control(id, RunStatus.RUNNING, RunTask::step);
    }

    /**
     * Changes the pace of a run from its next second on.
     *
     * @throws RunNotFoundException if there is none of that id
     * @throws RunConflictException if it is over
     */
    public Run pace(RunId id, Pace pace) {
        return control(id, RunStatus.RUNNING, task -> task.pace(pace));
    }

    /**
     * Returns the samples of a run so far, in the order of their sequence numbers.
     *
     * @throws RunNotFoundException if there is none of that id
     */
    public List<RunSample> samples(RunId id) {
        get(id);
        return store.samples(id);
    }

    /** Returns the samples of a variant so far, in the order of their seconds. */
    List<Sample> samples(RunId id, String variant) {
        return store.samples(id, variant).stream().map(RunSample::sample).toList();
    }

    /** Returns the sample of one second of a variant. */
    Optional<Sample> sample(RunId id, String variant, int second) {
        return store.sample(id, variant, second).map(RunSample::sample);
    }

    /** Returns the last second of a variant that is complete, 0 before the first. */
    int lastSecond(RunId id, String variant) {
        return store.lastSecond(id, variant);
    }

    /** Returns whether a run is over and has no sample after this sequence number. */
    boolean nothingAfter(RunId id, long seq) {
        return get(id).status().isOver() && store.sampleCount(id) <= seq;
    }

    /**
     * Returns the run's events as bytes, those so far and those to come, in batches.
     *
     * @param id which run
     * @param after sequence number of the last sample the reader has, 0 for none
     * @throws RunNotFoundException if there is none of that id
     * @throws BusyException if too many streams are open
     */
    Flux<List<byte[]>> events(RunId id, long after) {
        if (streams.subscribers() >= limits.viewerLimit()) {
            throw BusyException.tooManyViewers(limits.viewerLimit());
        }
        return executor.find(id)
                .map(RunTask::feed)
                .orElseGet(() -> executor.replay(get(id)))
                .after(after);
    }

    private Run control(RunId id, RunStatus wanted, Function<RunTask, Run> call) {
        return executor.find(id).map(call).orElseThrow(() -> new RunConflictException(get(id), wanted));
    }

    private static int secondsOf(RunRequest request) {
        return request.variants().stream().mapToInt(RunVariant::seconds).max().orElse(0);
    }
}
