package dev.dropbehind.engine.measure;

import static dev.dropbehind.engine.measure.Metric.Kind.EVENTS;
import static dev.dropbehind.engine.measure.Metric.Kind.LATENCY;
import static dev.dropbehind.engine.measure.Metric.Kind.RATE;
import static dev.dropbehind.engine.measure.Metric.Kind.STATE;

import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Every value of a {@link Sample}, in the order of the HTTP contract: name, unit, how it sums up, and what it means.
 */
public enum Metric {
    READ_MIBPS(
            "readMiBps",
            "MiB/s",
            RATE,
            "",
            "Bytes that read calls returned to the application.",
            mib(Counter.READ_BYTES)),
    WRITE_MIBPS(
            "writeMiBps",
            "MiB/s",
            RATE,
            "",
            "Bytes that write calls took from the application.",
            mib(Counter.WRITTEN_BYTES)),
    IOPS(
            "iops",
            "1/s",
            RATE,
            "",
            "Read and write calls that returned.",
            r -> r.perSecond(Counter.READ_CALLS) + r.perSecond(Counter.WRITE_CALLS)),
    KSWAPD_CPU(
            "kswapdCpuPercent",
            "%",
            RATE,
            "pidstat %system of kswapd0",
            "CPU time of the background reclaimer, in percent of one processor: it grows with the pages scanned and"
                    + " freed.",
            percent(Counter.KSWAPD_CPU_NANOS)),
    DIRECT_RECLAIM_CPU(
            "directReclaimCpuPercent",
            "%",
            RATE,
            "",
            "CPU time that tasks spent on reclaim themselves because free memory was below the min watermark or their"
                    + " cgroup at its limit.",
            percent(Counter.DIRECT_RECLAIM_CPU_NANOS)),
    FLUSHER_CPU(
            "flusherCpuPercent",
            "%",
            RATE,
            "",
            "CPU time of the writeback worker of the device.",
            percent(Counter.FLUSHER_CPU_NANOS)),
    COMPLETION_WORKER_CPU(
            "completionWorkerCpuPercent",
            "%",
            RATE,
            "",
            "CPU time of the workers that end bios in task context.",
            percent(Counter.COMPLETION_WORKER_CPU_NANOS)),
    INTERRUPT_CPU(
            "interruptCpuPercent",
            "%",
            RATE,
            "",
            "CPU time that hard and soft interrupts took from whatever ran on their processor.",
            percent(Counter.INTERRUPT_CPU_NANOS)),
    APPLICATION_CPU(
            "applicationCpuPercent",
            "%",
            RATE,
            "",
            "CPU time of the jobs, direct reclaim apart; 100 % is one processor.",
            percent(Counter.APPLICATION_CPU_NANOS)),
    BDI_DONTCACHE_DIRTY(
            "bdiDontcacheDirtyKiB",
            "KiB",
            STATE,
            "BdiDontcacheDirty",
            "Dirty pages that a DONTCACHE write made and that will be dropped once written back; reads never move it.",
            r -> pagesToKib(Math.max(0, r.state(Counter.WB_DONTCACHE_DIRTY)))),
    BDI_RECLAIMABLE(
            "bdiReclaimableKiB",
            "KiB",
            STATE,
            "BdiReclaimable",
            "Dirty pages of the device.",
            kib(Counter.WB_RECLAIMABLE)),
    BDI_WRITEBACK(
            "bdiWritebackKiB",
            "KiB",
            STATE,
            "BdiWriteback",
            "Pages on their way to the device.",
            kib(Counter.WB_WRITEBACK)),
    DIRTY("dirtyKiB", "KiB", STATE, "nr_dirty", "Dirty pages of all files.", kib(Counter.NR_FILE_DIRTY)),
    WRITEBACK("writebackKiB", "KiB", STATE, "nr_writeback", "Pages under writeback.", kib(Counter.NR_WRITEBACK)),
    CACHED(
            "cachedKiB",
            "KiB",
            STATE,
            "Cached",
            "Page cache of files, block devices apart.",
            r -> pagesToKib(r.state(Counter.NR_FILE_PAGES) - r.state(Counter.NR_BUFFER_PAGES))),
    BUFFERS("buffersKiB", "KiB", STATE, "Buffers", "Page cache of block devices.", kib(Counter.NR_BUFFER_PAGES)),
    MEM_FREE(
            "memFreeKiB",
            "KiB",
            STATE,
            "nr_free_pages",
            "Free pages of the zone; pages on per-CPU lists are not counted.",
            kib(Counter.NR_FREE_PAGES)),
    ACTIVE_FILE(
            "activeFileKiB",
            "KiB",
            STATE,
            "nr_active_file",
            "File pages used more than once.",
            kib(Counter.NR_ACTIVE_FILE)),
    INACTIVE_FILE(
            "inactiveFileKiB",
            "KiB",
            STATE,
            "nr_inactive_file",
            "File pages that reclaim takes first.",
            kib(Counter.NR_INACTIVE_FILE)),
    CGROUP_FILE(
            "cgroupFileKiB",
            "KiB",
            STATE,
            "memory.stat file",
            "Page cache charged to the cgroup.",
            kib(Counter.CGROUP_FILE_PAGES)),
    PGSCAN_KSWAPD(
            "pgscanKswapd", "pages", EVENTS, "pgscan_kswapd", "Pages kswapd looked at.", grown(Counter.PGSCAN_KSWAPD)),
    PGSTEAL_KSWAPD(
            "pgstealKswapd", "pages", EVENTS, "pgsteal_kswapd", "Pages kswapd freed.", grown(Counter.PGSTEAL_KSWAPD)),
    PGSCAN_DIRECT(
            "pgscanDirect",
            "pages",
            EVENTS,
            "pgscan_direct",
            "Pages that allocating tasks looked at; not those that tasks looked at for the limit of their cgroup.",
            grown(Counter.PGSCAN_DIRECT)),
    PGSTEAL_DIRECT(
            "pgstealDirect",
            "pages",
            EVENTS,
            "pgsteal_direct",
            "Pages that allocating tasks freed; not those that tasks freed for the limit of their cgroup.",
            grown(Counter.PGSTEAL_DIRECT)),
    PGSCAN_FILE(
            "pgscanFile",
            "pages",
            EVENTS,
            "pgscan_file",
            "File pages that reclaim looked at, whoever reclaimed and for whatever limit.",
            grown(Counter.PGSCAN_FILE)),
    PGSTEAL_FILE(
            "pgstealFile",
            "pages",
            EVENTS,
            "pgsteal_file",
            "File pages that reclaim freed, whoever reclaimed and for whatever limit.",
            grown(Counter.PGSTEAL_FILE)),
    ALLOCSTALL(
            "allocstall",
            "events",
            EVENTS,
            "allocstall_normal",
            "Allocations that had to reclaim before they got a page.",
            grown(Counter.ALLOCSTALL)),
    WORKINGSET_REFAULT_FILE(
            "workingsetRefaultFile",
            "pages",
            EVENTS,
            "workingset_refault_file",
            "File pages read again after they were reclaimed.",
            grown(Counter.WORKINGSET_REFAULT_FILE)),
    WORKINGSET_ACTIVATE_FILE(
            "workingsetActivateFile",
            "pages",
            EVENTS,
            "workingset_activate_file",
            "File pages read again so soon after they were reclaimed that they came to the active list at once.",
            grown(Counter.WORKINGSET_ACTIVATE_FILE)),
    DEVICE_READ_MIBPS(
            "deviceReadMiBps",
            "MiB/s",
            RATE,
            "diskstats sectors read",
            "Bytes the device delivered, read-ahead included.",
            mib(Counter.DEVICE_READ_BYTES)),
    DEVICE_WRITE_MIBPS(
            "deviceWriteMiBps",
            "MiB/s",
            RATE,
            "diskstats sectors written",
            "Bytes the device took.",
            mib(Counter.DEVICE_WRITE_BYTES)),
    DEVICE_READ_REQUESTS(
            "deviceReadRequests",
            "requests",
            EVENTS,
            "diskstats reads completed",
            "Read requests the device completed.",
            grown(Counter.DEVICE_READ_REQUESTS)),
    DEVICE_WRITE_REQUESTS(
            "deviceWriteRequests",
            "requests",
            EVENTS,
            "diskstats writes completed",
            "Write requests the device completed.",
            grown(Counter.DEVICE_WRITE_REQUESTS)),
    DEVICE_READS_4K_PER_WRITE(
            "deviceReads4kPerWrite",
            "reads/write",
            RATE,
            "",
            "Device read volume in units of 4096 bytes for each write call; 0 where nothing is written.",
            r -> r.grown(Counter.WRITE_CALLS) == 0
                    ? 0
                    : r.grown(Counter.DEVICE_READ_BYTES) / 4096.0 / r.grown(Counter.WRITE_CALLS)),
    THROTTLED_MILLIS(
            "throttledMillis",
            "ms",
            EVENTS,
            "",
            "Time that writers were held because too much was dirty.",
            r -> r.grown(Counter.THROTTLED_NANOS) / 1e6),
    DROPBEHIND_DROPPED(
            "dropbehindDropped",
            "pages",
            EVENTS,
            "",
            "Pages that left the cache because a DONTCACHE read or write was done with them.",
            grown(Counter.DROPBEHIND_DROPPED)),
    DROPBEHIND_SKIPPED(
            "dropbehindSkipped",
            "pages",
            EVENTS,
            "",
            "Pages marked drop-behind that could not be dropped when their turn came.",
            grown(Counter.DROPBEHIND_SKIPPED)),
    DONTNEED_DROPPED(
            "dontneedDropped",
            "pages",
            EVENTS,
            "",
            "Pages that left the cache because a job gave them up by POSIX_FADV_DONTNEED.",
            grown(Counter.DONTNEED_DROPPED)),
    NOWAIT_EAGAIN(
            "nowaitEagain",
            "calls",
            EVENTS,
            "",
            "Calls with RWF_NOWAIT that read nothing because they would have had to wait.",
            grown(Counter.NOWAIT_EAGAIN)),
    BIOS_DEFERRED(
            "biosDeferred",
            "bios",
            EVENTS,
            "",
            "Bios whose end was moved from interrupt to task context.",
            grown(Counter.BIOS_DEFERRED)),
    ATOMIC_SLEEP_SPLATS(
            "atomicSleepSplats",
            "events",
            EVENTS,
            "",
            "Warnings of the kernel that something which may sleep ran in atomic context.",
            grown(Counter.ATOMIC_SLEEP_SPLATS)),
    LATENCY_P50("latencyP50Micros", "µs", LATENCY, "", "Half of the calls took no longer.", percentile(0.5)),
    LATENCY_P99("latencyP99Micros", "µs", LATENCY, "", "99 of 100 calls took no longer.", percentile(0.99)),
    LATENCY_P999("latencyP999Micros", "µs", LATENCY, "", "999 of 1000 calls took no longer.", percentile(0.999)),
    LATENCY_MAX("latencyMaxMicros", "µs", LATENCY, "", "The slowest call.", percentile(1.0)),
    LOOP_WORKER_CPU(
            "loopWorkerCpuPercent",
            "%",
            RATE,
            "",
            "CPU time of the worker that reads from the file under a loop device.",
            percent(Counter.LOOP_WORKER_CPU_NANOS)),
    BIOS_ENDED_IN_INTERRUPT(
            "biosEndedInInterrupt",
            "bios",
            EVENTS,
            "",
            "Write bios whose end ran in an interrupt; what is left to do a file system may do in a worker of its own.",
            grown(Counter.WRITE_BIOS_ENDED_IN_INTERRUPT)),
    BIOS_ENDED_IN_TASK(
            "biosEndedInTask",
            "bios",
            EVENTS,
            "",
            "Write bios whose end ran in a task: a worker of the block layer, or the submitter of a ramdisk.",
            grown(Counter.WRITE_BIOS_ENDED_IN_TASK)),
    DEFERRAL_MICROS(
            "deferralMicros",
            "µs",
            RATE,
            "",
            "How long a deferred bio waited for its worker after the device was done with it, on average; 0 where none"
                    + " was deferred.",
            r -> r.grown(Counter.BIOS_DEFERRED) == 0
                    ? 0
                    : r.grown(Counter.DEFERRAL_NANOS) / 1e3 / r.grown(Counter.BIOS_DEFERRED)),
    DROPBEHIND_IN_ATOMIC(
            "dropbehindInAtomic",
            "pages",
            EVENTS,
            "",
            "Pages marked drop-behind that stayed because their writeback ended in an interrupt and no worker took"
                    + " them.",
            grown(Counter.DROPBEHIND_IN_ATOMIC)),
    DONTCACHE_KICKS(
            "dontcacheKicks",
            "events",
            EVENTS,
            "",
            "How often DONTCACHE writes asked the flusher to begin; a request that is still waiting is not made again.",
            grown(Counter.DONTCACHE_KICKS)),
    JOURNAL_COMMITS(
            "journalCommits",
            "events",
            EVENTS,
            "",
            "Commits of the file system's journal or log.",
            grown(Counter.JOURNAL_COMMITS)),
    CGROUP_DIRTY(
            "cgroupDirtyKiB",
            "KiB",
            STATE,
            "memory.stat file_dirty",
            "Dirty pages charged to the cgroup.",
            kib(Counter.CGROUP_FILE_DIRTY)),
    CGROUP_WRITEBACK(
            "cgroupWritebackKiB",
            "KiB",
            STATE,
            "memory.stat file_writeback",
            "Pages under writeback charged to the cgroup.",
            kib(Counter.CGROUP_FILE_WRITEBACK)),
    CGROUP_USAGE(
            "cgroupUsageKiB",
            "KiB",
            STATE,
            "memory.current",
            "Memory charged to the cgroup, against its limits.",
            kib(Counter.CGROUP_USAGE_PAGES)),
    BDI_WRITE_BANDWIDTH(
            "bdiWriteBandwidthMiBps",
            "MiB/s",
            STATE,
            "BdiWriteBandwidth",
            "How fast the device writes, by the kernel's estimate: it begins at 100 MiB/s and is corrected every 200"
                    + " ms.",
            r -> r.state(Counter.WB_WRITE_BANDWIDTH) / 256.0),
    CPU_HANGS(
            "cpuHangs",
            "events",
            EVENTS,
            "",
            "Times at which a processor would have stood still for good: an interrupt that drops a folio met a task"
                    + " that holds the lock, or an end function was put off again and again.",
            grown(Counter.CPU_HANGS)),
    EXTENTS_ALLOCATED(
            "extentsAllocated",
            "extents",
            EVENTS,
            "",
            "Extents that blocks were allocated for, mostly when their data was about to be written.",
            grown(Counter.EXTENTS_ALLOCATED)),
    EXTENT_CONVERSIONS(
            "extentConversions",
            "extents",
            EVENTS,
            "",
            "Times at which unwritten blocks were entered as written after their data was on the device.",
            grown(Counter.EXTENT_CONVERSIONS)),
    EXTENT_REMAPS(
            "extentRemaps",
            "events",
            EVENTS,
            "",
            "Times at which a write looked its extent up again because it had changed meanwhile.",
            grown(Counter.EXTENT_REMAPS));

