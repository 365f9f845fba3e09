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
    private final AtomicInteger working = new AtomicInteger();
    private Run run;
    private Activity activity = Activity.NONE;
    private int stepsAsked;
    private long seq;
    private long slotNanos;
    private long statusNanos;
    private @Nullable Future<?> nextSecond;
    private @Nullable Future<?> pauseEnd;

    RunTask(Run run, RunFeed feed, RunExecutor executor, Engine.Factory engines, Clock clock) {
        this.run = run;
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

    /** Returns the run as it will be when it is over. */
    CompletableFuture<Run> whenOver() {
        return over;
    }

    /** Begins a queued run; returns false if it was cancelled meanwhile. */
    synchronized boolean start() {
        if (run.status() != RunStatus.QUEUED) {
            return false;
        }
        change(RunStatus.RUNNING);
        beginSecond();
        return true;
    }

    synchronized Run pause() {
        change(RunStatus.PAUSED);
        stepsAsked = 0;
        stopTimers();
        pauseEnd = executor.later(executor.pauseLimit().toNanos(), this::pausedForTooLong);
        return run;
    }

    synchronized Run resume() {
        if (run.status() != RunStatus.PAUSED) {
            throw new RunConflictException(run, "Only a paused run can be resumed; this one is " + run.status() + ".");
        }
        change(RunStatus.RUNNING);
        stopTimers();
        goOn();
        return run;
    }

    /** Advances a paused run by one second. */
    synchronized Run step() {
        if (run.status() != RunStatus.PAUSED) {
            throw new RunConflictException(run, "Only a paused run can be stepped; this one is " + run.status() + ".");
        }
        stepsAsked = Math.min(stepsAsked + 1, run.progress().ofSeconds());
        goOn();
        return run;
    }

    synchronized Run pace(Pace pace) {
        if (run.status().isOver()) {
            throw new RunConflictException(run, "A run that is " + run.status() + " has no pace.");
        }
        run = run.paced(pace);
        publishStatus();
        if (activity == Activity.TIMED) {
            stopTimers();
            goOn();
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
        if (run.status() == RunStatus.PAUSED) {
            cancel("It was paused for longer than " + executor.pauseLimit() + ".");
        }
    }

    private synchronized void timeIsUp() {
        if (activity == Activity.TIMED) {
            beginSecond();
        }
    }

    private void goOn() {
        if (activity != Activity.NONE) {
            return;
        }
        if (run.status() == RunStatus.PAUSED) {
            takeStep();
            return;
        }
        long wait = slotNanos + run.pace().secondLasts().toNanos() - System.nanoTime();
        if (run.pace().isMax() || wait <= 0) {
            beginSecond();
        } else {
            activity = Activity.TIMED;
            nextSecond = executor.later(wait, this::timeIsUp);
        }
    }

    private void takeStep() {
        if (stepsAsked > 0) {
            stepsAsked--;
            beginSecond();
        }
    }

    /** A second that begins a little late does not move the ones after it; one that begins far too late does. */
    private void beginSecond() {
        activity = Activity.WORKING;
        long now = System.nanoTime();
        long lasts = run.pace().secondLasts().toNanos();
        long planned = slotNanos + lasts;
        slotNanos = now - planned < lasts ? planned : now;
        long target = (run.progress().second() + 1) * SECOND;
        List<VariantTask> running = machines.stream().filter(m -> !m.isOver()).toList();
        working.set(running.size());
        running.forEach(machine -> executor.work(() -> advance(machine, target)));
    }

    /** A second that takes more than a turn goes to the back of the queue, unless nobody wants it any more. */
    private void advance(VariantTask machine, long target) {
        boolean wanted = !run().status().isOver();
        if (wanted && !machine.advance(target, TURN)) {
            executor.work(() -> advance(machine, target));
        } else if (working.decrementAndGet() == 0) {
            endSecond();
        }
    }

    private synchronized void endSecond() {
        activity = Activity.NONE;
        if (run.status().isOver()) {
            executor.released(this);
            return;
        }
        try {
            settleSecond();
        } catch (RuntimeException problem) {
            fail(problem);
        }
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
        List<RunSample> samples = numbered();
        run = run.advanced(
                run.progress().second() + 1,
                machines.stream().map(VariantTask::variant).toList());
        executor.publish(
                run, samples, machines.stream().mapToLong(VariantTask::events).sum());
        feed.append(samples);
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
        if (System.nanoTime() - statusNanos >= SECOND || run.status() == RunStatus.PAUSED) {
            publishStatus();
        }
    }

    private void publishStatus() {
        statusNanos = System.nanoTime();
        executor.store().update(run);
        feed.status(run);
    }

    private void change(RunStatus next) {
        run = run.becomes(next, clock.instant());
        publishStatus();
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
