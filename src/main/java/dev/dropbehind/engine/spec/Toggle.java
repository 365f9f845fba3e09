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
    MM_DONTCACHE_UNCOUNT_IF_COUNTED(
            "mm.dontcacheUncountIfCounted",
            "A look-up that takes the drop-behind mark off a folio counts its dirty pages out only if they were counted"
                    + " in, and writeback counts them out only if nobody has; without it both go by flags that the"
                    + " other may be changing.",
            "[PATCH v8 2/7] of mm, iomap, NFSD: stop uncached writes reading back shared pages",
            "bdiDontcacheDirtyKiB after a sync, with kernel.interleaving and files mapped and written uncached",
            List.of("bdiDontcacheDirtyKiB", "flusherCpuPercent"),
            Epoch.E4,
            MM_RWF_DONTCACHE),
    MM_BDI_DONTCACHE_DIRTY_ROW(
            "mm.bdiDontcacheDirtyRow",
            "The files of a device in debugfs have a row with the dirty pages that leave the cache once written."
                    + " It changes nothing but text.",
            "[PATCH v8 3/7] of mm, iomap, NFSD: stop uncached writes reading back shared pages",
            "the row BdiDontcacheDirty of bdi/stats and WbDontcacheDirty of bdi/wb_stats",
            List.of("bdiDontcacheDirtyKiB"),
            Epoch.E4),
    MM_FOLIO_MARK_DROPBEHIND(
            "mm.folioMarkDropbehind",
            "How a folio that is cached already is marked drop-behind and counted: none, nobody does; dirtyFlag counts"
                    + " it where its dirty flag is set, as version 7 of the series did, and so twice where it is not"
                    + " accounted as dirty yet; dirtyTag where it is accounted. It changes nothing before somebody"
                    + " asks.",
            "[PATCH v8 4/7] of mm, iomap, NFSD: stop uncached writes reading back shared pages",
            "bdiDontcacheDirtyKiB after a sync, with kernel.interleaving and stores to mapped pages",
            List.of("bdiDontcacheDirtyKiB"),
            Epoch.E4,
            new Choices("none", "dirtyTag", "none", "dirtyFlag", "dirtyTag"),
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
            Choices.ON_OR_OFF,
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
            F2FS_FOP_DONTCACHE),
    EXT4_DELALLOC_MULTI_BLOCK(
            "ext4.delallocMultiBlock",
            "Delayed allocation reserves a range of blocks by one call instead of block by block."
                    + " Nothing asks it for more than a block before writes go through iomap.",
            ofExt4("patches 01 to 19"),
            "applicationCpuPercent, together with ext4.iomapWrite",
            List.of("applicationCpuPercent"),
            null),
    EXT4_ENDIO_RESERVE(
            "ext4.endioReserve",
            "When unwritten blocks become written, splitting their extent may use reserved"
                    + " metadata blocks. It shows only on a device that is full, and none here is.",
            ofExt4("patch 20"),
            "nothing: no device runs full",
            List.of("extentConversions"),
            null),
    EXT4_EXTENT_SEQ(
            "ext4.extentSeq",
            "A counter of the file goes up at each change of its extents; a write through iomap"
                    + " that finds it changed since it looked its extent up looks it up again.",
            ofExt4("patch 21"),
            "extentRemaps of a writer through iomap beside writeback of the same file",
            List.of("extentRemaps", "applicationCpuPercent"),
            null),
    EXT4_IOMAP_AOPS(
            "ext4.iomapAops",
            "A file can have address-space operations of its own for iomap. It changes nothing"
                    + " before something uses them.",
            ofExt4("patch 22"),
            "whatever shows ext4.iomapEnable",
            List.of("applicationCpuPercent"),
            null),
    EXT4_IOMAP_ENABLE(
            "ext4.iomapEnable",
            "Regular files go through iomap, in those parts whose toggles are on; not with"
                    + " data=journal, nor after a defrag.",
            ofExt4("patch 30"),
            "applicationCpuPercent and writeMiBps of any reader or writer, with ext4.iomapRead or" + " ext4.iomapWrite",
            List.of("applicationCpuPercent", "writeMiBps", "readMiBps"),
            null,
            EXT4_IOMAP_AOPS),
    EXT4_IOMAP_READ(
            "ext4.iomapRead",
            "Reads look up extents and build bios of them, without a buffer head a block.",
            ofExt4("patch 23"),
            "applicationCpuPercent and readMiBps of a reader",
            List.of("applicationCpuPercent", "readMiBps"),
            null,
            EXT4_IOMAP_ENABLE),
    EXT4_IOMAP_WRITE(
            "ext4.iomapWrite",
            "Writes look up extents, not blocks; new blocks are always allocated unwritten, so"
                    + " the end of their writeback always enters them in a worker.",
            ofExt4("patch 24"),
            "applicationCpuPercent and writeMiBps of a writer",
            List.of("applicationCpuPercent", "writeMiBps", "extentConversions"),
            null,
            EXT4_IOMAP_ENABLE,
            EXT4_DELALLOC_MULTI_BLOCK),
    EXT4_IOMAP_WRITEBACK(
            "ext4.iomapWriteback",
            "Writeback allocates a whole delayed extent at its first folio, looks at no buffer"
                    + " heads, and always leaves unwritten blocks to a worker; no commit waits for data.",
            ofExt4("patch 25"),
            "extentsAllocated, flusherCpuPercent and latencyP99Micros of a writer that syncs",
            List.of("extentsAllocated", "flusherCpuPercent", "latencyP99Micros", "applicationCpuPercent"),
            null,
            EXT4_IOMAP_ENABLE),
    EXT4_IOMAP_MMAP(
            "ext4.iomapMmap",
            "The first store to a mapped page looks up an extent, not each block of the folio.",
            ofExt4("patch 26"),
            "applicationCpuPercent of a job that stores through a mapping",
            List.of("applicationCpuPercent", "writeMiBps"),
            null,
            EXT4_IOMAP_ENABLE),
    EXT4_IOMAP_ZERO(
            "ext4.iomapZero",
            "What is zeroed of a range that begins or ends within a block goes through iomap: an"
                    + " extent is looked up, and what is unwritten is passed over.",
            ofExt4("patch 27"),
            "applicationCpuPercent of the action zeroRange",
            List.of("applicationCpuPercent"),
            null,
            EXT4_IOMAP_ENABLE),
    EXT4_ZERO_FLUSH_FIRST(
            "ext4.zeroFlushFirst",
            "Before a range is zeroed the blocks that it covers in part are written back:"
                    + " unwritten ones that iomap passes over may be dirty in the cache. Without it what"
                    + " they hold stays.",
            ofExt4("patch 28"),
            "deviceWriteRequests of the action zeroRange on dirty data; dataVerified, which is" + " false without it",
            List.of("deviceWriteRequests", "deviceWriteMiBps"),
            null,
            EXT4_IOMAP_ZERO),
    MM_DISABLE_LARGE_FOLIOS_LIVE(
            "mm.disableLargeFoliosLive",
            "A file whose cache was dropped can lose large folios while it is in use.",
            ofExt4("patch 31"),
            "writeMiBps and applicationCpuPercent after the action defrag",
            List.of("applicationCpuPercent", "writeMiBps"),
            null),
    EXT4_DEFRAG_FALLBACK(
            "ext4.defragFallback",
            "A file that is to be defragmented is written back and dropped from the cache, and"
                    + " goes through buffer heads from then on; without it the call fails for a file that"
                    + " goes through iomap.",
            ofExt4("patch 29"),
            "cachedKiB at the action defrag",
            List.of("cachedKiB", "applicationCpuPercent"),
            null,
            EXT4_IOMAP_ENABLE,
            MM_DISABLE_LARGE_FOLIOS_LIVE),
    EXT4_LARGE_FOLIO(
            "ext4.largeFolio",
            "Files that go through iomap have large folios.",
            ofExt4("patch 32"),
            "writeMiBps, readMiBps and applicationCpuPercent of calls of 64 KiB and more",
            List.of("writeMiBps", "readMiBps", "applicationCpuPercent"),
            null,
            EXT4_IOMAP_ENABLE,
            MM_DISABLE_LARGE_FOLIOS_LIVE),
    EXT4_NO_IOMAP_DIRTY_CHECK(
            "ext4.noIomapDirtyCheck",
            "Looking up an extent for a buffered call no longer asks whether the file's last"
                    + " change is committed, which takes a lock that all files have in common.",
            ofExt4("patch 33"),
            "writeMiBps of many writers of small records, each to a file of its own",
            List.of("writeMiBps", "iops", "applicationCpuPercent"),
            null,
            EXT4_IOMAP_ENABLE),
    EXT4_MOUNT_OPTION(
            "ext4.mountOption",
            "Files go through iomap only where the file system is mounted with buffered_iomap,"
                    + " which is off by default.",
            ofExt4("patch 34"),
            "applicationCpuPercent and writeMiBps; fileSystem.bufferedIomap",
            List.of("applicationCpuPercent", "writeMiBps", "readMiBps"),
            null,
            EXT4_IOMAP_READ,
            EXT4_IOMAP_WRITE,
            EXT4_IOMAP_WRITEBACK,
            EXT4_IOMAP_MMAP,
            EXT4_IOMAP_ZERO),
    MM_KEEP_SHARED_EDGE(
            "mm.keepSharedEdge",
            "A DONTCACHE write through iomap that covers a smallest folio only in part does not mark it if it makes it,"
                    + " so that it stays for the next writer; it marks what it finds there.",
            ofSharedPages("[PATCH v8 5/7]"),
            "deviceReadMiBps of writers of interleaved records, which is next to nothing with it",
            List.of("deviceReadMiBps", "deviceReadRequests", "writeMiBps", "cachedKiB"),
            Epoch.E4,
            MM_FOLIO_MARK_DROPBEHIND),
    MM_MARK_FOUND_UNFLAGGED_EDGE(
            "mm.markFoundUnflaggedEdge",
            "An edge that is found is marked whoever has cached it; without it only what a DONTCACHE write has made is,"
                    + " and no normal call has looked up since.",
            "kernel-model §8.7 item 4: not known of the real patch",
            "cachedKiB of a DONTCACHE writer behind a normal reader",
            List.of("cachedKiB", "dropbehindDropped", "deviceReadMiBps"),
            Epoch.E4,
            MM_KEEP_SHARED_EDGE),
    MM_EDGE_IS_PAGE(
            "mm.edgeIsPage",
            "What counts as covered in part is a page, also where a block is larger.",
            ofSharedPages("[PATCH v7 3/5]"),
            "deviceReadMiBps of writers of interleaved records on blocks of 16 KiB",
            List.of("deviceReadMiBps", "deviceReadRequests", "writeMiBps"),
            null,
            MM_KEEP_SHARED_EDGE),
    MM_MARK_LARGER_FOUND(
            "mm.markLargerFound",
            "A larger folio that is found at an edge is marked whole, with the pages of other writers in it.",
            ofSharedPages("[PATCH v7 3/5]"),
            "deviceReadMiBps of writers of interleaved records into what read-ahead has left",
            List.of("deviceReadMiBps", "cachedKiB", "dropbehindDropped"),
            null,
            MM_KEEP_SHARED_EDGE),
    MM_SELF_COMPLETE_EDGES(
            "mm.selfCompleteEdges",
            "A DONTCACHE write that syncs itself does not mark the edges that it finds but drops them when its sync is"
                    + " done, or marks them if they are dirty again.",
            ofSharedPages("[PATCH v8 6/7]"),
            "bdiDontcacheDirtyKiB and dropbehindSkipped of writers of interleaved records with sync: dsync",
            List.of("bdiDontcacheDirtyKiB", "dropbehindSkipped", "cachedKiB", "latencyP99Micros"),
            Epoch.E4,
            MM_KEEP_SHARED_EDGE),
    MM_DROP_AFTER_UNLOCK(
            "mm.dropAfterUnlock",
            "Such an edge is unlocked before it is dropped, and stays, marked, if somebody is quicker.",
            ofSharedPages("[PATCH v7 4/5]"),
            "dropbehindSkipped and cachedKiB of writers of interleaved records with sync: dsync",
            List.of("dropbehindSkipped", "cachedKiB", "applicationCpuPercent", "latencyP99Micros"),
            null,
            MM_SELF_COMPLETE_EDGES),
    NFSD_CUT_AT_SMALLEST_FOLIO(
            "nfsd.cutAtSmallestFolio",
            "An NFS server that writes past its page cache cuts a misaligned WRITE at the smallest folio of the file,"
                    + " not at a page: its direct middle and its buffered ends never share a block larger than a page.",
            ofSharedPages("[PATCH v8 1/7]"),
            "deviceReads4kPerWrite of misaligned WRITEs over blocks of 16 KiB",
            List.of("deviceReads4kPerWrite", "writeMiBps"),
            Epoch.E4),
    NFSD_SHARED_BOUNDARY_COMPLETE(
            "nfsd.sharedBoundaryComplete",
            "An NFS server drops what the buffered ends of a stable direct WRITE have found at their edges itself, once"
                    + " the sync of the whole WRITE is done; without it each end marks it when it is written.",
            ofSharedPages("[PATCH v8 7/7]"),
            "bdiDontcacheDirtyKiB of misaligned stable WRITEs, and who pays for dropping their edges:"
                    + " applicationCpuPercent, not completionWorkerCpuPercent",
            List.of("bdiDontcacheDirtyKiB", "dropbehindSkipped", "applicationCpuPercent", "completionWorkerCpuPercent"),
            Epoch.E4,
            MM_SELF_COMPLETE_EDGES);

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

    private static String ofSharedPages(String patch) {
        return patch + " of mm, iomap, NFSD: stop uncached writes reading back shared pages";
    }

    private static String ofExt4(String patches) {
        return "RFC v4 of ext4: use iomap for regular file's buffered IO path and enable large folio, " + patches;
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
