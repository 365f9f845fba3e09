package dev.dropbehind.run;

import dev.dropbehind.engine.SimulationResult;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One variant's machine while its run is live. Used by one worker at a time; the run's task sees to that. */
final class VariantTask {

    private static final Metric[] METRICS = Metric.values();

    /** Simulated time between two looks at the clock: short enough that the busiest machine is soon through. */
    private static final long STRIDE_NANOS = 100_000;

    private final Engine.Factory factory;
    private final RunVariant variant;
    private @Nullable Engine engine;
    private @Nullable SimulationResult result;
    private @Nullable Throwable failure;
    private final List<Sample> samples = new ArrayList<>();
    private long reached;
    private boolean over;

    VariantTask(Engine.Factory factory, RunVariant variant) {
        this.factory = factory;
        this.variant = variant;
    }

    /**
     * Advances towards a simulated time, but works no longer than a turn; whatever goes wrong is kept as the failure.
     *
     * @return whether it is there, or at its end
     */
    boolean advance(long nanos, Duration turn) {
        try {
            Engine running = engine == null ? factory.build(variant.spec()) : engine;
            engine = running;
            if (!arrives(running, nanos, turn)) {
                return false;
            }
            result = running.result();
            over = running.isOver();
        } catch (Throwable problem) {
            failure = problem;
            over = true;
        }
        if (over) {
            engine = null;
        }
        return true;
    }

    private boolean arrives(Engine running, long nanos, Duration turn) {
        long began = System.nanoTime();
        do {
            reached = Math.min(reached + STRIDE_NANOS, nanos);
            List<Sample> ended = running.advanceTo(reached);
            ended.forEach(VariantTask::refuseWhatIsNoNumber);
            samples.addAll(ended);
            if (reached == nanos || running.isOver()) {
                return true;
            }
        } while (System.nanoTime() - began < turn.toNanos());
        return false;
    }

    private static void refuseWhatIsNoNumber(Sample sample) {
        for (Metric metric : METRICS) {
            if (!Double.isFinite(sample.value(metric))) {
                throw new IllegalStateException(
                        metric.id() + " is " + sample.value(metric) + " in second " + sample.second());
            }
        }
    }

    /** Returns the samples since the last call and forgets them. */
    List<Sample> takeSamples() {
        List<Sample> taken = List.copyOf(samples);
        samples.clear();
        return taken;
    }

    String name() {
        return variant.name();
    }

    boolean isOver() {
        return over;
    }

    @Nullable
    Throwable failure() {
        return failure;
    }

    /** Returns the variant with what it has come to. */
    RunVariant variant() {
        return new RunVariant(variant.name(), variant.title(), variant.spec(), result, over && failure == null);
    }

    /** Returns how many events the engine has worked off. */
    long events() {
        return result == null ? 0 : result.events();
    }
}
