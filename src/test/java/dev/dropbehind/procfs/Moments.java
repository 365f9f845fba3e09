package dev.dropbehind.procfs;

import static java.util.Map.entry;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.CgroupSpec;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.MemorySpec;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.testing.Specs;
import java.util.Map;

/** Machines at moments made up by hand. */
final class Moments {

    private static final long MIB = 1L << 20;
    private static final MemorySpec MEMORY = new MemorySpec(64 * MIB, 16 * MIB, 2 * MIB, 0, 1024L, 10);

    /** Every number that a file shows, each another, but for those that must be sums. */
    static final Map<Counter, Long> FIGURES = Map.ofEntries(
            entry(Counter.NR_FREE_PAGES, 5000L),
            entry(Counter.NR_FILE_PAGES, 7000L),
            entry(Counter.NR_BUFFER_PAGES, 100L),
            entry(Counter.NR_ACTIVE_FILE, 2000L),
            entry(Counter.NR_INACTIVE_FILE, 4900L),
            entry(Counter.NR_ISOLATED_FILE, 32L),
            entry(Counter.NR_FILE_DIRTY, 40L),
            entry(Counter.NR_WRITEBACK, 24L),
            entry(Counter.WB_RECLAIMABLE, 40L),
            entry(Counter.WB_WRITEBACK, 24L),
            entry(Counter.WB_DONTCACHE_DIRTY, 8L),
            entry(Counter.WB_DIRTY_THRESH, 2001L),
            entry(Counter.WB_DIRTIED, 1_000_003L),
            entry(Counter.WB_WRITTEN, 900_004L),
            entry(Counter.WB_WRITE_BANDWIDTH, 51_205L),
            entry(Counter.WB_INODES_DIRTY, 3L),
            entry(Counter.WB_INODES_IO, 2L),
            entry(Counter.WB_INODES_MORE_IO, 1L),
            entry(Counter.NR_DIRTIED, 1_000_005L),
            entry(Counter.NR_WRITTEN, 900_006L),
            entry(Counter.NR_VMSCAN_IMMEDIATE_RECLAIM, 207L),
            entry(Counter.NR_THROTTLED_WRITTEN, 108L),
            entry(Counter.PGROTATED, 209L),
            entry(Counter.CGROUP_FILE_DIRTY, 30L),
            entry(Counter.CGROUP_FILE_WRITEBACK, 20L),
            entry(Counter.DROPBEHIND_IN_ATOMIC, 71L),
            entry(Counter.DONTCACHE_KICKS, 72L),
            entry(Counter.CPU_HANGS, 73L),
            entry(Counter.WRITE_BIOS_ENDED_IN_INTERRUPT, 73L),
            entry(Counter.WRITE_BIOS_ENDED_IN_TASK, 74L),
            entry(Counter.PGALLOC, 90_001L),
            entry(Counter.PGFREE, 83_002L),
            entry(Counter.PGACTIVATE, 1203L),
            entry(Counter.PGDEACTIVATE, 304L),
            entry(Counter.PGREFILL, 305L),
            entry(Counter.PGSCAN_KSWAPD, 70_006L),
            entry(Counter.PGSTEAL_KSWAPD, 60_007L),
            entry(Counter.PGSCAN_DIRECT, 808L),
            entry(Counter.PGSTEAL_DIRECT, 709L),
            entry(Counter.PGSCAN_DIRECT_THROTTLE, 25L),
            entry(Counter.PGSCAN_FILE, 72_814L),
            entry(Counter.PGSTEAL_FILE, 61_716L),
            entry(Counter.ALLOCSTALL, 11L),
            entry(Counter.PAGEOUTRUN, 12L),
            entry(Counter.KSWAPD_LOW_WMARK_HIT_QUICKLY, 13L),
            entry(Counter.KSWAPD_HIGH_WMARK_HIT_QUICKLY, 14L),
            entry(Counter.WORKINGSET_REFAULT_FILE, 15L),
            entry(Counter.WORKINGSET_ACTIVATE_FILE, 21L),
            entry(Counter.WORKINGSET_RESTORE_FILE, 22L),
            entry(Counter.WORKINGSET_NODES, 23L),
            entry(Counter.WORKINGSET_NODERECLAIM, 24L),
            entry(Counter.CGROUP_FILE_PAGES, 500L),
            entry(Counter.CGROUP_ACTIVE_FILE, 200L),
            entry(Counter.CGROUP_INACTIVE_FILE, 300L),
            entry(Counter.CGROUP_USAGE_PAGES, 1564L),
            entry(Counter.CGROUP_WORKINGSET_REFAULT_FILE, 31L),
            entry(Counter.CGROUP_WORKINGSET_ACTIVATE_FILE, 32L),
            entry(Counter.CGROUP_WORKINGSET_RESTORE_FILE, 33L),
            entry(Counter.CGROUP_PGACTIVATE, 41L),
            entry(Counter.CGROUP_PGDEACTIVATE, 42L),
            entry(Counter.CGROUP_PGREFILL, 43L),
            entry(Counter.CGROUP_PGSCAN_KSWAPD, 501L),
            entry(Counter.CGROUP_PGSTEAL_KSWAPD, 401L),
            entry(Counter.CGROUP_PGSCAN_DIRECT, 2040L),
            entry(Counter.CGROUP_PGSTEAL_DIRECT, 1140L),
            entry(Counter.CGROUP_EVENTS_HIGH, 51L),
            entry(Counter.CGROUP_EVENTS_MAX, 52L),
            entry(Counter.CGROUP_EVENTS_OOM, 53L),
            entry(Counter.DROPBEHIND_DROPPED, 16L),
            entry(Counter.DROPBEHIND_SKIPPED, 17L),
            entry(Counter.BIOS_DEFERRED, 18L),
            entry(Counter.ATOMIC_SLEEP_SPLATS, 19L),
            entry(Counter.BIO_MERGES, 65L),
            entry(Counter.BIO_WRITE_MERGES, 9L),
            entry(Counter.DEVICE_READ_REQUESTS, 1234L),
            entry(Counter.DEVICE_READ_BYTES, 192_000L * 512),
            entry(Counter.DEVICE_WRITE_REQUESTS, 7L),
            entry(Counter.DEVICE_WRITE_BYTES, 56L * 512),
            entry(Counter.DEVICE_IN_FLIGHT, 3L),
            entry(Counter.DEVICE_READ_NANOS, 4_321_999_999L),
            entry(Counter.DEVICE_WRITE_NANOS, 765_999_999L),
            entry(Counter.DEVICE_FLUSH_REQUESTS, 5L),
            entry(Counter.DEVICE_FLUSH_NANOS, 43_999_999L),
            entry(Counter.DEVICE_BUSY_NANOS, 987_654_321L));

