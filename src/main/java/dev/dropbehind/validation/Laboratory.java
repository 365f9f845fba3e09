package dev.dropbehind.validation;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.scenario.Numbers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;

/**
 * Simulates what a validation compares, each machine once with each of five seeds, one after the other in the thread of
 * the caller: one machine in memory, one processor busy. Between simulated seconds it sees whether the thread was
 * interrupted.
 */
final class Laboratory {

    /** A seed moves the start of each task within a millisecond and the latency of each command of the device. */
    static final List<Long> SEEDS = List.of(1L, 2L, 3L, 4L, 5L);

    private static final long SECOND_NANOS = 1_000_000_000;

    private final Validation validation;
    private final Map<Subject, List<List<Sample>>> runs = new HashMap<>();

    private Laboratory(Validation validation) {
        this.validation = validation;
    }

    /**
     * Returns what the simulations gave.
     *
     * @throws CancellationException if the thread is interrupted
     */
    static Measurement measure(Validation validation) {
        return new Laboratory(validation).measure();
    }

    private Measurement measure() {
        TreeMap<String, List<Double>> figures = new TreeMap<>();
        TreeMap<String, List<Double>> curves = new TreeMap<>();
        validation.figures().forEach(figure -> figures.put(figure.id(), valuesOf(figure)));
        validation.curves().forEach(curve -> curves.put(curve.id(), mediansOf(curve)));
        return new Measurement(Simulation.ENGINE_VERSION, SEEDS, figures, curves);
    }

    private List<Double> valuesOf(Figure figure) {
        List<List<List<Sample>>> runs =
                figure.subjects().stream().map(this::runsOf).toList();
        return IntStream.range(0, SEEDS.size())
                .mapToObj(seed -> runs.stream().map(seeds -> seeds.get(seed)).toList())
                .map(ofOneSeed -> rounded(figure.of(ofOneSeed)))
                .toList();
    }

    private List<Double> mediansOf(Validation.Curve curve) {
        List<List<Sample>> runs = runsOf(curve.subject());
        int last = runs.stream().mapToInt(List::size).min().orElseThrow();
        return curve.series().seconds().stream()
                .filter(second -> second <= last)
                .map(second -> rounded(medianAt(second, curve.series().metric(), runs)))
                .toList();
    }

    private static double medianAt(int second, Metric metric, List<List<Sample>> runs) {
        return Median.of(runs.stream()
                .map(samples -> samples.get(second - 1).value(metric))
                .toList());
    }

    private List<List<Sample>> runsOf(Subject subject) {
        return runs.computeIfAbsent(subject, Laboratory::simulate);
    }

    private static List<List<Sample>> simulate(Subject subject) {
        SimulationSpec spec = subject.variant().spec();
        return SEEDS.stream().map(seed -> simulate(spec.withSeed(seed))).toList();
    }

    private static List<Sample> simulate(SimulationSpec spec) {
        Simulation simulation = new Simulation(spec);
        List<Sample> samples = new ArrayList<>();
        while (!simulation.isOver()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new CancellationException("the service is stopping");
            }
            samples.addAll(simulation.advanceTo(simulation.nowNanos() + SECOND_NANOS));
        }
        return samples;
    }

    private static double rounded(double value) {
        return Numbers.plain(value).doubleValue();
    }
}
