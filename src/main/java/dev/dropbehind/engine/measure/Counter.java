package dev.dropbehind.engine.measure;

/**
 * Every number the engine counts, once. Events only grow; states go up and down and never below zero. Times are
 * nanoseconds, of simulated CPU time where the name says so. Names follow {@code /proc/vmstat} where the kernel has the
 * counter (kernel-model §7.6).
 */
public enum Counter {
    READ_BYTES(Kind.EVENT),
    WRITTEN_BYTES(Kind.EVENT),
    READ_CALLS(Kind.EVENT),
    WRITE_CALLS(Kind.EVENT),
    FAILED_CALLS(Kind.EVENT),
    NOWAIT_EAGAIN(Kind.EVENT),
    DONTNEED_CALLS(Kind.EVENT),

    APPLICATION_CPU_NANOS(Kind.EVENT),
    KSWAPD_CPU_NANOS(Kind.EVENT),
    KSWAPD_LAST_CPU(Kind.STATE),
    DIRECT_RECLAIM_CPU_NANOS(Kind.EVENT),
    FLUSHER_CPU_NANOS(Kind.EVENT),
    COMPLETION_WORKER_CPU_NANOS(Kind.EVENT),
    LOOP_WORKER_CPU_NANOS(Kind.EVENT),
    INTERRUPT_CPU_NANOS(Kind.EVENT),

    NR_FREE_PAGES(Kind.STATE),
    NR_FILE_PAGES(Kind.STATE),
    NR_BUFFER_PAGES(Kind.STATE),
    NR_ACTIVE_FILE(Kind.STATE),
    NR_INACTIVE_FILE(Kind.STATE),
    NR_ISOLATED_FILE(Kind.STATE),
    NR_FILE_DIRTY(Kind.STATE),
    NR_WRITEBACK(Kind.STATE),
    CGROUP_FILE_PAGES(Kind.STATE),

    WB_RECLAIMABLE(Kind.STATE),
    WB_WRITEBACK(Kind.STATE),
    WB_DONTCACHE_DIRTY(Kind.STATE),
    THROTTLED_NANOS(Kind.EVENT),

    PGALLOC(Kind.EVENT),
    PGFREE(Kind.EVENT),
    PGACTIVATE(Kind.EVENT),
    PGDEACTIVATE(Kind.EVENT),
    PGREFILL(Kind.EVENT),
    PGSCAN_KSWAPD(Kind.EVENT),
    PGSTEAL_KSWAPD(Kind.EVENT),
    PGSCAN_DIRECT(Kind.EVENT),
    PGSTEAL_DIRECT(Kind.EVENT),
    ALLOCSTALL(Kind.EVENT),
    PAGEOUTRUN(Kind.EVENT),
    KSWAPD_LOW_WMARK_HIT_QUICKLY(Kind.EVENT),
    KSWAPD_HIGH_WMARK_HIT_QUICKLY(Kind.EVENT),
    WORKINGSET_REFAULT_FILE(Kind.EVENT),

    DROPBEHIND_DROPPED(Kind.EVENT),
    DROPBEHIND_SKIPPED(Kind.EVENT),
    DONTNEED_DROPPED(Kind.EVENT),
    READAHEAD_PAGES(Kind.EVENT),
    ZERO_FILLED_PAGES(Kind.EVENT),
    READAHEAD_MARKED_WINDOWS(Kind.EVENT),
    READAHEAD_MARKERS_MET(Kind.EVENT),

    BIOS_SUBMITTED(Kind.EVENT),
    BIOS_ENDED(Kind.EVENT),
    BIOS_DEFERRED(Kind.EVENT),
    BIO_SPLITS(Kind.EVENT),
    BIO_MERGES(Kind.EVENT),
    DEVICE_READ_REQUESTS(Kind.EVENT),
    DEVICE_WRITE_REQUESTS(Kind.EVENT),
    DEVICE_READ_BYTES(Kind.EVENT),
    DEVICE_WRITE_BYTES(Kind.EVENT),
    DEVICE_IN_FLIGHT(Kind.STATE),
    DEVICE_READ_NANOS(Kind.EVENT),
    DEVICE_BUSY_NANOS(Kind.EVENT),
    ATOMIC_SLEEP_SPLATS(Kind.EVENT),

    CONTEXT_SWITCHES(Kind.EVENT);

    /** Whether a number only grows or says how things stand. */
    public enum Kind {
        EVENT,
        STATE
    }

    private final Kind kind;

    Counter(Kind kind) {
        this.kind = kind;
    }

    /** Returns whether this number only grows or says how things stand. */
    public Kind kind() {
        return kind;
    }
}
