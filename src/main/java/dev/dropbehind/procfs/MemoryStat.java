package dev.dropbehind.procfs;

import static dev.dropbehind.procfs.NamedNumbers.bytes;
import static dev.dropbehind.procfs.NamedNumbers.count;
import static dev.dropbehind.procfs.NamedNumbers.sum;
import static java.util.Map.entry;

import dev.dropbehind.engine.measure.Counter;
import java.util.Map;

/** {@code memory.stat} of the root cgroup, which all memory of the machine belongs to (kernel-model §7.7). */
final class MemoryStat {

    private static final NamedNumbers LINES = new NamedNumbers(
            """
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
            """,
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
                    entry("pgscan", sum(Counter.PGSCAN_KSWAPD, Counter.PGSCAN_DIRECT)),
                    entry("pgsteal", sum(Counter.PGSTEAL_KSWAPD, Counter.PGSTEAL_DIRECT)),
                    entry("pgscan_kswapd", count(Counter.PGSCAN_KSWAPD)),
                    entry("pgscan_direct", count(Counter.PGSCAN_DIRECT)),
                    entry("pgsteal_kswapd", count(Counter.PGSTEAL_KSWAPD)),
                    entry("pgsteal_direct", count(Counter.PGSTEAL_DIRECT)),
                    entry("pgrefill", count(Counter.PGREFILL)),
                    entry("pgactivate", count(Counter.PGACTIVATE)),
                    entry("pgdeactivate", count(Counter.PGDEACTIVATE))));

    private MemoryStat() {}

    private static long slabBytes(Snapshot at) {
        return MemoryFigures.slabKib(at) << 10;
    }

    /** Returns the file. */
    static String text(Snapshot at) {
        return LINES.text(at, (name, number) -> name + " " + number + "\n");
    }
}
