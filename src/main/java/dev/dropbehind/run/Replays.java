package dev.dropbehind.run;

import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.specification.Faults;
import dev.dropbehind.specification.InvalidInputException;
import java.math.RoundingMode;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * Replays: a few at a time, each on a thread of its own, in the memory that live runs leave, and none that takes a
 * processor for longer than the limit. One whose client has gone is given up.
 */
final class Replays {

    private final RunExecutor executor;
    private final RunProperties limits;
    private final Semaphore places;

    Replays(RunExecutor executor, RunProperties limits) {
        this.executor = executor;
        this.limits = limits;
        places = new Semaphore(limits.replayLimit());
    }

    /**
     * Runs a variant again.
     *
     * @param variant which
     * @param nanos simulated time up to which it may have to be run
     * @param parameter the parameter of the query that says so
     * @param begin makes the replay at time zero
     * @return what was seen; or the fault of asking for more than the limit, or that the service is busy
     */
    <T> Mono<T> of(RunVariant variant, long nanos, String parameter, Supplier<Replay<T>> begin) {
        return Mono.create(sink -> {
            refuseWhatCostsTooMuch(variant, nanos, parameter);
            if (!places.tryAcquire()) {
                throw BusyException.tooManyReplays(limits.replayLimit());
            }
            if (!executor.takePages(variant.pages())) {
                places.release();
                throw BusyException.noPagesLeft(limits.pageLimit());
            }
            AtomicBoolean wanted = new AtomicBoolean(true);
            sink.onDispose(() -> wanted.set(false));
            Thread.ofPlatform().daemon().name("replay").start(() -> run(variant, parameter, begin, wanted, sink));
        });
    }

    private <T> void run(
            RunVariant variant, String parameter, Supplier<Replay<T>> begin, AtomicBoolean wanted, MonoSink<T> sink) {
        Runnable answer;
        try {
            T seen = replay(parameter, begin.get(), wanted);
            answer = () -> sink.success(seen);
        } catch (Throwable problem) {
            answer = () -> sink.error(problem);
        }
        executor.givePages(variant.pages());
        places.release();
        answer.run();
    }

    private <T> T replay(String parameter, Replay<T> replay, AtomicBoolean wanted) {
        long began = System.nanoTime();
        while (wanted.get() && replay.goOn()) {
            if (System.nanoTime() - began > limits.replayTimeLimit().toNanos()) {
                throw fault(parameter, "takes longer than");
            }
        }
        return replay.seen();
    }

    private void refuseWhatCostsTooMuch(RunVariant variant, long nanos, String parameter) {
        SimulationSpec spec = variant.spec();
        SimulationSpec part = spec.withDuration(Math.clamp(nanos, 1, spec.durationNanos()));
        long seconds = RunCost.of(RunVariant.of(variant.name(), variant.title(), part))
                .estimatedWallSeconds()
                .setScale(0, RoundingMode.UP)
                .longValue();
        if (seconds > limits.replayTimeLimit().toSeconds()) {
            throw fault(parameter, "is estimated at " + seconds + " seconds of a processor, more than");
        }
    }

    private RuntimeException fault(String parameter, String excess) {
        Faults faults = new Faults();
        faults.add(
                "?" + parameter,
                "Running the variant again up to here " + excess + " the limit replayTimeLimit, "
                        + limits.replayTimeLimit().toSeconds() + " seconds.",
                null);
        return new InvalidInputException(faults.all());
    }
}
