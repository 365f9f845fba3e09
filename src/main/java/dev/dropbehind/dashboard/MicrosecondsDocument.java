package dev.dropbehind.dashboard;

import dev.dropbehind.cost.CostStudy;
import dev.dropbehind.cost.Spending;
import dev.dropbehind.cost.Workload;
import dev.dropbehind.cost.WorkloadCosts;
import dev.dropbehind.cost.WorkloadCosts.Path;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Pages;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Where the time of a call goes, as its page shows it.
 *
 * @param id the workload that is shown
 * @param title the same in words
 * @param isPerPage whether times are of a page of 4 KiB, not of a call
 * @param choices the workloads
 * @param pairs a size of calls each, the smallest first
 * @param others who else works, and how long a call
 * @param table every unit cost
 */
record MicrosecondsDocument(
        String id,
        String title,
        boolean isPerPage,
        List<Choice> choices,
        List<Pair> pairs,
        List<Line> others,
        CostTable table) {

    private static final Map<Counter, String> WORKERS = Map.of(
            Counter.KSWAPD_CPU_NANOS, "kswapd",
            Counter.FLUSHER_CPU_NANOS, "Flusher",
            Counter.COMPLETION_WORKER_CPU_NANOS, "Workers of completions",
            Counter.LOOP_WORKER_CPU_NANOS, "Worker of the loop device",
            Counter.INTERRUPT_CPU_NANOS, "Interrupts");

    /** A workload to choose. */
    record Choice(String id, String title) {}

    /**
     * The paths of calls of one size.
     *
     * @param size of a call
     * @param scenario the experiment
     * @param words what the second path saves
     * @param bars a path each
     * @param lines the same numbers as a table
     */
    record Pair(String size, String scenario, String words, List<CallBar> bars, List<Line> lines) {}

    /**
     * A line of numbers.
     *
     * @param group for its colour
     * @param title what it is
     * @param micros of each path
     * @param gone the first less the second
     */
    record Line(String group, String title, List<String> micros, String gone) {}

    /** Returns the page of a workload. */
    static MicrosecondsDocument of(CostStudy study, WorkloadCosts costs, boolean isPerPage) {
        Workload shown = costs.workload();
        double widest = costs.sizes().stream()
                .mapToDouble(size -> longest(size, isPerPage))
                .max()
                .orElseThrow();
        return new MicrosecondsDocument(
                shown.id(),
                shown.title(),
                isPerPage,
                study.workloads().stream()
                        .map(one -> new Choice(one.id(), one.title()))
                        .toList(),
                costs.sizes().stream()
                        .map(size -> pair(size, isPerPage, isPerPage ? widest : longest(size, false)))
                        .toList(),
                others(costs, isPerPage),
                CostTable.of(costs));
    }

    private static double longest(WorkloadCosts.Size size, boolean isPerPage) {
        return size.paths().stream()
                .mapToDouble(path -> Math.max(path.spending().micros(), path.publishedMicros()))
                .map(micros -> micros / divisor(size, isPerPage))
                .max()
                .orElseThrow();
    }

    private static double divisor(WorkloadCosts.Size size, boolean isPerPage) {
        return isPerPage ? Pages.holding(size.bytes()) : 1;
    }

    private static Pair pair(WorkloadCosts.Size size, boolean isPerPage, double scale) {
        double divisor = divisor(size, isPerPage);
        List<Spending> spent = size.paths().stream().map(Path::spending).toList();
        return new Pair(
                CostTable.sizeOf(size.bytes()),
                size.row().scenario().id(),
                CallWords.of(spent.getFirst(), spent.getLast(), Pages.holding(size.bytes())),
                size.paths().stream()
                        .map(path -> CallBar.of(path, divisor, scale))
                        .toList(),
                lines(spent, divisor));
    }

    private static List<Line> lines(List<Spending> spent, double divisor) {
        List<List<CallSegment>> calls = spent.stream().map(CallSegment::of).toList();
        List<CallSegment> first = calls.getFirst();
        return IntStream.range(0, first.size())
                .filter(i -> calls.stream().anyMatch(call -> call.get(i).isSomething()))
                .mapToObj(i -> line(
                        first.get(i).id(),
                        first.get(i).title(),
                        calls.stream()
                                .map(call -> call.get(i).micros() / divisor)
                                .toList()))
                .toList();
    }

    private static List<Line> others(WorkloadCosts costs, boolean isPerPage) {
        return Spending.others().stream()
                .map(account -> new Line(
                        "",
                        WORKERS.getOrDefault(account, account.name()),
                        costs.sizes().stream()
                                .flatMap(size -> size.paths().stream()
                                        .map(path -> path.spending().micros(account) / divisor(size, isPerPage)))
                                .map(CallSegment::print)
                                .toList(),
                        ""))
                .filter(line -> line.micros().stream().anyMatch(micros -> !micros.equals("0.00")))
                .toList();
    }

    private static Line line(String group, String title, List<Double> micros) {
        return new Line(
                group,
                title,
                micros.stream().map(CallSegment::print).toList(),
                ValidationDocument.withMinus(CallSegment.print(micros.getFirst() - micros.getLast())));
    }
}
