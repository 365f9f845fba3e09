package dev.dropbehind.validation;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
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
 * interrupted. Of the many cells of a table five seeds are spent only on those where the first two differ.
 */
final class Laboratory {

    /** A seed moves the start of each task within a millisecond and the latency of each command of the device. */
    static final List<Long> SEEDS = List.of(1L, 2L, 3L, 4L, 5L);

    /** How many seeds a cell of a table has at least. */
    static final int FEWEST_SEEDS = 2;

    /** Seeds that are so near to each other, as a share, agree. */
    private static final double AGREE = 0.001;

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
        List<Double> values = new ArrayList<>();
        for (int seed = 0; seed < SEEDS.size() && !isSettled(values); seed++) {
            values.add(rounded(figure.of(ofOneSeed(figure, seed))));
        }
        return values;
    }

    private List<List<Sample>> ofOneSeed(Figure figure, int seed) {
        return figure.subjects().stream().map(subject -> run(subject, seed)).toList();
    }

    private boolean isSettled(List<Double> values) {
        return validation.family() != null
                && values.size() == FEWEST_SEEDS
                && Math.abs(values.getLast() - values.getFirst()) <= AGREE * Math.abs(values.getFirst());
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
        return IntStream.range(0, SEEDS.size())
                .mapToObj(seed -> run(subject, seed))
                .toList();
    }

    private List<Sample> run(Subject subject, int seed) {
        List<List<Sample>> done = runs.computeIfAbsent(subject, any -> new ArrayList<>());
        while (done.size() <= seed) {
            done.add(simulate(subject, SEEDS.get(done.size())));
        }
        return done.get(seed);
    }

    private List<Sample> simulate(Subject subject, long seed) {
        Simulation simulation = new Simulation(subject.variant().spec().withSeed(seed));
        List<Sample> samples = new ArrayList<>();
        while (!simulation.isOver()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new CancellationException("the service is stopping");
            }
            samples.addAll(simulation.advanceTo(simulation.nowNanos() + SECOND_NANOS));
        }
        // A cell is not of the second in which the jobs came to the end of their files.
        if (validation.family() != null
                && simulation.result().isThrough(subject.variant().spec().jobs())) {
            samples.removeLast();
        }
        return samples;
    }

    private static double rounded(double value) {
        return Numbers.plain(value).doubleValue();
    }
}
