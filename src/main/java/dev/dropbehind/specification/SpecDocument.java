package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.ActionSpec;
import dev.dropbehind.engine.spec.CgroupSpec;
import dev.dropbehind.engine.spec.DeviceSpec.HddTiming;
import dev.dropbehind.engine.spec.MachineSpec;
import dev.dropbehind.engine.spec.MemorySpec;
import dev.dropbehind.engine.spec.NfsdSpec;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.engine.spec.VmSpec;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A spec: one simulated machine and what it does. Everything has a default but the jobs.
 *
 * @param machine the processors
 * @param memory memory at the start
 * @param device the medium under the file system
 * @param fileSystem the file system of all files
 * @param kernel which kernel, and which patches on it
 * @param jobs who reads and writes what, in fio's words
 * @param files how files lie on the device; one that is not named lies there in one piece
 * @param actions what is done to the machine while it runs, in any order
 * @param duration simulated time after which the run is over, also where jobs are still busy
 * @param seed where all chance comes from
 */
@Schema(name = "Spec")
public record SpecDocument(
        Machine machine,
        Memory memory,
        Device device,
        FileSystem fileSystem,
        Kernel kernel,

        @ArraySchema(minItems = 1, maxItems = JobsReader.MAX_JOBS)
        List<JobDocument> jobs,

        @ArraySchema(maxItems = FilesReader.MAX_FILES) List<FileDocument> files,

        @ArraySchema(maxItems = ActionSpec.MAX_ACTIONS) List<ActionDocument> actions,

        @Schema(example = "20s", defaultValue = "20s") String duration,

        @Schema(minimum = "0", maximum = "" + SpecReader.MAX_SEED, defaultValue = "" + SpecReader.DEFAULT_SEED)
        Long seed) {

    /**
     * The processors.
     *
     * @param profile the machine whose defaults and costs hold: an id of /api/v1/profiles
     * @param cpus number of processors
     * @param hz timer ticks a second, 100, 250 or 1000; what holds writers, and delayed work, ends on them
     * @param preemption the kernel's preemption model: without one (none, voluntary) it cannot tell where it may sleep
     * @param guestFirstTouch what a page costs that nobody used since the machine started: the fault of a virtual
     *     machine's host; 0 on bare metal
     */
    @Schema(name = "Machine")
    public record Machine(
            @Schema(
                    allowableValues = {"phone-ufs", "server", "vm-4kn", "vm-nvme", "xeon-ramdisk-nvme"},
                    defaultValue = "server")
            String profile,

            @Schema(minimum = "1", maximum = "" + MachineSpec.MAX_CPUS)
            Integer cpus,

            @Schema(minimum = "100", maximum = "1000") Integer hz,

            @Schema(allowableValues = {"dynamic", "full", "none", "voluntary"})
            String preemption,

            @Schema(example = "800ns") String guestFirstTouch) {}

    /**
     * Memory at the start of a run. What is neither reserved nor cached is free.
     *
     * @param ram memory the kernel manages, in bytes or like "24GiB"
     * @param reserved memory that is not page cache and never becomes free
     * @param slab the part of reserved that is the kernel's slab, as in /proc/meminfo
     * @param initiallyCached page cache of other files at the start
     * @param cgroup the memory cgroup that all jobs run in; null for none, which is the root group
     * @param vm dirty limits and watermarks, as under /proc/sys/vm
     */
    @Schema(name = "Memory")
    public record Memory(
            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = "" + MemoryReader.LEAST_RAM_BYTES,
                    maximum = "" + MemorySpec.MAX_RAM_BYTES,
                    example = "8GiB")
            Object ram,

            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = "0",
                    maximum = "" + MemorySpec.MAX_RAM_BYTES,
                    example = "600MiB")
            Object reserved,

            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = "0",
                    maximum = "" + MemorySpec.MAX_RAM_BYTES,
                    example = "200MiB")
            Object slab,

            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = "0",
                    maximum = "" + MemorySpec.MAX_INITIALLY_CACHED_BYTES,
                    example = "0")
            Object initiallyCached,

            @Nullable Cgroup cgroup,
            Vm vm) {}

    /**
     * A memory cgroup.
     *
     * @param name name of its directory: letters, digits, "_", "-" and "."
     * @param version 1 or 2: version 1 has no high
     * @param max memory.max, or memory.limit_in_bytes of version 1; null for no limit
     * @param high memory.high: beyond it the task reclaims when its call returns; null for no limit
     * @param reserved what is charged to it and is not page cache, a part of the machine's reserved
     */
    @Schema(name = "Cgroup")
    public record Cgroup(
            @Schema(maxLength = CgroupSpec.MAX_NAME, defaultValue = CgroupReader.DEFAULT_NAME)
            String name,

            @Schema(minimum = "1", maximum = "2", defaultValue = "" + CgroupReader.DEFAULT_VERSION)
            Integer version,

            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = "" + Pages.SIZE,
                    maximum = "" + MemorySpec.MAX_RAM_BYTES,
                    example = "244MiB")
            @Nullable
            Object max,

            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = "0",
                    maximum = "" + MemorySpec.MAX_RAM_BYTES,
                    example = "200MiB")
            @Nullable
            Object high,

            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = "0",
                    maximum = "" + MemorySpec.MAX_RAM_BYTES,
                    defaultValue = "0")
            Object reserved) {}

    /**
     * Dirty limits and watermarks. Bytes go before ratios where they are not 0.
     *
     * @param dirtyRatio vm.dirty_ratio: percent of dirtyable memory at which writers are held
     * @param dirtyBackgroundRatio vm.dirty_background_ratio: percent of dirtyable memory at which the flusher begins
     * @param dirtyBytes vm.dirty_bytes: the first as bytes, at least two pages; 0 where the ratio holds
     * @param dirtyBackgroundBytes vm.dirty_background_bytes: the second as bytes; 0 where the ratio holds
     * @param dirtyExpireCentisecs vm.dirty_expire_centisecs: hundredths of a second after which dirty data is old
     * @param dirtyWritebackCentisecs vm.dirty_writeback_centisecs: hundredths of a second between two looks for old
     *     data; 0 for never
     * @param minFreeKbytes vm.min_free_kbytes; null for the kernel's own formula
     * @param watermarkScaleFactor vm.watermark_scale_factor, in 1/10000 of memory
     */
    @Schema(name = "Vm")
    public record Vm(
            @Schema(minimum = "0", maximum = "100") Integer dirtyRatio,
            @Schema(minimum = "0", maximum = "100") Integer dirtyBackgroundRatio,

            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = "0",
                    maximum = "" + MemorySpec.MAX_RAM_BYTES,
                    example = "0")
            Object dirtyBytes,

            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = "0",
                    maximum = "" + MemorySpec.MAX_RAM_BYTES,
                    example = "0")
            Object dirtyBackgroundBytes,

            @Schema(minimum = "0", maximum = "" + VmSpec.MAX_CENTISECS)
            Integer dirtyExpireCentisecs,

            @Schema(minimum = "0", maximum = "" + VmSpec.MAX_CENTISECS)
            Integer dirtyWritebackCentisecs,

            @Schema(minimum = "0", maximum = "" + (MemorySpec.MAX_RAM_BYTES >> 10)) @Nullable
            Long minFreeKbytes,

            @Schema(minimum = "1", maximum = "" + MemoryReader.MAX_WATERMARK_SCALE_FACTOR)
            Integer watermarkScaleFactor) {}

    /**
     * The medium and the request queue in front of it. Flash (nvme, ssd, ufs) has readBandwidth, readLatency,
     * writeBandwidth, writeLatency, flushLatency, jitterPercent and parallelism; a hard disk readBandwidth,
     * writeBandwidth, seekTime, trackSeekTime, rpm and capacity; a loop device lower.
     *
     * @param model the medium
     * @param logicalBlockSize bytes of the smallest transfer, a power of two up to a page
     * @param readAheadKb read_ahead_kb: the largest read-ahead window in KiB; not of the medium under a loop device
     * @param maxSectorsKb max_sectors_kb: the largest request in KiB
     * @param maxSegments max_segments: the most folios a request may carry
     * @param queueDepth requests the device takes at a time; a SATA disk (hdd, ssd) takes 32
     * @param completion in which context completions arrive
     * @param readBandwidth bytes a second that the link, the channels or the head deliver
     * @param readLatency time from command to first byte
     * @param writeBandwidth bytes a second that the link, the channels or the head take
     * @param writeLatency time from command to first byte of a write
     * @param flushLatency time to empty the volatile cache; 0 where there is none or capacitors back it: then flushes
     *     cost nothing
     * @param jitterPercent how far the latency of single commands strays, either way
     * @param parallelism commands the medium works on at a time
     * @param seekTime time of a seek over all tracks; less far it takes less, by the square root of the distance
     * @param trackSeekTime time of a seek to the next track
     * @param rpm turns of the platters a minute
     * @param capacity bytes the disk holds; the farther apart two of them are, the longer is the seek
     * @param lower the medium that the file of a loop device is on, not a loop device itself
     * @param failures what fails from when on
     */
    @Schema(name = "Device")
    public record Device(
            @Schema(allowableValues = {"hdd", "loop", "nvme", "ramdisk", "ssd", "ufs"})
            String model,

            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = "512",
                    maximum = "4096",
                    example = "4096")
            Object logicalBlockSize,

            @Schema(minimum = "0", maximum = "" + DeviceReader.MAX_KIB)
            Integer readAheadKb,

            @Schema(minimum = "4", maximum = "" + DeviceReader.MAX_KIB)
            Integer maxSectorsKb,

            @Schema(minimum = "1", maximum = "" + QueueSpec.MAX_SEGMENTS)
            Integer maxSegments,

            @Schema(minimum = "1", maximum = "" + DeviceReader.MAX_COMMANDS)
            Integer queueDepth,

            @Schema(allowableValues = {"hardirq", "softirq", "task"})
            String completion,

            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = "1",
                    maximum = "" + DeviceReader.MAX_BANDWIDTH,
                    example = "3GiB")
            Object readBandwidth,

            @Schema(example = "80us") String readLatency,

            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = "1",
                    maximum = "" + DeviceReader.MAX_BANDWIDTH,
                    example = "2GiB")
            Object writeBandwidth,

            @Schema(example = "20us") String writeLatency,
            @Schema(example = "300us") String flushLatency,
            @Schema(minimum = "0", maximum = "100") Integer jitterPercent,

            @Schema(minimum = "1", maximum = "" + DeviceReader.MAX_COMMANDS)
            Integer parallelism,

            @Schema(example = "9ms") String seekTime,
            @Schema(example = "500us") String trackSeekTime,

            @Schema(minimum = "1", maximum = "" + HddTiming.MAX_RPM)
            Integer rpm,

            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = "4096",
                    maximum = "" + DeviceReader.MAX_CAPACITY,
                    example = "4000000000000")
            Object capacity,

            Device lower,

            @ArraySchema(maxItems = DeviceReader.MAX_FAILURES)
            List<Failure> failures) {}

    /**
     * A sector that fails: from then on every request that covers it ends with an I/O error, and so do all bios of the
     * request.
     *
     * @param at simulated time from which on it fails
     * @param kind how it fails
     * @param sector its number, in sectors of 512 bytes
     */
    @Schema(name = "Failure")
    public record Failure(
            @Schema(example = "5s", defaultValue = "0s") String at,

            @Schema(
                    allowableValues = {DeviceReader.IO_ERROR},
                    defaultValue = DeviceReader.IO_ERROR)
            String kind,

            @Schema(
                    requiredMode = Schema.RequiredMode.REQUIRED,
                    minimum = "0",
                    maximum = "" + DeviceReader.MAX_SECTOR,
                    example = "2048")
            Long sector) {}

    /**
     * The file system, or the block device itself, or an NFS server that exports a file system to the jobs. The server
     * has export, ioCacheRead, ioCacheWrite, threads, rsize, wsize, latency and dioMemAlign; the others what is said of
     * an export.
     *
     * @param type which
     * @param blockSize bytes a block, a power of two: ext4 1024 to 4096, xfs 512 to 65536, bdev 512 to 65536, btrfs and
     *     f2fs 4096
     * @param largeFolios whether the page cache may use folios of more than one page; btrfs and f2fs have none
     * @param bufferedPath from folios to blocks: ext4 and bdev can take bufferHeads or iomap, xfs iomap, btrfs and f2fs
     *     their own
     * @param data ext4's mount option data: whether data comes to the device before the commit that shows its blocks,
     *     by way of the journal, or at any time
     * @param dioreadNolock ext4's mount option: whether blocks are allocated unwritten and entered once they are
     *     written
     * @param bufferedIomap ext4's mount option buffered_iomap: files go through iomap
     * @param export the file system that the server exports
     * @param ioCacheRead how the server reads, nfsd/io_cache_read: through the page cache, through it and out again, or
     *     past it
     * @param ioCacheWrite how the server writes, nfsd/io_cache_write
     * @param threads requests the server works on at a time, nfsd/threads
     * @param rsize the most bytes of a READ, a multiple of 4096; a longer read is several
     * @param wsize the most bytes of a WRITE, a multiple of 4096; a longer write is several
     * @param latency how long a request, or an answer, is on its way
     * @param dioMemAlign of what direct I/O wants addresses in memory to be a multiple, a power of two: 4 for NVMe and
     *     SCSI, 512 where a driver says nothing
     */
    @Schema(name = "FileSystem")
    public record FileSystem(
            @Schema(allowableValues = {"bdev", "btrfs", "ext4", "f2fs", "nfsd", "xfs"})
            String type,

            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = "512",
                    maximum = "65536",
                    example = "4096")
            Object blockSize,

            Boolean largeFolios,

            @Schema(allowableValues = {"bufferHeads", "iomap", "own"})
            String bufferedPath,

            @Schema(
                    allowableValues = {"journal", "ordered", "writeback"},
                    defaultValue = "ordered")
            String data,

            @Schema(defaultValue = "true") Boolean dioreadNolock,

            @Schema(defaultValue = "false") Boolean bufferedIomap,
            Export export,

            @Schema(
                    allowableValues = {"buffered", "direct", "dontcache"},
                    defaultValue = "buffered")
            String ioCacheRead,

            @Schema(
                    allowableValues = {"buffered", "direct", "dontcache"},
                    defaultValue = "buffered")
            String ioCacheWrite,

            @Schema(minimum = "1", maximum = "" + NfsdSpec.MAX_THREADS, defaultValue = "8")
            Integer threads,

            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = "" + NfsdSpec.MIN_TRANSFER,
                    maximum = "" + NfsdSpec.MAX_TRANSFER,
                    defaultValue = "1MiB")
            Object rsize,

            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = "" + NfsdSpec.MIN_TRANSFER,
                    maximum = "" + NfsdSpec.MAX_TRANSFER,
                    defaultValue = "1MiB")
            Object wsize,

            @Schema(defaultValue = "25us") String latency,

            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = "1",
                    maximum = "" + Pages.SIZE,
                    defaultValue = "4")
            Object dioMemAlign) {}

    /**
     * A file system that an NFS server exports: what it is for jobs on its own machine.
     *
     * @param type which
     * @param blockSize bytes a block, a power of two
     * @param largeFolios whether the page cache may use folios of more than one page
     * @param bufferedPath from folios to blocks
     * @param data ext4's mount option data
     * @param dioreadNolock ext4's mount option
     * @param bufferedIomap ext4's mount option buffered_iomap
     */
    @Schema(name = "Export")
    public record Export(
            @Schema(allowableValues = {"btrfs", "ext4", "f2fs", "xfs"})
            String type,

            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = "512",
                    maximum = "65536",
                    example = "4096")
            Object blockSize,

            Boolean largeFolios,

            @Schema(allowableValues = {"bufferHeads", "iomap", "own"})
            String bufferedPath,

            @Schema(
                    allowableValues = {"journal", "ordered", "writeback"},
                    defaultValue = "ordered")
            String data,

            @Schema(defaultValue = "true") Boolean dioreadNolock,

            @Schema(defaultValue = "false") Boolean bufferedIomap) {}

    /**
     * The kernel.
     *
     * @param epoch which release: an id of /api/v1/epochs; it switches its toggles on
     * @param toggles patches that differ from the epoch: ids of /api/v1/toggles, each with true, false or one of its
     *     values
     * @param debugAtomicSleep whether the kernel reports what sleeps where it may not
     * @param interleaving whether others may come between a folio's dirty flag and its accounting, and between the
     *     clearing of the flag and the uncounting; the seed decides when
     */
    @Schema(name = "Kernel")
    public record Kernel(
            @Schema(
                    allowableValues = {"E0", "E1", "E2", "E3", "E4"},
                    defaultValue = "E1")
            String epoch,

            @Schema(example = "{\"f2fs.fopDontcache\": true, \"mm.dontcacheKick\": \"flusherBit\"}")
            Map<String, Object> toggles,

            @Schema(defaultValue = "true") Boolean debugAtomicSleep,

            @Schema(defaultValue = "false") Boolean interleaving) {}
}
