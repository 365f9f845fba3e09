package dev.dropbehind.run;

import dev.dropbehind.engine.measure.Sample;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The execution of one run. All variants are advanced by one simulated second, each by whichever worker is free; the
 * worker that ends the second last publishes it and arranges the next one: at once, by timer, or not at all while the
 * run is paused. Between two seconds the run holds no thread.
 *
 * <p>Control calls change the status at once, under the lock of this object; a second that is under way then still
 * ends, but after a cancel nobody sees it.
 */
final class RunTask {

    private static final Logger LOG = LoggerFactory.getLogger(RunTask.class);
    private static final long SECOND = 1_000_000_000L;

    /** How long a machine may keep a worker while others wait. */
    private static final Duration TURN = Duration.ofMillis(50);

    /** What happens to the run at the moment. */
    private enum Activity {
        /** Nothing: it is queued, paused or over. */
        NONE,
        /** The timer will begin the next second. */
        TIMED,
        /** Workers are in a second. */
        WORKING
    }

    private final RunExecutor executor;
    private final RunFeed feed;
    private final Clock clock;
    private final List<VariantTask> machines;
    private final CompletableFuture<Run> over = new CompletableFuture<>();
    private final CompletableFuture<Run> released = new CompletableFuture<>();
    private final AtomicInteger working = new AtomicInteger();
    private List<RunSample> stored;
    private Run run;
    private Activity activity = Activity.NONE;
    private boolean admitted;
    private boolean attempted;
    private boolean suspended;
    private int stepsAsked;
    private int second;
    private long seq;
    private long slotNanos;
    private long statusNanos;
    private @Nullable Future<?> nextSecond;
    private @Nullable Future<?> pauseEnd;

    /**
     * Prepares a run.
     *
     * @param run a run that is not over
     * @param stored the samples there are of it already
     */
    RunTask(Run run, List<RunSample> stored, RunFeed feed, RunExecutor executor, Engine.Factory engines, Clock clock) {
        this.run = run;
        this.stored = stored;
        this.feed = feed;
        this.executor = executor;
        this.clock = clock;
        this.machines =
                run.variants().stream().map(v -> new VariantTask(engines, v)).toList();
    }

    synchronized Run run() {
        return run;
    }

    RunFeed feed() {
        return feed;
    }

    /** Returns the run as it will be when it is over or suspended. */
    CompletableFuture<Run> whenOver() {
        return over;
    }

    /** Returns the run as it is when its machines are gone: because it is over, or because it was suspended. */
    CompletableFuture<Run> whenReleased() {
        return released;
    }

    /** Begins a queued run, or brings a paused one where it was; returns false if it was ended meanwhile. */
    synchronized boolean start() {
        if (suspended || run.status().isOver()) {
            return false;
        }
        admitted = true;
        orGiveUp(() -> {
            if (run.status() == RunStatus.QUEUED) {
                change(RunStatus.RUNNING);
            } else if (run.status() == RunStatus.PAUSED) {
                awaitPauseEnd();
            }
            goOn();
        });
        return true;
    }

    /** Lets go of the machines since the process ends; who waits for the run is answered with how it stands. */
    synchronized void suspend() {
        letGo();
        over.complete(run);
    }

    /** Lets go of the machines; the run stays as it is and goes on elsewhere or later. */
    private void letGo() {
        suspended = true;
        stopTimers();
        feed.close();
        if (activity == Activity.NONE) {
            executor.released(this);
        }
    }

    synchronized Run pause() {
        change(RunStatus.PAUSED);
        stepsAsked = 0;
        awaitPauseEnd();
        return run;
    }

    private void awaitPauseEnd() {
        stopTimers();
        pauseEnd = executor.later(executor.pauseLimit().toNanos(), this::pausedForTooLong);
    }

