package dev.dropbehind.cost;

import dev.dropbehind.cost.WorkloadCosts.Path;
import dev.dropbehind.cost.WorkloadCosts.Size;
import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.SimulationResult;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.scenario.Family;
import dev.dropbehind.scenario.Variant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Takes the calls of a published table apart. A workload is simulated when somebody first asks for it and kept from
 * then on; all are treated alike: {@value #WARM_UP_NANOS} ns to warm up, then {@value #MEASURED_NANOS} ns that count.
 */
public final class CostStudy {

    /** Time before the time that counts: a second, as in the validation of the table. */
    public static final long WARM_UP_NANOS = 1_000_000_000;

    /** The time that counts. */
    public static final long MEASURED_NANOS = 500_000_000;

    private static final double MICROS_PER_SECOND = 1e6;

    private final Map<String, Workload> workloads;
    private final Map<String, WorkloadCosts> measured = new ConcurrentHashMap<>();

    /** Simulates nothing yet. */
    public CostStudy(Family family) {
        workloads = family.rows().stream()
                .sorted(Comparator.comparingLong(CostStudy::bytesOf))
                .collect(Collectors.groupingBy(CostStudy::idOf, LinkedHashMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(entry -> new Workload(entry.getKey(), titleOf(entry.getValue()), entry.getValue()))
                .collect(Collectors.toMap(Workload::id, one -> one, (one, other) -> one, LinkedHashMap::new));
    }

    /** Returns what can be taken apart, in the order of the table. */
    public Collection<Workload> workloads() {
        return List.copyOf(workloads.values());
    }

    /** Returns what the calls of a workload took; the first who asks waits until it is simulated. */
    public Optional<WorkloadCosts> find(String id) {
        return Optional.ofNullable(workloads.get(id)).map(this::costs);
    }

    private WorkloadCosts costs(Workload workload) {
        WorkloadCosts known = measured.get(workload.id());
        return known == null ? measure(workload) : known;
    }

    /** Simulates one machine after the other, whoever asks. */
    private synchronized WorkloadCosts measure(Workload workload) {
        WorkloadCosts known = measured.get(workload.id());
        if (known != null) {
            return known;
        }
        WorkloadCosts costs = new WorkloadCosts(
                workload, workload.rows().stream().map(CostStudy::measure).toList());
        measured.put(workload.id(), costs);
        return costs;
    }

    private static Size measure(Family.Row row) {
        return new Size(
                row,
                bytesOf(row),
                row.cells().stream().map(cell -> path(row, cell)).toList());
    }

    private static Path path(Family.Row row, Family.Cell cell) {
        Variant variant = row.scenario().variant(cell.variant()).orElseThrow();
        return new Path(variant, measure(variant.spec()), MICROS_PER_SECOND / cell.value());
    }

    /** Returns what calls take on a machine that is warm. */
    static Spending measure(SimulationSpec spec) {
        Simulation simulation = new Simulation(spec);
        simulation.advanceTo(WARM_UP_NANOS);
        SimulationResult warm = simulation.result();
        simulation.advanceTo(WARM_UP_NANOS + MEASURED_NANOS);
        SimulationResult end = simulation.result();
        long callers = spec.jobs().stream().mapToLong(JobSpec::numjobs).sum();
        return new Spending(
                end.syscalls() - warm.syscalls(),
                callers * (end.endNanos() - warm.endNanos()),
                end.ledger().since(warm.ledger()));
    }

    private static long bytesOf(Family.Row row) {
        return row.scenario().variants().getFirst().spec().jobs().getFirst().blockSizeBytes();
    }

    /** A row's name ends in the size of its calls. */
    private static String idOf(Family.Row row) {
        return row.name().substring(0, row.name().lastIndexOf('-'));
    }

    /** So does its title. */
    private static String titleOf(List<Family.Row> rows) {
        String title = rows.getFirst().title();
        return title.substring(0, title.lastIndexOf(','));
    }
}
