package dev.dropbehind.procfs;

import static dev.dropbehind.procfs.NamedNumbers.count;
import static dev.dropbehind.procfs.NamedNumbers.sum;
import static java.util.Map.entry;

import dev.dropbehind.engine.measure.Counter;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * {@code /proc/vmstat} (kernel-model §7.6) of a kernel without NUMA, swap, huge pages and compaction, whose lines are
 * not there. All memory is in the zone "normal".
 */
final class Vmstat {

    private static final String NAMES = """
            nr_free_pages nr_free_pages_blocks
            nr_zone_inactive_anon nr_zone_active_anon nr_zone_inactive_file nr_zone_active_file nr_zone_unevictable
            nr_zone_write_pending nr_mlock nr_free_cma

            nr_inactive_anon nr_active_anon nr_inactive_file nr_active_file nr_unevictable
            nr_slab_reclaimable nr_slab_unreclaimable nr_isolated_anon nr_isolated_file
            workingset_nodes workingset_refault_anon workingset_refault_file
            workingset_activate_anon workingset_activate_file workingset_restore_anon workingset_restore_file
            workingset_nodereclaim
            nr_anon_pages nr_mapped nr_file_pages nr_dirty nr_writeback nr_shmem nr_shmem_hugepages
            nr_shmem_pmdmapped nr_file_hugepages nr_file_pmdmapped nr_anon_transparent_hugepages
            nr_vmscan_write nr_vmscan_immediate_reclaim nr_dirtied nr_written nr_throttled_written
            nr_kernel_misc_reclaimable nr_foll_pin_acquired nr_foll_pin_released nr_kernel_stack
            nr_page_table_pages nr_sec_page_table_pages
            pgdemote_kswapd pgdemote_direct pgdemote_khugepaged pgdemote_proactive
            nr_balloon_pages nr_kernel_file_pages

            nr_dirty_threshold nr_dirty_background_threshold nr_memmap_pages nr_memmap_boot_pages

            pgpgin pgpgout pswpin pswpout
            pgalloc_dma pgalloc_dma32 pgalloc_normal pgalloc_movable
            allocstall_dma allocstall_dma32 allocstall_normal allocstall_movable
            pgskip_dma pgskip_dma32 pgskip_normal pgskip_movable
            pgfree pgactivate pgdeactivate pglazyfree pgfault pgmajfault pglazyfreed pgrefill pgreuse
            pgsteal_kswapd pgsteal_direct pgsteal_khugepaged pgsteal_proactive
            pgscan_kswapd pgscan_direct pgscan_khugepaged pgscan_proactive pgscan_direct_throttle
            pgscan_anon pgscan_file pgsteal_anon pgsteal_file
            pginodesteal slabs_scanned kswapd_inodesteal
            kswapd_low_wmark_hit_quickly kswapd_high_wmark_hit_quickly pageoutrun pgrotated
            drop_pagecache drop_slab oom_kill
            unevictable_pgs_culled unevictable_pgs_scanned unevictable_pgs_rescued unevictable_pgs_mlocked
            unevictable_pgs_munlocked unevictable_pgs_cleared unevictable_pgs_stranded
            nr_unstable
            """;

    private static final Map<String, ToLongFunction<Snapshot>> MOVED = Map.ofEntries(
            entry("nr_free_pages", count(Counter.NR_FREE_PAGES)),
            entry("nr_zone_inactive_file", count(Counter.NR_INACTIVE_FILE)),
            entry("nr_zone_active_file", count(Counter.NR_ACTIVE_FILE)),
            entry("nr_zone_write_pending", sum(Counter.NR_FILE_DIRTY, Counter.NR_WRITEBACK)),
            entry("nr_inactive_file", count(Counter.NR_INACTIVE_FILE)),
            entry("nr_active_file", count(Counter.NR_ACTIVE_FILE)),
            entry("nr_slab_unreclaimable", MemoryFigures::slabPages),
            entry("nr_isolated_file", count(Counter.NR_ISOLATED_FILE)),
            entry("workingset_nodes", count(Counter.WORKINGSET_NODES)),
            entry("workingset_refault_file", count(Counter.WORKINGSET_REFAULT_FILE)),
            entry("workingset_activate_file", count(Counter.WORKINGSET_ACTIVATE_FILE)),
            entry("workingset_restore_file", count(Counter.WORKINGSET_RESTORE_FILE)),
            entry("workingset_nodereclaim", count(Counter.WORKINGSET_NODERECLAIM)),
            entry("nr_file_pages", count(Counter.NR_FILE_PAGES)),
            entry("nr_dirty", count(Counter.NR_FILE_DIRTY)),
            entry("nr_writeback", count(Counter.NR_WRITEBACK)),
            entry("nr_vmscan_immediate_reclaim", count(Counter.NR_VMSCAN_IMMEDIATE_RECLAIM)),
            entry("nr_dirtied", count(Counter.NR_DIRTIED)),
            entry("nr_written", count(Counter.NR_WRITTEN)),
            entry("nr_throttled_written", count(Counter.NR_THROTTLED_WRITTEN)),
            entry("nr_dirty_threshold", MemoryFigures::dirtyThreshold),
            entry("nr_dirty_background_threshold", MemoryFigures::backgroundThreshold),
            entry("pgpgin", at -> at.count(Counter.DEVICE_READ_BYTES) >> 10),
            entry("pgpgout", at -> at.count(Counter.DEVICE_WRITE_BYTES) >> 10),
            entry("pgalloc_normal", count(Counter.PGALLOC)),
            entry("allocstall_normal", count(Counter.ALLOCSTALL)),
            entry("pgfree", count(Counter.PGFREE)),
            entry("pgactivate", count(Counter.PGACTIVATE)),
            entry("pgdeactivate", count(Counter.PGDEACTIVATE)),
            entry("pgrefill", count(Counter.PGREFILL)),
            entry("pgsteal_kswapd", count(Counter.PGSTEAL_KSWAPD)),
            entry("pgsteal_direct", count(Counter.PGSTEAL_DIRECT)),
            entry("pgscan_kswapd", count(Counter.PGSCAN_KSWAPD)),
            entry("pgscan_direct", count(Counter.PGSCAN_DIRECT)),
            entry("pgscan_direct_throttle", count(Counter.PGSCAN_DIRECT_THROTTLE)),
            entry("pgscan_file", count(Counter.PGSCAN_FILE)),
            entry("pgsteal_file", count(Counter.PGSTEAL_FILE)),
            entry("kswapd_low_wmark_hit_quickly", count(Counter.KSWAPD_LOW_WMARK_HIT_QUICKLY)),
            entry("kswapd_high_wmark_hit_quickly", count(Counter.KSWAPD_HIGH_WMARK_HIT_QUICKLY)),
            entry("pageoutrun", count(Counter.PAGEOUTRUN)),
            entry("pgrotated", count(Counter.PGROTATED)));

    private static final NamedNumbers LINES = new NamedNumbers(NAMES, MOVED);

    private Vmstat() {}

    /** Returns the file. */
    static String text(Snapshot at) {
        return LINES.text(at, (name, number) -> name + " " + number + "\n");
    }
}
