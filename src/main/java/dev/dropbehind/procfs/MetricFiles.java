package dev.dropbehind.procfs;

import dev.dropbehind.engine.measure.Metric;
import java.util.Optional;

/** Where in the tree of {@link KernelFiles} a metric can be read. */
public final class MetricFiles {

    private MetricFiles() {}

    /**
     * Returns the path of the file, with {@code {maj:min}} where the number of the device stands; nothing where no file
     * has the metric.
     */
    public static Optional<String> of(Metric metric) {
        return switch (metric) {
            case CACHED, BUFFERS -> Optional.of("proc/meminfo");
            case DIRTY,
                    WRITEBACK,
                    MEM_FREE,
                    ACTIVE_FILE,
                    INACTIVE_FILE,
                    PGSCAN_KSWAPD,
                    PGSTEAL_KSWAPD,
                    PGSCAN_DIRECT,
                    PGSTEAL_DIRECT,
                    PGSCAN_FILE,
                    PGSTEAL_FILE,
                    ALLOCSTALL,
                    WORKINGSET_REFAULT_FILE,
                    WORKINGSET_ACTIVATE_FILE -> Optional.of("proc/vmstat");
            case BDI_DONTCACHE_DIRTY, BDI_RECLAIMABLE, BDI_WRITEBACK ->
                Optional.of("sys/kernel/debug/bdi/{maj:min}/stats");
            case DEVICE_READ_MIBPS, DEVICE_WRITE_MIBPS, DEVICE_READ_REQUESTS, DEVICE_WRITE_REQUESTS ->
                Optional.of("proc/diskstats");
            case DROPBEHIND_DROPPED,
                    DROPBEHIND_SKIPPED,
                    DROPBEHIND_IN_ATOMIC,
                    DONTCACHE_KICKS,
                    BIOS_DEFERRED,
                    BIOS_ENDED_IN_INTERRUPT,
                    BIOS_ENDED_IN_TASK,
                    ATOMIC_SLEEP_SPLATS,
                    CPU_HANGS -> Optional.of("sys/kernel/debug/dropbehind/stats");
            default -> Optional.empty();
        };
    }
}