    private Moments() {}

    /** Returns a machine of 64 MiB, of which 16 are reserved and 2 of those slab, with a low mark of 320 pages. */
    static SimulationSpec machine(DeviceSpec device) {
        return with(device, MEMORY).spec();
    }

    /** Returns the machine with UFS whose kernel shows what leaves the cache once written. */
    static SimulationSpec withDontcacheDirty() {
        return with(Specs.ufs(128, 32), MEMORY)
                .patch(Toggle.MM_BDI_DONTCACHE_DIRTY_ROW)
                .spec();
    }

    /** Returns that machine with its jobs in a group. */
    static SimulationSpec machine(CgroupSpec group) {
        return with(Specs.ufs(128, 32), MEMORY.with(group)).spec();
    }

    private static Specs with(DeviceSpec device, MemorySpec memory) {
        return Specs.small()
                .memory(memory)
                .device(device)
                .job(Specs.reader(IoMode.CACHED, 32 << 10, MIB))
                .duration(2_500_000_000L);
    }

    /** Returns that machine, with UFS, when its counters are {@link #FIGURES}. */
    static Snapshot moment() {
        return moment(machine(Specs.ufs(128, 32)));
    }

    /** Returns a machine when its counters are {@link #FIGURES}. */
    static Snapshot moment(SimulationSpec machine) {
        return new Snapshot(machine, sample(1, FIGURES));
    }

    /** Returns a sample with these counters and zero for all others. */
    static Sample sample(int second, Map<Counter, Long> figures) {
        Counters counters = new Counters();
        figures.forEach(counters::add);
        return new Sample(second, new double[Metric.values().length], counters);
    }
}
