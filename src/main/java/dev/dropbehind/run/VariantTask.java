package dev.dropbehind.run;

import dev.dropbehind.engine.SimulationResult;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One variant's machine while its run is live. Used by one worker at a time; the run's task sees to that. */
final class VariantTask {

    private static final Metric[] METRICS = Metric.values();

    private final Engine.Factory factory;
    private final RunVariant variant;
    private @Nullable Engine engine;
    private @Nullable SimulationResult result;
    private @Nullable Throwable failure;
    private List<Sample> samples = List.of();
    private boolean over;

    VariantTask(Engine.Factory factory, RunVariant variant) {
        this.factory = factory;
        this.variant = variant;
    }

    /** Advances to a simulated time; whatever goes wrong is kept as the failure. */
    void advance(long nanos) {
        try {
            Engine running = engine == null ? factory.build(variant.spec()) : engine;
            engine = running;
            List<Sample> ended = running.advanceTo(nanos);
            ended.forEach(VariantTask::refuseWhatIsNoNumber);
            samples = ended;
            result = running.result();
            over = running.isOver();
        } catch (Throwable problem) {
            failure = problem;
            over = true;
        }
        if (over) {
            engine = null;
        }
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
        List<Sample> taken = samples;
        samples = List.of();
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
