package dev.dropbehind.engine.spec;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A patch's switch: what it changes, where it comes from, and what to watch (kernel-model §10). Most are on or off;
 * some are at one of several values.
 */
public enum Toggle {
    MM_RWF_DONTCACHE(
            "mm.rwfDontcache",
            "The kernel knows RWF_DONTCACHE, and ext4, XFS and btrfs accept it; without it every such call fails with"
                    + " EOPNOTSUPP.",
            "Uncached buffered IO, Jens Axboe, merged for 6.14",
            "dropbehindDropped and cachedKiB of a DONTCACHE reader",
            List.of("dropbehindDropped", "cachedKiB", "kswapdCpuPercent"),
            Epoch.E1),
    MM_DONTCACHE_KICK(
            "mm.dontcacheKick",
            "What a DONTCACHE write does when it has written: inlineRange submits writeback of its own byte range in"
                    + " the calling task; flusherBit counts the dirty pages and only wakes the flusher.",
            "Writeback of DONTCACHE data by the flusher, Jeff Layton, merged for 7.2",
            "bdiDontcacheDirtyKiB and flusherCpuPercent of a DONTCACHE writer",
            List.of("bdiDontcacheDirtyKiB", "flusherCpuPercent", "applicationCpuPercent", "writeMiBps"),
            Epoch.E2,
            new Choices("inlineRange", "flusherBit", "inlineRange", "flusherBit"),
            MM_RWF_DONTCACHE),
    MM_CGROUP_WRITEBACK(
            "mm.cgroupWriteback",
            "A memory cgroup of version 2 has a writeback of its own, with dirty limits from its own memory; without"
                    + " it its dirty pages count and are written with those of the whole machine.",
            "writeback: cgroup writeback support, Tejun Heo, merged for 4.2",
            "throttledMillis and dirtyKiB of a writer in a small cgroup",
            List.of("throttledMillis", "dirtyKiB", "writeMiBps"),
            Epoch.E0),
    MM_DROP_ONLY_WHOLE_FOLIOS(
            "mm.dropOnlyWhenFolioFullyConsumed",
            "A folio marked drop-behind stays until a read has come to its end; the kernel drops it after the first"
                    + " read of any part. A study: nobody has proposed it.",
            "kernel-model §2.2",
            "deviceReadMiBps beside readMiBps: how much is read more than once",
            List.of("deviceReadMiBps", "readMiBps"),
            null),
    MM_UNSAFE_DROP_IN_IRQ(
            "mm.unsafeDropInIrq",
            "Writeback that ends in an interrupt drops its folios there instead of leaving them, although dropping may"
                    + " sleep. A study: nobody may do that.",
            "kernel-model §5.6",
            "atomicSleepSplats of a DONTCACHE writer whose bios end in an interrupt; cpuHangs where a reader of the"
                    + " same file drops on the same processor",
            List.of("atomicSleepSplats", "cpuHangs", "dropbehindDropped"),
            null,
            MM_RWF_DONTCACHE),
    IOMAP_OVERWRITE_DONTCACHE(
            "iomap.overwriteDontcache",
            "iomap marks the folios of a DONTCACHE write that overwrites blocks, not only of one that allocates them.",
            "Fixes of mid-2025 on top of 6.14, kernel-model §0.3",
            "dropbehindDropped and cachedKiB of a DONTCACHE writer that overwrites",
            List.of("dropbehindDropped", "cachedKiB"),
            Epoch.E1,
            MM_RWF_DONTCACHE),
    BLOCK_BIO_IN_ATOMIC(
            "block.bioInAtomic",
            "One predicate says whether a bio ends in atomic context. It changes nothing before something asks it.",
            "[PATCH v7 1/5] of block: enable RWF_DONTCACHE for block devices",
            "biosDeferred, together with block.completeInTask",
            List.of("biosDeferred"),
            Epoch.E3),
    BLOCK_COMPLETE_IN_TASK(
            "block.completeInTask",
            "A bio may ask to end in a task: in atomic context it is put on a list of the processor, whose worker ends"
                    + " it. It changes nothing before somebody asks.",
            "[PATCH v7 2/5] of block: enable RWF_DONTCACHE for block devices",
            "biosDeferred and completionWorkerCpuPercent, once a file system asks for it",
            List.of("biosDeferred", "completionWorkerCpuPercent"),
            Epoch.E3,
            BLOCK_BIO_IN_ATOMIC),
    BLOCK_DEFER_VARIANT(
            "block.deferVariant",
            "How what is to end in a task gets there, as the versions of the series did it: v1 not at all; v2 a batch"
                    + " of 31 folios for the machine, v3 one a processor, neither dropping what does not fit; v4 a"
                    + " list of bios a processor whose worker yields; v5 a lock-less list taken up a tick later, v6 a"
                    + " list taken up a tick later; v7 a list taken up at once.",
            "Versions 1 to 7 of block: enable RWF_DONTCACHE for block devices",
            "biosDeferred, dropbehindSkipped and the latency of sync calls",
            List.of("biosDeferred", "dropbehindSkipped", "completionWorkerCpuPercent", "latencyMaxMicros"),
            Epoch.E3,
            new Choices("v7", "v7", "v1", "v2", "v3", "v4", "v5", "v6", "v7"),
            BLOCK_COMPLETE_IN_TASK),
    BLOCK_SENTINEL(
            "block.sentinel",
            "The flag that asks for a task also says that the bio is already in one, so that it is never deferred a"
                    + " second time.",
            "[PATCH v7 2/5] of block: enable RWF_DONTCACHE for block devices",
            "biosDeferred: without it an end function that asks again in the worker is deferred for ever",
            List.of("biosDeferred", "completionWorkerCpuPercent"),
            Epoch.E3,
            BLOCK_COMPLETE_IN_TASK),
    BLOCK_HOTPLUG_REQUEUE(
            "block.hotplugRequeue",
            "Bios that are left on the list of a processor which was offline are taken up when it comes back.",
            "[PATCH v7 2/5] of block: enable RWF_DONTCACHE for block devices",
            "writebackKiB after a processor went and came: without it bios can stay for ever",
            List.of("writebackKiB", "biosDeferred"),
            Epoch.E3,
            BLOCK_COMPLETE_IN_TASK),
    IOMAP_COMPLETE_IN_TASK_DROPBEHIND(
            "iomap.completeInTaskDropbehind",
            "Writeback through iomap asks for a task for each bio with a drop-behind folio; DONTCACHE folios no longer"
                    + " need bios of their own, and what XFS deferred by itself is gone.",
            "[PATCH v7 3/5] of block: enable RWF_DONTCACHE for block devices",
            "dropbehindDropped and cachedKiB of a DONTCACHE writer through iomap; deviceWriteRequests on XFS",
            List.of("dropbehindDropped", "biosDeferred", "cachedKiB", "deviceWriteRequests"),
            Epoch.E3,
            BLOCK_COMPLETE_IN_TASK),
    XFS_DEFER_DONTCACHE_IOEND(
            "xfs.deferDontcacheIoend",
            "XFS ends the writeback of DONTCACHE folios on a work queue, sorted and merged for each file; such folios"
                    + " need bios of their own. Without it an overwrite ends in the interrupt, where nothing is"
                    + " dropped.",
            "Uncached buffered IO, Jens Axboe, merged for 6.14",
            "dropbehindDropped of a DONTCACHE writer on XFS",
            List.of("dropbehindDropped", "cachedKiB", "completionWorkerCpuPercent"),
            Epoch.E1,
            IOMAP_COMPLETE_IN_TASK_DROPBEHIND,
            List.of(MM_RWF_DONTCACHE)),
    BUFFER_COMPLETE_IN_TASK_DROPBEHIND(
            "buffer.completeInTaskDropbehind",
            "Writeback through buffer heads asks for a task for each bio of a drop-behind folio.",
            "[PATCH v7 4/5] of block: enable RWF_DONTCACHE for block devices",
            "dropbehindDropped and buffersKiB of a DONTCACHE writer of a block device",
            List.of("dropbehindDropped", "biosDeferred", "cachedKiB", "buffersKiB"),
            Epoch.E3,
            BLOCK_COMPLETE_IN_TASK),
    BLOCK_READ_DEFER(
            "block.readDefer",
            "Reads of drop-behind folios through buffer heads ask for a task as well, because the check for writes is"
                    + " missing, as before version 7.",
            "Versions 4 to 6 of block: enable RWF_DONTCACHE for block devices",
            "biosDeferred of a DONTCACHE reader through buffer heads",
            List.of("biosDeferred", "completionWorkerCpuPercent"),
            null,
            BUFFER_COMPLETE_IN_TASK_DROPBEHIND),
    BDEV_FOP_DONTCACHE(
            "bdev.fopDontcache",
            "Block devices accept RWF_DONTCACHE; without it such a call fails with EOPNOTSUPP.",
            "[PATCH v7 5/5] of block: enable RWF_DONTCACHE for block devices",
            "readMiBps and buffersKiB of a DONTCACHE reader of a block device",
            List.of("readMiBps", "buffersKiB"),
            Epoch.E3,
            MM_RWF_DONTCACHE),
    F2FS_FOP_DONTCACHE(
            "f2fs.fopDontcache",
            "f2fs accepts RWF_DONTCACHE; without it such a call fails with EOPNOTSUPP.",
            "[PATCH] f2fs: f2fs supports uncached buffered I/O",
            "kswapdCpuPercent and cachedKiB of a DONTCACHE reader",
            List.of("kswapdCpuPercent", "cachedKiB"),
            null,
            MM_RWF_DONTCACHE),
    F2FS_DONTCACHE_WRITE_UNSUPPORTED(
            "f2fs.dontcacheWriteUnsupported",
            "f2fs accepts RWF_DONTCACHE for reads only: such a write fails with EOPNOTSUPP.",
            "Version 2 of f2fs: f2fs supports uncached buffered I/O, August 2025",
            "writeMiBps of a DONTCACHE writer, which ends at its first call",
            List.of("writeMiBps", "applicationCpuPercent"),
            null,
            F2FS_FOP_DONTCACHE),
    F2FS_POST_WRITE_WORKQUEUE(
            "f2fs.postWriteWorkqueue",
            "f2fs ends write bios with drop-behind folios on a work queue, where they can be dropped; without it they"
                    + " end in the soft interrupt and stay.",
            "RFC for f2fs writes, August 2025, in the thread of f2fs: f2fs supports uncached buffered I/O",
            "dropbehindDropped and cachedKiB of a DONTCACHE writer",
            List.of("dropbehindDropped", "cachedKiB", "completionWorkerCpuPercent"),
            null,
            F2FS_FOP_DONTCACHE),
    F2FS_UNSAFE_DROP(
            "f2fs.unsafeDrop",
            "f2fs drops the folios of a DONTCACHE write in the soft interrupt, although dropping may sleep. A study:"
                    + " nobody may do that.",
            "kernel-model §10.2",
            "atomicSleepSplats of a DONTCACHE writer; cpuHangs where a reader of the same file drops on the same"
                    + " processor",
            List.of("atomicSleepSplats", "cpuHangs", "dropbehindDropped"),
            null,
            F2FS_FOP_DONTCACHE);

