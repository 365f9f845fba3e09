package dev.dropbehind.cost;

import dev.dropbehind.scenario.Family;
import dev.dropbehind.scenario.Variant;
import java.util.List;

/**
 * What the calls of a workload took.
 *
 * @param workload which
 * @param sizes a size of its calls each, the smallest first
 */
public record WorkloadCosts(Workload workload, List<Size> sizes) {

    /** Keeps its own copy. */
    public WorkloadCosts {
        sizes = List.copyOf(sizes);
    }

    /**
     * Calls of one size.
     *
     * @param row the row of the table
     * @param bytes of a call
     * @param paths the measured paths through the kernel, in the order of the table
     */
    public record Size(Family.Row row, long bytes, List<Path> paths) {

        /** Keeps its own copy. */
        public Size {
            paths = List.copyOf(paths);
        }
    }

    /**
     * One path through the kernel.
     *
     * @param variant the variant of the row
     * @param spending what its calls took
     * @param publishedMicros the mean time of a call as published, microseconds
     */
    public record Path(Variant variant, Spending spending, double publishedMicros) {}
}
