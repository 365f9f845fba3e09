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
    SYNC_CALLS(Kind.EVENT),

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
    CGROUP_ACTIVE_FILE(Kind.STATE),
    CGROUP_INACTIVE_FILE(Kind.STATE),
    CGROUP_USAGE_PAGES(Kind.STATE),

    CGROUP_FILE_DIRTY(Kind.STATE),
    CGROUP_FILE_WRITEBACK(Kind.STATE),
    NR_DIRTIED(Kind.EVENT),
    NR_WRITTEN(Kind.EVENT),
    NR_VMSCAN_IMMEDIATE_RECLAIM(Kind.EVENT),
    NR_THROTTLED_WRITTEN(Kind.EVENT),
    PGROTATED(Kind.EVENT),

    WB_RECLAIMABLE(Kind.STATE),
    WB_WRITEBACK(Kind.STATE),
    WB_DONTCACHE_DIRTY(Kind.STATE),
    WB_DIRTIED(Kind.EVENT),
    WB_WRITTEN(Kind.EVENT),
    DONTCACHE_KICKS(Kind.EVENT),
    THROTTLE_PAUSES(Kind.EVENT),
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
    PGSCAN_DIRECT_THROTTLE(Kind.EVENT),
    PGSCAN_FILE(Kind.EVENT),
    PGSTEAL_FILE(Kind.EVENT),
    ALLOCSTALL(Kind.EVENT),
    PAGEOUTRUN(Kind.EVENT),
    KSWAPD_LOW_WMARK_HIT_QUICKLY(Kind.EVENT),
    KSWAPD_HIGH_WMARK_HIT_QUICKLY(Kind.EVENT),
    WORKINGSET_NODES(Kind.STATE),
    WORKINGSET_NODERECLAIM(Kind.EVENT),
    WORKINGSET_REFAULT_FILE(Kind.EVENT),
    WORKINGSET_ACTIVATE_FILE(Kind.EVENT),
    WORKINGSET_RESTORE_FILE(Kind.EVENT),

    CGROUP_PGACTIVATE(Kind.EVENT),
    CGROUP_PGDEACTIVATE(Kind.EVENT),
    CGROUP_PGREFILL(Kind.EVENT),
    CGROUP_PGSCAN_KSWAPD(Kind.EVENT),
    CGROUP_PGSTEAL_KSWAPD(Kind.EVENT),
    CGROUP_PGSCAN_DIRECT(Kind.EVENT),
    CGROUP_PGSTEAL_DIRECT(Kind.EVENT),
    CGROUP_WORKINGSET_REFAULT_FILE(Kind.EVENT),
    CGROUP_WORKINGSET_ACTIVATE_FILE(Kind.EVENT),
    CGROUP_WORKINGSET_RESTORE_FILE(Kind.EVENT),
    CGROUP_EVENTS_HIGH(Kind.EVENT),
    CGROUP_EVENTS_MAX(Kind.EVENT),
    CGROUP_EVENTS_OOM(Kind.EVENT),

    DROPBEHIND_DROPPED(Kind.EVENT),
    DROPBEHIND_SKIPPED(Kind.EVENT),
    DROPBEHIND_IN_ATOMIC(Kind.EVENT),
    DONTNEED_DROPPED(Kind.EVENT),
    READAHEAD_PAGES(Kind.EVENT),
    ZERO_FILLED_PAGES(Kind.EVENT),
    EDGE_READ_SECTORS(Kind.EVENT),
    JOURNAL_COMMITS(Kind.EVENT),
    EXTENT_CONVERSIONS(Kind.EVENT),
    READAHEAD_MARKED_WINDOWS(Kind.EVENT),
    READAHEAD_MARKERS_MET(Kind.EVENT),

    BIOS_SUBMITTED(Kind.EVENT),
    BIOS_ENDED(Kind.EVENT),
    BIOS_DEFERRED(Kind.EVENT),
    BIOS_FAILED(Kind.EVENT),
    WRITE_BIOS_ENDED_IN_INTERRUPT(Kind.EVENT),
    WRITE_BIOS_ENDED_IN_TASK(Kind.EVENT),
    DEFERRAL_NANOS(Kind.EVENT),
    BIO_SPLITS(Kind.EVENT),
    BIO_MERGES(Kind.EVENT),
    BIO_WRITE_MERGES(Kind.EVENT),
    FLUSHES_NOT_NEEDED(Kind.EVENT),
    DEVICE_READ_REQUESTS(Kind.EVENT),
    DEVICE_WRITE_REQUESTS(Kind.EVENT),
    DEVICE_READ_BYTES(Kind.EVENT),
    DEVICE_WRITE_BYTES(Kind.EVENT),
    DEVICE_IN_FLIGHT(Kind.STATE),
    DEVICE_FLUSH_REQUESTS(Kind.EVENT),
    DEVICE_READ_NANOS(Kind.EVENT),
    DEVICE_WRITE_NANOS(Kind.EVENT),
    DEVICE_FLUSH_NANOS(Kind.EVENT),
    DEVICE_BUSY_NANOS(Kind.EVENT),
    ATOMIC_SLEEP_SPLATS(Kind.EVENT),
    CPU_HANGS(Kind.EVENT),

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

    /**
     * Returns the number that is this one of the jobs' memory cgroup alone.
     *
     * @throws IllegalStateException where a group has no number of its own for it
     */
    public Counter ofCgroup() {
        return switch (this) {
            case NR_FILE_PAGES -> CGROUP_FILE_PAGES;
            case NR_FILE_DIRTY -> CGROUP_FILE_DIRTY;
            case NR_WRITEBACK -> CGROUP_FILE_WRITEBACK;
            case NR_ACTIVE_FILE -> CGROUP_ACTIVE_FILE;
            case NR_INACTIVE_FILE -> CGROUP_INACTIVE_FILE;
            case PGACTIVATE -> CGROUP_PGACTIVATE;
            case PGDEACTIVATE -> CGROUP_PGDEACTIVATE;
            case PGREFILL -> CGROUP_PGREFILL;
            case PGSCAN_KSWAPD -> CGROUP_PGSCAN_KSWAPD;
            case PGSTEAL_KSWAPD -> CGROUP_PGSTEAL_KSWAPD;
            case PGSCAN_DIRECT -> CGROUP_PGSCAN_DIRECT;
            case PGSTEAL_DIRECT -> CGROUP_PGSTEAL_DIRECT;
            case WORKINGSET_REFAULT_FILE -> CGROUP_WORKINGSET_REFAULT_FILE;
            case WORKINGSET_ACTIVATE_FILE -> CGROUP_WORKINGSET_ACTIVATE_FILE;
            case WORKINGSET_RESTORE_FILE -> CGROUP_WORKINGSET_RESTORE_FILE;
            default -> throw new IllegalStateException(this + " is not counted by cgroup");
        };
    }
}