    private final String id;
    private final String mechanism;
    private final String source;
    private final String watch;
    private final List<String> metrics;
    private final @Nullable Epoch epoch;
    private final Choices choices;
    private final @Nullable Toggle replacedBy;
    private final List<Toggle> needs;

    /** What a toggle can be at: its base where nobody says anything, and what the epoch that brings it sets it to. */
    private record Choices(String base, String ofEpoch, List<String> all) {

        static final Choices ON_OR_OFF = new Choices("false", "true", "false", "true");

        Choices(String base, String ofEpoch, String... all) {
            this(base, ofEpoch, List.of(all));
        }
    }

    Toggle(
            String id,
            String mechanism,
            String source,
            String watch,
            List<String> metrics,
            @Nullable Epoch epoch,
            Toggle... needs) {
        this(id, mechanism, source, watch, metrics, epoch, Choices.ON_OR_OFF, null, List.of(needs));
    }

    Toggle(
            String id,
            String mechanism,
            String source,
            String watch,
            List<String> metrics,
            @Nullable Epoch epoch,
            Choices choices,
            Toggle... needs) {
        this(id, mechanism, source, watch, metrics, epoch, choices, null, List.of(needs));
    }

    Toggle(
            String id,
            String mechanism,
            String source,
            String watch,
            List<String> metrics,
            @Nullable Epoch epoch,
            Toggle replacedBy,
            List<Toggle> needs) {
        this(id, mechanism, source, watch, metrics, epoch, Choices.ON_OR_OFF, replacedBy, needs);
    }

