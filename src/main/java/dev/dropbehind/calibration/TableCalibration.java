package dev.dropbehind.calibration;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.SimulationResult;
import dev.dropbehind.engine.measure.Ledger;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.Profile;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.scenario.Family;
import dev.dropbehind.scenario.PublishedSeries.Role;
import dev.dropbehind.scenario.ScenarioLoader;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Fits a machine to the cells of a published table that are marked fit, all numbers at once: the values at which cells
 * and what is expected of the values themselves agree best ({@link LeastSquares}).
 *
 * <p>A cell is expected to come out within 6 %, a value within its range: these weigh one against the other.
 */
public final class TableCalibration {

    private static final double EXPECTED_ERROR = 0.06;
    private static final double ROUGHNESS = 0.05;
    private static final int MAX_STEPS = 12;
    private static final int WARM_UP_SECONDS = 1;
    private static final double MICRO = 1e3;
    private static final double MEGA = 1e6;

    /** Every number of this machine that is fitted: as many as fidelity.md allows. */
    private static final List<Knob> XEON = List.of(
            new Knob.OfCost(Cost.COPY, 80, 150),
            new Knob.OfCost(Cost.COPY_WARM, 30, 160),
            new Knob.OfCost(Cost.COPY_IN, 80, 150),
            new Knob.OfCost(Cost.VFS_WRITE, 100, 700),
            new Knob.OfCost(Cost.MAP_BLOCKS, 150, 800),
            new Knob.OfCost(Cost.GET_BLOCK, 160, 1300),
            new Knob.OfCost(Cost.BUFFER_HEAD, 10, 150),
            new Knob.OfCost(Cost.READ_BLOCK, 100, 400),
            new Knob.OfCost(Cost.RAMDISK_COPY, 73, 171),
            new Knob.OfCost(Cost.JOURNAL_COMMIT, 20 * MICRO, 100 * MICRO),
            new Knob.OfCost(Cost.DMA_SEGMENT, 12, 1500),
            new Knob.OfCost(Cost.LOCK_BOUNCE, 50, 500),
            new Knob.OfFlash(Knob.OfFlash.Part.READ_BANDWIDTH, 2400 * MEGA, 3500 * MEGA),
            new Knob.OfFlash(Knob.OfFlash.Part.READ_LATENCY, 50 * MICRO, 100 * MICRO),
            new Knob.OfFlash(Knob.OfFlash.Part.WRITE_BANDWIDTH, 1500 * MEGA, 4000 * MEGA),
            new Knob.OfFlash(Knob.OfFlash.Part.WRITE_LATENCY, 10 * MICRO, 25 * MICRO));

    private final Profile profile;
    private final List<Knob> knobs;
    private final List<Cell> cells;
    private final double[] inProfile;
    private double[] found;

    /** A cell of the table, and the experiment that it is of. */
    private record Cell(String name, SimulationSpec spec, Metric metric, double published) {}

    /** What came of a cell, and what was paid for on the way. */
    private record Outcome(double value, Ledger ledger) {}

    private TableCalibration(Profile profile, List<Knob> knobs, Family family) {
        this.profile = profile;
        this.knobs = knobs;
        cells = family.tables().getFirst().rows().stream()
                .flatMap(row -> row.cells().stream()
                        .filter(cell -> cell.role() == Role.FIT)
                        .map(cell -> new Cell(
                                row.name() + " " + cell.variant(),
                                row.scenario()
                                        .variant(cell.variant())
                                        .orElseThrow()
                                        .spec(),
                                cell.metric(),
                                cell.value())))
                .toList();
        SimulationSpec onNvme = family.rows().stream()
                .filter(row -> row.name().contains("nvme"))
                .findFirst()
                .orElseThrow()
                .scenario()
                .variants()
                .getFirst()
                .spec();
        inProfile = knobs.stream()
                .mapToDouble(knob -> Math.log((double) knob.in(onNvme)))
                .toArray();
        found = inProfile;
    }

    /** Returns the machine of the ext4 table, fitted again from what its profile has. */
    public static TableCalibration xeon() {
        return new TableCalibration(Profile.XEON_RAMDISK_NVME, XEON, family("ext4-iomap-large-folio")).fromProfile();
    }

    /** Returns the same, fitted from what is expected: the profile is not looked at. */
    static TableCalibration xeonFromPriors() {
        return new TableCalibration(Profile.XEON_RAMDISK_NVME, XEON, family("ext4-iomap-large-folio")).fromPriors();
    }

    /** Returns the profile that is fitted. */
    public Profile profile() {
        return profile;
    }

    /** Returns how many numbers were fitted; fidelity.md sets the budget. */
    public int size() {
        return knobs.size();
    }

