package dev.dropbehind.run;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.scenario.Scenario;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/**
 * The meters of runs. Tags are bounded: scenario ids, their variants and outcomes; variants of own specs count by their
 * place. The gauges of a live run show its last sample and are gone when it ends; where several runs of a scenario are
 * live, the one that was sampled last shows.
 */
public final class RunMetrics {

    private static final double MIB = 1 << 20;
    private static final double KIB = 1 << 10;

    /** What is shown of the last sample of a live run. */
    private enum Live {
        READ("dropbehind.live.read", "bytes_per_second", "Bytes read by the application", Metric.READ_MIBPS, MIB),
        WRITE("dropbehind.live.write", "bytes_per_second", "Bytes written by the application", Metric.WRITE_MIBPS, MIB),
        KSWAPD("dropbehind.live.kswapd.cpu", "ratio", "CPU time of kswapd, 1 = a processor", Metric.KSWAPD_CPU, 0.01),
        DIRECT_RECLAIM(
                "dropbehind.live.direct.reclaim.cpu",
                "ratio",
                "CPU time of direct reclaim, 1 = a processor",
                Metric.DIRECT_RECLAIM_CPU,
                0.01),
        PAGE_CACHE(
                "dropbehind.live.page.cache",
                "bytes",
                "Page cache of files and block devices",
                s -> (s.value(Metric.CACHED) + s.value(Metric.BUFFERS)) * KIB),
        DIRTY("dropbehind.live.dirty", "bytes", "Dirty page cache", Metric.DIRTY, KIB),
        WRITEBACK("dropbehind.live.writeback", "bytes", "Page cache under writeback", Metric.WRITEBACK, KIB),
        BDI_DONTCACHE_DIRTY(
                "dropbehind.live.bdi.dontcache.dirty",
                "bytes",
                "Dirty page cache of DONTCACHE writes",
                Metric.BDI_DONTCACHE_DIRTY,
                KIB),
        DEVICE_READS_4K_PER_WRITE(
                "dropbehind.live.device.reads.4k.per.write",
                "",
                "Device reads in units of 4096 bytes for each write call",
                Metric.DEVICE_READS_4K_PER_WRITE,
                1);

        private final String meter;
        private final String unit;
        private final String help;
        private final ToDoubleFunction<Sample> value;

        Live(String meter, String unit, String help, Metric metric, double factor) {
            this(meter, unit, help, sample -> sample.value(metric) * factor);
        }

        Live(String meter, String unit, String help, ToDoubleFunction<Sample> value) {
            this.meter = meter;
            this.unit = unit;
            this.help = help;
            this.value = value;
        }
    }

    private final MeterRegistry registry;
    private final Map<Tags, LiveVariant> shown = new ConcurrentHashMap<>();
    private final Map<RunId, Long> eventsCounted = new ConcurrentHashMap<>();

    /**
     * Adds the meters of streams.
     *
     * @param registry where all meters go
     * @param streams counts streams and their events
     */
    public RunMetrics(MeterRegistry registry, StreamCounters streams) {
        this.registry = registry;
        Gauge.builder("dropbehind.stream.subscribers", streams, StreamCounters::subscribers)
                .description("Streams that are open")
                .register(registry);
        FunctionCounter.builder("dropbehind.stream.events", streams, StreamCounters::events)
                .description("Events sent to streams")
                .register(registry);
    }

    /** Adds the gauges of the queue. */
    void watch(RunExecutor executor, List<String> scenarios) {
        Gauge.builder("dropbehind.queue.depth", executor, RunExecutor::queued)
                .description("Runs that wait for a place")
                .register(registry);
        for (String scenario : scenarios) {
            Gauge.builder("dropbehind.runs.active", executor, e -> activeOf(e, scenario))
                    .description("Runs that hold machines, paused ones included")
                    .tag("scenario", scenario)
                    .register(registry);
            showFromTheStart(scenario);
        }
    }

    /** A counter that begins with its first event hides that event from a rate. */
    private void showFromTheStart(String scenario) {
        simulatedSeconds(scenario).increment(0);
        engineEvents(scenario).increment(0);
        Arrays.stream(RunStatus.values())
                .filter(RunStatus::isOver)
                .forEach(status -> runs(tags(scenario, status)).increment(0));
    }

    private Counter simulatedSeconds(String scenario) {
        return Counter.builder("dropbehind.simulated.seconds")
                .description("Seconds simulated, of all variants")
                .tag("scenario", scenario)
                .register(registry);
    }

    private Counter engineEvents(String scenario) {
        return Counter.builder("dropbehind.engine.events")
                .description("Events the engine worked off")
                .tag("scenario", scenario)
                .register(registry);
    }

    private Counter runs(Tags tags) {
        return Counter.builder("dropbehind.runs")
                .description("Runs that are over")
                .tags(tags)
                .register(registry);
    }

    private static Tags tags(String scenario, RunStatus outcome) {
        return Tags.of("scenario", scenario, "outcome", outcome.name().toLowerCase(Locale.ROOT));
    }

    /** Counts a second of a run and shows its samples. */
    void sampled(Run run, List<RunSample> samples, long events) {
        simulatedSeconds(run.scenario()).increment(samples.size());
        Long before = eventsCounted.put(run.id(), events);
        engineEvents(run.scenario()).increment((double) (events - (before == null ? 0 : before)));
        samples.forEach(sample -> show(run, sample));
    }

    /** Counts a run that is over and hides its samples. */
    void ended(Run run) {
        eventsCounted.remove(run.id());
        shown.values().removeIf(variant -> variant.hideIfOf(run.id()));
        Tags tags = tags(run.scenario(), run.status());
        runs(tags).increment();
        Instant started = run.startedAt();
        Instant finished = run.finishedAt();
        if (started != null && finished != null) {
            Timer.builder("dropbehind.run.duration")
                    .description("Time from the first second of a run to its end")
                    .tags(tags)
                    .register(registry)
                    .record(Duration.between(started, finished));
        }
    }

    private static double activeOf(RunExecutor executor, String scenario) {
        return executor.tasks().stream()
                .map(RunTask::run)
                .filter(r -> r.status() != RunStatus.QUEUED && r.scenario().equals(scenario))
                .count();
    }

    private void show(Run run, RunSample sample) {
        Tags tags = Tags.of("scenario", run.scenario(), "variant", variantTag(run, sample.variant()));
        shown.computeIfAbsent(tags, t -> new LiveVariant(run.id(), sample.sample(), t))
                .show(run.id(), sample.sample());
    }

    private static String variantTag(Run run, String variant) {
        return run.scenario().equals(Scenario.CUSTOM)
                ? "variant-" + (run.variantNames().indexOf(variant) + 1)
                : variant;
    }

    /** The gauges of one variant of one scenario. */
    private final class LiveVariant {
        private final List<Gauge> gauges = new ArrayList<>();
        private RunId run;
        private volatile Sample last;

        LiveVariant(RunId run, Sample first, Tags tags) {
            this.run = run;
            this.last = first;
            for (Live live : Live.values()) {
                gauges.add(Gauge.builder(live.meter, this, v -> live.value.applyAsDouble(v.last))
                        .description(live.help)
                        .baseUnit(live.unit.isEmpty() ? null : live.unit)
                        .tags(tags)
                        .register(registry));
            }
        }

        synchronized void show(RunId of, Sample sample) {
            run = of;
            last = sample;
        }

        synchronized boolean hideIfOf(RunId over) {
            if (!run.equals(over)) {
                return false;
            }
            gauges.forEach(registry::remove);
            return true;
        }
    }
}