    Toggle(
            String id,
            String mechanism,
            String source,
            String watch,
            List<String> metrics,
            @Nullable Epoch epoch,
            Choices choices,
            @Nullable Toggle replacedBy,
            List<Toggle> needs) {
        this.id = id;
        this.mechanism = mechanism;
        this.source = source;
        this.watch = watch;
        this.metrics = metrics;
        this.epoch = epoch;
        this.choices = choices;
        this.replacedBy = replacedBy;
        this.needs = needs;
    }

    /** Returns the name in specs. */
    public String id() {
        return id;
    }

    /** Returns what the patch changes, in one sentence. */
    public String mechanism() {
        return mechanism;
    }

    /** Returns the message that proposed it. */
    public String source() {
        return source;
    }

    /** Returns the values in which it shows. */
    public String watch() {
        return watch;
    }

    /** Returns the names of the values in which it shows, the clearest first. */
    public List<String> metrics() {
        return metrics;
    }

    /** Returns the epoch that brings it, or nothing while no release has it. */
    public Optional<Epoch> epoch() {
        return Optional.ofNullable(epoch);
    }

    /** Returns whether it is on or off, and not at one of several values. */
    public boolean isOnOrOff() {
        return choices.equals(Choices.ON_OR_OFF);
    }

    /** Returns what it can be at; {@code false} and {@code true} where it is on or off. */
    public List<String> choices() {
        return choices.all();
    }