    synchronized Run resume() {
        if (run.status() != RunStatus.PAUSED) {
            throw new RunConflictException(run, "Only a paused run can be resumed; this one is " + run.status() + ".");
        }
        change(admitted ? RunStatus.RUNNING : RunStatus.QUEUED);
        stopTimers();
        orGiveUp(this::goOn);
        return run;
    }

    /** Advances a paused run by one second. */
    synchronized Run step() {
        if (run.status() != RunStatus.PAUSED) {
            throw new RunConflictException(run, "Only a paused run can be stepped; this one is " + run.status() + ".");
        }
        stepsAsked = Math.min(stepsAsked + 1, run.progress().ofSeconds());
        orGiveUp(this::goOn);
        return run;
    }

    synchronized Run pace(Pace pace) {
        if (run.status().isOver()) {
            throw new RunConflictException(run, "A run that is " + run.status() + " has no pace.");
        }
        publishStatus(run.paced(pace));
        if (activity == Activity.TIMED) {
            stopTimers();
            orGiveUp(this::goOn);
        }
        return run;
    }

    /** Ends the run before its time. */
    synchronized Run cancel(@Nullable String reason) {
        if (reason != null && !run.status().isOver()) {
            run = run.because(reason);
        }
        end(RunStatus.CANCELLED);
        return run;
    }

    private synchronized void pausedForTooLong() {
        if (run.status() == RunStatus.PAUSED && !suspended) {
            orGiveUp(() -> cancel("It was paused for longer than " + executor.pauseLimit() + "."));
        }
    }

    private synchronized void timeIsUp() {
        if (activity == Activity.TIMED) {
            activity = Activity.NONE;
            orGiveUp(this::beginNextSecond);
        }
    }

    private void goOn() {
        if (activity != Activity.NONE || !admitted || suspended) {
            return;
        }
        if (isCatchingUp()) {
            beginNextSecond();
            return;
        }
        if (run.status() == RunStatus.PAUSED) {
            takeStep();
            return;
        }
        long wait = slotNanos + run.pace().secondLasts().toNanos() - System.nanoTime();
        if (run.pace().isMax() || wait <= 0) {
            beginNextSecond();
        } else {
            activity = Activity.TIMED;
            nextSecond = executor.later(wait, this::timeIsUp);
        }
    }

    /**
     * What is stored already is simulated again at full speed, whatever the pace; a paused run too is brought there.
     */
    private boolean isCatchingUp() {
        return second < run.progress().second();
    }

    private void takeStep() {
        if (stepsAsked > 0) {
            stepsAsked--;
            beginNextSecond();
        }
    }

    /** A second in which the process has died too often is not begun again. */
    private void beginNextSecond() {
        if (!isCatchingUp() && !attempted) {
            if (executor.store().beginAttempt(run.id()) > executor.attemptLimit()) {
                run = run.because("Second " + (second + 1) + " was begun " + executor.attemptLimit()
                        + " times, and each time the process ended before it.");
                end(RunStatus.FAILED);
                return;
            }
            attempted = true;
        }
        beginSecond();
    }

    /** A second that begins a little late does not move the ones after it; one that begins far too late does. */
    private void beginSecond() {
        activity = Activity.WORKING;
        long now = System.nanoTime();
        long lasts = run.pace().secondLasts().toNanos();
        long planned = slotNanos + lasts;
        slotNanos = now - planned < lasts ? planned : now;
        long target = (second + 1) * SECOND;
        List<VariantTask> running = machines.stream().filter(m -> !m.isOver()).toList();
        working.set(running.size());
        running.forEach(machine -> executor.work(() -> advance(machine, target)));
    }

    /** A second that takes more than a turn goes to the back of the queue, unless nobody wants it any more. */
    private void advance(VariantTask machine, long target) {
        if (isWanted() && !machine.advance(target, TURN)) {
            executor.work(() -> advance(machine, target));
        } else if (working.decrementAndGet() == 0) {
            endSecond();
        }
    }

    private synchronized boolean isWanted() {
        return !suspended && !run.status().isOver();
    }

