package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.CgroupSpec;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.MachineSpec;
import dev.dropbehind.engine.spec.MemorySpec;
import dev.dropbehind.engine.spec.Pages;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.media.Schema.RequiredMode;
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
 * @param jobs who reads what, in fio's words
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
        List<Job> jobs,

        @Schema(example = "20s", defaultValue = "20s") String duration,

        @Schema(minimum = "0", maximum = "" + SpecReader.MAX_SEED, defaultValue = "" + SpecReader.DEFAULT_SEED)
        Long seed) {

    private static final String PAGE = "4096";

    /**
     * The processors.
     *
     * @param profile the machine whose defaults and costs hold: an id of /api/v1/profiles
     * @param cpus number of processors
     * @param hz timer ticks a second, 100, 250 or 1000; kept, and changes nothing in this version
     */
    @Schema(name = "Machine")
    public record Machine(
            @Schema(
                    allowableValues = {"phone-ufs", "server"},
                    defaultValue = "server")
            String profile,

            @Schema(minimum = "1", maximum = "" + MachineSpec.MAX_CPUS)
            Integer cpus,

            @Schema(minimum = "100", maximum = "1000") Integer hz) {}

    /**
     * Memory at the start of a run. What is neither reserved nor cached is free.
     *
     * @param ram memory the kernel manages, in bytes or like "24GiB"
     * @param reserved memory that is not page cache and never becomes free
     * @param slab the part of reserved that is the kernel's slab, as in /proc/meminfo
     * @param initiallyCached page cache of other files at the start
     * @param cgroup the memory cgroup that all jobs run in; null for none, which is the root group
     * @param vm watermarks, as under /proc/sys/vm
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
     * Watermarks.
     *
     * @param minFreeKbytes vm.min_free_kbytes; null for the kernel's own formula
     * @param watermarkScaleFactor vm.watermark_scale_factor, in 1/10000 of memory
     */
    @Schema(name = "Vm")
    public record Vm(
            @Schema(minimum = "0", maximum = "" + (MemorySpec.MAX_RAM_BYTES >> 10)) @Nullable
            Long minFreeKbytes,

            @Schema(minimum = "1", maximum = "" + MemoryReader.MAX_WATERMARK_SCALE_FACTOR)
            Integer watermarkScaleFactor) {}

    /**
     * The medium and the request queue in front of it. The last four a ramdisk does not have.
     *
     * @param model the medium
     * @param logicalBlockSize bytes of the smallest transfer, a power of two up to a page; kept, and changes nothing in
     *     this version
     * @param readAheadKb read_ahead_kb: the largest read-ahead window in KiB
     * @param maxSectorsKb max_sectors_kb: the largest request in KiB
     * @param queueDepth requests the device takes at a time
     * @param completion in which context completions arrive
     * @param readBandwidth bytes a second that link and channels deliver together
     * @param readLatency time from command to first byte
     * @param jitterPercent how far the latency of single commands strays, either way
     * @param parallelism commands the medium works on at a time
     */
    @Schema(name = "Device")
    public record Device(
            @Schema(allowableValues = {"nvme", "ramdisk", "ufs"})
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
            @Schema(minimum = "0", maximum = "100") Integer jitterPercent,

            @Schema(minimum = "1", maximum = "" + DeviceReader.MAX_COMMANDS)
            Integer parallelism) {}

    /**
     * The file system.
     *
     * @param type which
     * @param blockSize bytes a block
     */
    @Schema(name = "FileSystem")
    public record FileSystem(
            @Schema(allowableValues = {"f2fs"}) String type,

            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = PAGE,
                    maximum = PAGE,
                    example = PAGE)
            Object blockSize) {}

    /**
     * The kernel.
     *
     * @param epoch which release: an id of /api/v1/epochs; kept, and changes nothing in this version
     * @param toggles patches that differ from the epoch: ids of /api/v1/toggles
     */
    @Schema(name = "Kernel")
    public record Kernel(
            @Schema(
                    allowableValues = {"E0", "E1", "E2", "E3", "E4"},
                    defaultValue = "E1")
            String epoch,

            @Schema(example = "{\"f2fs.fopDontcache\": true}")
            Map<String, Boolean> toggles) {}

    /**
     * A job in fio's words: tasks that read a file which is on the device before the run.
     *
     * @param name name in reports, unique among the jobs
     * @param rw what the calls do
     * @param bs bytes a call
     * @param numjobs how many tasks do the same
     * @param layout which part of the file each task reads: its own region, every numjobs-th record, or all the same
     * @param filename the file, common to all jobs that name it
     * @param size bytes to read: of each task where the layout is sequential, of all together otherwise
     * @param fileSize length of the file where it is longer than what is read of it
     * @param ioMode how the calls treat the page cache
     * @param runtime when the job ends at the latest; null for no such limit
     * @param timeBased whether the job starts again when it has read everything
     */
    @Schema(name = "Job")
    public record Job(
            @Schema(minLength = 1, maxLength = JobReader.MAX_NAME)
            String name,

            @Schema(
                    allowableValues = {"read"},
                    defaultValue = "read")
            String rw,

            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = "1",
                    maximum = "" + JobReader.MAX_CALL_BYTES,
                    defaultValue = "" + JobReader.DEFAULT_BLOCK,
                    example = "64k")
            Object bs,

            @Schema(minimum = "1", maximum = "" + JobSpec.MAX_NUMJOBS, defaultValue = "1")
            Integer numjobs,

            @Schema(
                    allowableValues = {"interleaved", "sequential", "shared"},
                    defaultValue = "shared")
            String layout,

            @Schema(minLength = 1, maxLength = JobReader.MAX_NAME)
            String filename,

            @Schema(
                    requiredMode = RequiredMode.REQUIRED,
                    oneOf = {Long.class, String.class},
                    minimum = "1",
                    maximum = "" + JobSpec.MAX_FILE_BYTES,
                    example = "1GiB")
            Object size,

            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = "1",
                    maximum = "" + JobSpec.MAX_FILE_BYTES)
            @Nullable
            Object fileSize,

            @Schema(
                    allowableValues = {"cached", "dontcache"},
                    defaultValue = "cached")
            String ioMode,

            @Schema(example = "20s") @Nullable String runtime,
            @Schema(defaultValue = "false") Boolean timeBased) {}
}
