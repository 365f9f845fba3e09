package dev.dropbehind.procfs;

import static dev.dropbehind.procfs.NamedNumbers.bytes;
import static dev.dropbehind.procfs.NamedNumbers.count;
import static dev.dropbehind.procfs.NamedNumbers.sum;
import static java.util.Map.entry;

import dev.dropbehind.engine.measure.Counter;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * {@code memory.stat} (kernel-model §7.7): of the root cgroup, which all memory of the machine belongs to, and of that
 * of the jobs. The root group has what any group below it counts: there reclaim by tasks is direct, whoever's limit it
 * was for, which {@code /proc/vmstat} tells apart.
 */
final class MemoryStat {

    private static final String NAMES = """
            anon file kernel kernel_stack pagetables sec_pagetables percpu sock vmalloc shmem zswap zswapped
            file_mapped file_dirty file_writeback swapcached anon_thp file_thp shmem_thp
            inactive_anon active_anon inactive_file active_file unevictable
            slab_reclaimable slab_unreclaimable slab
            workingset_refault_anon workingset_refault_file workingset_activate_anon workingset_activate_file
            workingset_restore_anon workingset_restore_file workingset_nodereclaim
            pgdemote_kswapd pgdemote_direct pgdemote_khugepaged pgdemote_proactive
            pgscan pgsteal pgscan_kswapd pgscan_direct pgscan_khugepaged pgscan_proactive
            pgsteal_kswapd pgsteal_direct pgsteal_khugepaged pgsteal_proactive
            pgfault pgmajfault pgrefill pgactivate pgdeactivate pglazyfree pglazyfreed
            """;

    private static final NamedNumbers ROOT = new NamedNumbers(
            NAMES,
            Map.ofEntries(
                    entry("file", bytes(Counter.NR_FILE_PAGES)),
                    entry("file_dirty", bytes(Counter.NR_FILE_DIRTY)),
                    entry("file_writeback", bytes(Counter.NR_WRITEBACK)),
                    entry("inactive_file", bytes(Counter.NR_INACTIVE_FILE)),
                    entry("active_file", bytes(Counter.NR_ACTIVE_FILE)),
                    entry("kernel", MemoryStat::slabBytes),
                    entry("slab_unreclaimable", MemoryStat::slabBytes),
                    entry("slab", MemoryStat::slabBytes),
                    entry("workingset_refault_file", count(Counter.WORKINGSET_REFAULT_FILE)),
                    entry("workingset_activate_file", count(Counter.WORKINGSET_ACTIVATE_FILE)),
                    entry("workingset_restore_file", count(Counter.WORKINGSET_RESTORE_FILE)),
                    entry("workingset_nodereclaim", count(Counter.WORKINGSET_NODERECLAIM)),
                    entry("pgscan", count(Counter.PGSCAN_FILE)),
                    entry("pgsteal", count(Counter.PGSTEAL_FILE)),
                    entry("pgscan_kswapd", count(Counter.PGSCAN_KSWAPD)),
                    entry("pgscan_direct", less(Counter.PGSCAN_FILE, Counter.PGSCAN_KSWAPD)),
                    entry("pgsteal_kswapd", count(Counter.PGSTEAL_KSWAPD)),
                    entry("pgsteal_direct", less(Counter.PGSTEAL_FILE, Counter.PGSTEAL_KSWAPD)),
                    entry("pgrefill", count(Counter.PGREFILL)),
                    entry("pgactivate", count(Counter.PGACTIVATE)),
                    entry("pgdeactivate", count(Counter.PGDEACTIVATE))));

    private static final NamedNumbers GROUP = new NamedNumbers(
            NAMES,
            Map.ofEntries(
                    entry("file", bytes(Counter.CGROUP_FILE_PAGES)),
                    entry("file_dirty", bytes(Counter.CGROUP_FILE_DIRTY)),
                    entry("file_writeback", bytes(Counter.CGROUP_FILE_WRITEBACK)),
                    entry("inactive_file", bytes(Counter.CGROUP_INACTIVE_FILE)),
                    entry("active_file", bytes(Counter.CGROUP_ACTIVE_FILE)),
                    entry("workingset_refault_file", count(Counter.CGROUP_WORKINGSET_REFAULT_FILE)),
                    entry("workingset_activate_file", count(Counter.CGROUP_WORKINGSET_ACTIVATE_FILE)),
                    entry("workingset_restore_file", count(Counter.CGROUP_WORKINGSET_RESTORE_FILE)),
                    entry("pgscan", sum(Counter.CGROUP_PGSCAN_KSWAPD, Counter.CGROUP_PGSCAN_DIRECT)),
                    entry("pgsteal", sum(Counter.CGROUP_PGSTEAL_KSWAPD, Counter.CGROUP_PGSTEAL_DIRECT)),
                    entry("pgscan_kswapd", count(Counter.CGROUP_PGSCAN_KSWAPD)),
                    entry("pgscan_direct", count(Counter.CGROUP_PGSCAN_DIRECT)),
                    entry("pgsteal_kswapd", count(Counter.CGROUP_PGSTEAL_KSWAPD)),
                    entry("pgsteal_direct", count(Counter.CGROUP_PGSTEAL_DIRECT)),
                    entry("pgrefill", count(Counter.CGROUP_PGREFILL)),
                    entry("pgactivate", count(Counter.CGROUP_PGACTIVATE)),
                    entry("pgdeactivate", count(Counter.CGROUP_PGDEACTIVATE))));

    private MemoryStat() {}

    /** Returns the file of the root group. */
    static String ofRoot(Snapshot at) {
        return ROOT.text(at, (name, number) -> name + " " + number + "\n");
    }

    /** Returns the file of the jobs' group. */
    static String ofGroup(Snapshot at) {
        return GROUP.text(at, (name, number) -> name + " " + number + "\n");
    }

    private static long slabBytes(Snapshot at) {
        return MemoryFigures.slabKib(at) << 10;
    }

    private static ToLongFunction<Snapshot> less(Counter all, Counter part) {
        return at -> at.count(all) - at.count(part);
    }
}
