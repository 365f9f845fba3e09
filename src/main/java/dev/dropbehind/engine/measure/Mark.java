package dev.dropbehind.engine.measure;

/**
 * Something that is worth a line in a chart: what happened for the first time in a run, or what an operator did.
 *
 * @param kind what happened
 * @param atNanos when, in simulated nanoseconds since the start
 */
public record Mark(Kind kind, long atNanos) {

    /** What can happen. */
    public enum Kind {
        MEMORY_FULL("memory full"),
        KSWAPD_WAKES("kswapd wakes"),
        DIRECT_RECLAIM("direct reclaim"),
        CGROUP_FULL("cgroup at its limit"),
        THROTTLING("throttling starts"),
        OUT_OF_MEMORY("out of memory"),
        SYNC("sync"),
        DROP_CACHES("caches dropped"),
        CPU_OFFLINE("CPU off line"),
        CPU_ONLINE("CPU back"),
        TRUNCATE("truncate"),
        SET_VM("dirty limits set"),
        FADVISE_DONTNEED("fadvise dontneed"),
        MMAP_STORE("mmap store"),
        READ_NORMALLY("normal read"),
        ZERO_RANGE("zero range"),
        DEFRAG("defrag");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /** Returns the words for the axis. */
        public String label() {
            return label;
        }
    }
}
