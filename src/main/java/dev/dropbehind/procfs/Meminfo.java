package dev.dropbehind.procfs;

import static java.util.Map.entry;

import dev.dropbehind.engine.measure.Counter;
import java.util.Locale;
import java.util.Map;

/**
 * {@code /proc/meminfo} (kernel-model §7.5), up to the last line that every machine has. Reserved memory that is not
 * slab is on no line of its own: it is a part of what the others leave of MemTotal.
 */
final class Meminfo {

    private static final NamedNumbers LINES = new NamedNumbers(
            """
            MemTotal: MemFree: MemAvailable: Buffers: Cached: SwapCached: Active: Inactive:
            Active(anon): Inactive(anon): Active(file): Inactive(file): Unevictable: Mlocked:
            SwapTotal: SwapFree: Dirty: Writeback: AnonPages: Mapped: Shmem:
            KReclaimable: Slab: SReclaimable: SUnreclaim: KernelStack: PageTables: SecPageTables:
            NFS_Unstable: Bounce: WritebackTmp: CommitLimit: Committed_AS:
            """,
            Map.ofEntries(
                    entry("MemTotal:", MemoryFigures::totalKib),
                    entry("MemFree:", NamedNumbers.kib(Counter.NR_FREE_PAGES)),
                    entry("MemAvailable:", MemoryFigures::availableKib),
                    entry("Buffers:", NamedNumbers.kib(Counter.NR_BUFFER_PAGES)),
                    entry("Cached:", MemoryFigures::cachedKib),
                    entry("Active:", NamedNumbers.kib(Counter.NR_ACTIVE_FILE)),
                    entry("Inactive:", NamedNumbers.kib(Counter.NR_INACTIVE_FILE)),
                    entry("Active(file):", NamedNumbers.kib(Counter.NR_ACTIVE_FILE)),
                    entry("Inactive(file):", NamedNumbers.kib(Counter.NR_INACTIVE_FILE)),
                    entry("Dirty:", NamedNumbers.kib(Counter.NR_FILE_DIRTY)),
                    entry("Writeback:", NamedNumbers.kib(Counter.NR_WRITEBACK)),
                    entry("Slab:", MemoryFigures::slabKib),
                    entry("SUnreclaim:", MemoryFigures::slabKib),
                    entry("CommitLimit:", MemoryFigures::commitLimitKib)));

    private Meminfo() {}

    /** Returns the file. */
    static String text(Snapshot at) {
        return LINES.text(at, (name, kib) -> String.format(Locale.ROOT, "%-16s%8d kB\n", name, kib));
    }
}