    /** How a value of single seconds becomes one of a whole run. */
    public enum Kind {
        /** The mean of the seconds. */
        RATE,
        /** The last second's. */
        STATE,
        /** The sum of the seconds. */
        EVENTS,
        /** Of all calls of the run together. */
        LATENCY
    }

    private final String id;
    private final String unit;
    private final Kind kind;
    private final String kernelName;
    private final String explanation;
    private final ToDoubleFunction<Reading> formula;

    Metric(
            String id,
            String unit,
            Kind kind,
            String kernelName,
            String explanation,
            ToDoubleFunction<Reading> formula) {
        this.id = id;
        this.unit = unit;
        this.kind = kind;
        this.kernelName = kernelName;
        this.explanation = explanation;
        this.formula = formula;
    }

    /** Returns the name in JSON, CSV and charts. */
    public String id() {
        return id;
    }

    /** Returns the unit as it is shown. */
    public String unit() {
        return unit;
    }

    /** Returns how values of single seconds become one of a whole run. */
    public Kind kind() {
        return kind;
    }

    /** Returns the kernel's own name for this value, or nothing where the kernel has none. */
    public Optional<String> kernelName() {
        return kernelName.isEmpty() ? Optional.empty() : Optional.of(kernelName);
    }

    /** Returns one sentence that says what the value is. */
    public String explanation() {
        return explanation;
    }

    double of(Reading reading) {
        return formula.applyAsDouble(reading);
    }

    private static ToDoubleFunction<Reading> mib(Counter bytes) {
        return r -> r.perSecond(bytes) / (1 << 20);
    }

    private static ToDoubleFunction<Reading> percent(Counter nanos) {
        return r -> r.percentOfElapsed(nanos);
    }

    private static ToDoubleFunction<Reading> kib(Counter pages) {
        return r -> pagesToKib(r.state(pages));
    }

    private static ToDoubleFunction<Reading> grown(Counter counter) {
        return r -> r.grown(counter);
    }

    private static ToDoubleFunction<Reading> percentile(double fraction) {
        return r -> r.latency.percentileNanos(fraction) / 1000.0;
    }

    private static double pagesToKib(long pages) {
        return pages * 4.0;
    }
}