    private synchronized void endSecond() {
        activity = Activity.NONE;
        if (!isWanted()) {
            executor.released(this);
            return;
        }
        orGiveUp(this::settleSecond);
    }

    private void orGiveUp(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException problem) {
            giveUp(problem);
        }
    }

    /** A run that cannot be stored has not failed: it is let go of, and executed again. */
    private void giveUp(RuntimeException problem) {
        if (RunStore.isAway(problem)) {
            letGo(problem);
            return;
        }
        try {
            fail(problem);
        } catch (RuntimeException noStore) {
            letGo(noStore);
        }
    }

    private void letGo(RuntimeException problem) {
        LOG.error("Run {} is let go of, since it cannot be stored", run.id(), problem);
        letGo();
    }

    private void settleSecond() {
        publishSecond();
        Optional<Throwable> failure = machines.stream()
                .map(VariantTask::failure)
                .flatMap(f -> Optional.ofNullable(f).stream())
                .findFirst();
        if (failure.isPresent()) {
            fail(failure.get());
        } else if (machines.stream().allMatch(VariantTask::isOver)) {
            end(RunStatus.COMPLETED);
        } else {
            publishProgress();
            goOn();
        }
    }

    private void publishSecond() {
        List<RunSample> fresh = withoutStored(numbered());
        second++;
        if (!isCatchingUp()) {
            run = run.advanced(
                    second, machines.stream().map(VariantTask::variant).toList());
        }
        if (!fresh.isEmpty()) {
            executor.publish(
                    run, fresh, machines.stream().mapToLong(VariantTask::events).sum());
            feed.append(fresh);
        }
    }

    /** What is simulated again must come out as it did; only what follows is new. */
    private List<RunSample> withoutStored(List<RunSample> samples) {
        List<RunSample> fresh = new ArrayList<>();
        for (RunSample sample : samples) {
            if (sample.seq() > stored.size()) {
                fresh.add(sample);
                stored = List.of();
            } else if (!sample.equals(stored.get(Math.toIntExact(sample.seq() - 1)))) {
                throw new IllegalStateException("Second " + sample.sample().second() + " of variant " + sample.variant()
                        + " came out otherwise when it was simulated again.");
            }
        }
        return fresh;
    }

    private List<RunSample> numbered() {
        record Taken(String variant, Sample sample) {}
        List<Taken> taken = new ArrayList<>();
        machines.forEach(m -> m.takeSamples().forEach(s -> taken.add(new Taken(m.name(), s))));
        taken.sort(Comparator.comparingInt(t -> t.sample().second()));
        return taken.stream()
                .map(t -> new RunSample(++seq, t.variant(), t.sample()))
                .toList();
    }

    private void publishProgress() {
        if (!isCatchingUp() && (System.nanoTime() - statusNanos >= SECOND || run.status() == RunStatus.PAUSED)) {
            publishStatus(run);
        }
    }

    /** What cannot be stored has not happened. */
    private void publishStatus(Run next) {
        executor.store().update(next);
        statusNanos = System.nanoTime();
        run = next;
        feed.status(next);
    }

    private void change(RunStatus next) {
        publishStatus(run.becomes(next, clock.instant()));
    }

    private void fail(Throwable failure) {
        LOG.error("Run {} failed in second {}", run.id(), run.progress().second(), failure);
        String message = failure.getMessage();
        run = run.because(message == null ? failure.getClass().getSimpleName() : message);
        end(RunStatus.FAILED);
    }

    private void end(RunStatus status) {
        change(status);
        stopTimers();
        executor.ended(this);
        over.complete(run);
        if (activity == Activity.NONE) {
            executor.released(this);
        }
    }

    private void stopTimers() {
        if (nextSecond != null) {
            nextSecond.cancel(false);
            nextSecond = null;
        }
        if (pauseEnd != null) {
            pauseEnd.cancel(false);
            pauseEnd = null;
        }
        if (activity == Activity.TIMED) {
            activity = Activity.NONE;
        }
    }
}