    /** Returns what it is at where nothing is said and no epoch brings it. */
    public String base() {
        return choices.base();
    }

    /** Returns what the epoch that brings it sets it to; {@code true} where it is on or off. */
    public String epochValue() {
        return choices.ofEpoch();
    }

    /** Returns what it is at in a kernel of an epoch that is told nothing. */
    public String valueIn(Epoch kernel) {
        return isIn(kernel) ? epochValue() : base();
    }

    /** Returns the toggle that takes this one away: where that is on, this is off. */
    public Optional<Toggle> replacedBy() {
        return Optional.ofNullable(replacedBy);
    }

    /** Returns the toggles without which this one does nothing; it pulls them in where it is not at its base. */
    public List<Toggle> needs() {
        return needs;
    }

    /** Returns whether a kernel of an epoch has it without being told: epochs contain the earlier ones. */
    public boolean isIn(Epoch kernel) {
        return isBroughtBy(kernel) && (replacedBy == null || !replacedBy.isIn(kernel));
    }

    /** Returns whether an epoch or an earlier one brings it, also where a later one takes it away again. */
    public boolean isBroughtBy(Epoch kernel) {
        return epoch != null && epoch.compareTo(kernel) <= 0;
    }

    /** Returns the toggle of that name. */
    public static Optional<Toggle> byId(String id) {
        for (Toggle toggle : values()) {
            if (toggle.id.equals(id)) {
                return Optional.of(toggle);
            }
        }
        return Optional.empty();
    }
}
