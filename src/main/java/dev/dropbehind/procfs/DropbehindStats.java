package dev.dropbehind.procfs;

import static dev.dropbehind.procfs.NamedNumbers.count;
import static java.util.Map.entry;

import dev.dropbehind.engine.measure.Counter;
import java.util.Map;

/** What no kernel counts and the model does: drop-behind, deferred bios, warnings (kernel-model §7.6). */
final class DropbehindStats {

    private static final NamedNumbers LINES = new NamedNumbers(
            """
            dropbehind_dropped dropbehind_skipped dropbehind_in_atomic dontcache_kicks bios_deferred
            bios_ended_in_interrupt bios_ended_in_task atomic_sleep_splats cpu_hangs
            """,
            Map.ofEntries(
                    entry("dropbehind_dropped", count(Counter.DROPBEHIND_DROPPED)),
                    entry("dropbehind_skipped", count(Counter.DROPBEHIND_SKIPPED)),
                    entry("dropbehind_in_atomic", count(Counter.DROPBEHIND_IN_ATOMIC)),
                    entry("dontcache_kicks", count(Counter.DONTCACHE_KICKS)),
                    entry("bios_ended_in_interrupt", count(Counter.WRITE_BIOS_ENDED_IN_INTERRUPT)),
                    entry("bios_ended_in_task", count(Counter.WRITE_BIOS_ENDED_IN_TASK)),
                    entry("bios_deferred", count(Counter.BIOS_DEFERRED)),
                    entry("atomic_sleep_splats", count(Counter.ATOMIC_SLEEP_SPLATS)),
                    entry("cpu_hangs", count(Counter.CPU_HANGS))));

    private DropbehindStats() {}

    /** Returns the file. */
    static String text(Snapshot at) {
        return LINES.text(at, (name, number) -> name + " " + number + "\n");
    }
}