    /** Returns whether each number of the profile is within {@link Calibration#TOLERANCE} of the one found. */
    public boolean isInProfile() {
        return IntStream.range(0, knobs.size())
                .allMatch(k -> Math.abs(Math.exp(inProfile[k] - found[k]) - 1) <= Calibration.TOLERANCE);
    }

    /** Returns the numbers found, then what is left over of each cell, as lines of text. */
    public String report() {
        StringBuilder text = new StringBuilder(
                line("%-22s %-15s %14s %14s %23s", profile.id(), "unit", "profile", "fitted", "expected"));
        for (int k = 0; k < knobs.size(); k++) {
            Knob knob = knobs.get(k);
            text.append(line(
                    "%-22s %-15s %14.0f %14.0f %23s",
                    knob.name(),
                    knob.unit(),
                    Math.exp(inProfile[k]),
                    Math.exp(found[k]),
                    String.format(Locale.ROOT, "%.0f to %.0f", knob.least(), knob.most())));
        }
        double[] values = outcomes(found);
        for (int i = 0; i < values.length; i++) {
            Cell cell = cells.get(i);
            text.append(line(
                    "%-52s %10.0f %10.0f %6.1f %%",
                    cell.name(), cell.published(), values[i], (values[i] / cell.published() - 1) * 100));
        }
        return text.toString();
    }

    private TableCalibration fromProfile() {
        LeastSquares squares = startAt(inProfile);
        squares.forgive();
        return settle(squares);
    }

    /** At first by squares, so that the cells that are farthest off are not given up. */
    private TableCalibration fromPriors() {
        LeastSquares squares = startAt(expected());
        settle(squares);
        squares.forgive();
        return settle(squares);
    }

    private LeastSquares startAt(double[] start) {
        double[] spread = knobs.stream()
                .mapToDouble(knob -> Math.log(knob.most() / knob.least()) / 2)
                .toArray();
        return new LeastSquares(new Table(), start, expected(), spread, ROUGHNESS);
    }

    private TableCalibration settle(LeastSquares squares) {
        int steps = 0;
        while (steps < MAX_STEPS && squares.improve() > 0) {
            steps++;
        }
        found = squares.logs();
        return this;
    }

    private double[] expected() {
        return knobs.stream()
                .mapToDouble(knob -> (Math.log(knob.least()) + Math.log(knob.most())) / 2)
                .toArray();
    }

    private double[] outcomes(double[] logs) {
        return cells.parallelStream()
                .mapToDouble(cell -> run(cell, logs).value())
                .toArray();
    }

    private Outcome run(Cell cell, double[] logs) {
        Simulation simulation = new Simulation(specOf(cell, logs));
        List<Sample> samples = simulation.advanceTo(Long.MAX_VALUE);
        SimulationResult result = simulation.result();
        if (result.isThrough(cell.spec().jobs()) && samples.size() > 1) {
            samples = samples.subList(0, samples.size() - 1);
        }
        return new Outcome(pace(samples, cell.metric()), result.ledger());
    }

    /** Returns the mean of the seconds behind the warm-up, or of all there are where a job was through before. */
    private static double pace(List<Sample> samples, Metric metric) {
        int warmUp = Math.min(WARM_UP_SECONDS, samples.size() - 1);
        return samples.subList(warmUp, samples.size()).stream()
                .mapToDouble(sample -> sample.value(metric))
                .average()
                .orElseThrow();
    }

    private SimulationSpec specOf(Cell cell, double[] logs) {
        SimulationSpec spec = cell.spec();
        for (int k = 0; k < knobs.size(); k++) {
            spec = knobs.get(k).with(spec, Math.round(Math.exp(logs[k])));
        }
        return spec;
    }

    private static Family family(String id) {
        return ScenarioLoader.load().family(id).orElseThrow();
    }

    private static String line(String format, Object... cells) {
        return String.format(Locale.ROOT, format + "%n", cells);
    }

    /** The cells as functions of the numbers. */
    private final class Table implements LeastSquares.Model {

        private Ledger[] ledgers = {};

        @Override
        public double[] residuals(double[] logs) {
            Outcome[] all = cells.parallelStream().map(cell -> run(cell, logs)).toArray(Outcome[]::new);
            ledgers = Arrays.stream(all).map(Outcome::ledger).toArray(Ledger[]::new);
            return IntStream.range(0, all.length)
                    .mapToDouble(i -> residual(cells.get(i), all[i].value()))
                    .toArray();
        }

        @Override
        public double[] residuals(double[] logs, int changed, double[] before) {
            return IntStream.range(0, cells.size())
                    .parallel()
                    .mapToDouble(i -> knobs.get(changed).matters(cells.get(i).spec(), ledgers[i])
                            ? residual(cells.get(i), run(cells.get(i), logs).value())
                            : before[i])
                    .toArray();
        }

        private static double residual(Cell cell, double value) {
            return Math.log(value / cell.published()) / EXPECTED_ERROR;
        }
    }
}
