package dev.dropbehind.testing;

import dev.dropbehind.engine.spec.ActionSpec;
import dev.dropbehind.engine.spec.CgroupSpec;
import dev.dropbehind.engine.spec.Completion;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSpec;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.KernelSpec;
import dev.dropbehind.engine.spec.MachineSpec;
import dev.dropbehind.engine.spec.MemorySpec;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.Profile;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.engine.spec.ToggleSet;
import dev.dropbehind.engine.spec.VmSpec;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A spec in the making; what is not said is a machine of 4096 pages that reads a file four times as large from UFS. */
public final class Specs {

    private static final long MIB = 1L << 20;

    private int cpus = 2;
    private CostModel costs = CostModel.priors();
    private MemorySpec memory = new MemorySpec(16 * MIB, MIB, MIB, null, MemorySpec.DEFAULT_WATERMARK_SCALE_FACTOR);
    private DeviceSpec device = ufs(128, 32);
    private FileSystemSpec fileSystem = new FileSystemSpec(FileSystemSpec.Type.F2FS, 4096);
    private boolean f2fsAcceptsDontcache = true;
    private Epoch epoch = Epoch.E1;
    private final List<Toggle> patches = new ArrayList<>();
    private final List<Toggle> without = new ArrayList<>();
    private final Map<Toggle, String> values = new EnumMap<>(Toggle.class);
    private final List<JobSpec> jobs = new ArrayList<>();
    private final List<FileSpec> files = new ArrayList<>();
    private final List<ActionSpec> actions = new ArrayList<>();
    private boolean interleaving;
    private long durationNanos = 30_000_000;
    private long seed = 1;

    private Specs() {}

    /** Returns the small machine, without jobs. */
    public static Specs small() {
        return new Specs();
    }

    /** Returns the f2fs read experiment in one of its modes: 32 KiB reads of a file of 56 GiB for 31 seconds. */
    public static SimulationSpec f2fsRead(IoMode mode) {
        Profile phone = Profile.PHONE_UFS;
        long size = 56L << 30;
        return small().cpus(phone.machine().cpus())
                .costs(phone.machine().costs())
                .memory(phone.memory())
                .device(phone.device())
                .job(new JobSpec(
                        "reader",
                        JobSpec.Rw.READ,
                        32 << 10,
                        1,
                        Layout.SEQUENTIAL,
                        "data",
                        size,
                        size,
                        mode,
                        null,
                        false))
                .duration(31_000_000_000L)
                .spec();
    }

    /** Returns a UFS device with a read-ahead window and a queue of this size. */
    public static DeviceSpec.Ufs ufs(int readAheadKb, int queueDepth) {
        return new DeviceSpec.Ufs(
                new QueueSpec(4096, readAheadKb, 1024, queueDepth, Completion.SOFTIRQ),
                new DeviceSpec.FlashTiming(2000 * MIB, 60_000, 900 * MIB, 35_000, 250_000, 10, 32));
    }

    /** Returns an NVMe device whose requests are cut at a size. */
    public static DeviceSpec.Nvme nvme(int maxSectorsKb, int queueDepth) {
        return new DeviceSpec.Nvme(
                new QueueSpec(4096, 128, maxSectorsKb, queueDepth, Completion.HARDIRQ),
                new DeviceSpec.FlashTiming(4000 * MIB, 80_000, 2500 * MIB, 15_000, 0, 20, 16));
    }

    /** Returns a SATA SSD. */
    public static DeviceSpec.Ssd ssd() {
        return new DeviceSpec.Ssd(
                new QueueSpec(4096, 128, 1280, 32, Completion.SOFTIRQ),
                new DeviceSpec.FlashTiming(550_000_000, 100_000, 500_000_000, 45_000, 1_000_000, 10, 32));
    }

    /** Returns a hard disk of 100 GB with a queue of this size. */
    public static DeviceSpec.Hdd hdd(int queueDepth) {
        return new DeviceSpec.Hdd(
                new QueueSpec(4096, 128, 1280, queueDepth, Completion.SOFTIRQ),
                new DeviceSpec.HddTiming(200_000_000, 180_000_000, 9_000_000, 500_000, 7200, 100_000_000_000L));
    }

    /** Returns a loop device whose file is on another device. */
    public static DeviceSpec.Loop loop(DeviceSpec lower) {
        return new DeviceSpec.Loop(new QueueSpec(4096, 128, 1280, 128, Completion.SOFTIRQ), lower);
    }

    /** Returns a ramdisk. */
    public static DeviceSpec.RamDisk ramDisk() {
        return new DeviceSpec.RamDisk(new QueueSpec(4096, 128, 1280, 1, Completion.TASK));
    }

    /** Returns a job of one task that reads a file from its beginning. */
    public static JobSpec reader(IoMode mode, long blockSize, long fileBytes) {
        return readers("reader", mode, blockSize, 1, Layout.SHARED, "data", fileBytes);
    }

    /** Returns a job of several tasks. */
    public static JobSpec readers(
            String name, IoMode mode, long blockSize, int numjobs, Layout layout, String file, long fileBytes) {
        long size = layout == Layout.SEQUENTIAL ? fileBytes / numjobs : fileBytes;
        return new JobSpec(name, JobSpec.Rw.READ, blockSize, numjobs, layout, file, size, fileBytes, mode, null, false);
    }

    /**
     * Returns a job of one task that writes a file from its beginning.
     *
     * @param existing whether the file is there before; otherwise the job appends
     */
    public static JobSpec writer(IoMode mode, long blockSize, long fileBytes, boolean existing) {
        return writer(mode, blockSize, fileBytes, existing, Durability.NONE);
    }

    /** Returns such a job whose writes, or file, are made durable. */
    public static JobSpec writer(IoMode mode, long blockSize, long fileBytes, boolean existing, Durability durability) {
        return new JobSpec(
                "writer",
                JobSpec.Rw.WRITE,
                blockSize,
                1,
                Layout.SHARED,
                "data",
                fileBytes,
                fileBytes,
                mode,
                null,
                false,
                JobSpec.Pattern.PLAIN,
                JobSpec.Start.AT_ONCE,
                JobSpec.Hints.NONE,
                durability,
                existing);
    }

    /** Returns a job of one task that reads a file over and over. */
    public static JobSpec loop(String name, IoMode mode, long blockSize, String file, long fileBytes) {
        return new JobSpec(
                name, JobSpec.Rw.READ, blockSize, 1, Layout.SHARED, file, fileBytes, fileBytes, mode, null, true);
    }

    /** Sets the number of processors. */
    public Specs cpus(int count) {
        cpus = count;
        return this;
    }

    /** Sets what work costs. */
    public Specs costs(CostModel model) {
        costs = model;
        return this;
    }

    /** Sets the memory. */
    public Specs memory(MemorySpec spec) {
        memory = spec;
        return this;
    }

    /** Sets the memory by its pages: all, reserved, cached at the start. */
    public Specs pages(long all, long reserved, long cached) {
        return memory(new MemorySpec(
                Pages.bytes(all),
                Pages.bytes(reserved),
                Pages.bytes(cached),
                null,
                MemorySpec.DEFAULT_WATERMARK_SCALE_FACTOR));
    }

    /** Sets how much may be dirty and how long. */
    public Specs vm(VmSpec limits) {
        return memory(memory.with(limits));
    }

    /** Puts the jobs into a cgroup of a version with limits in pages; no limit where they are null. */
    public Specs cgroup(int version, @Nullable Long maxPages, @Nullable Long highPages, long reservedPages) {
        return memory(memory.with(
                new CgroupSpec("job", version, bytesOf(maxPages), bytesOf(highPages), Pages.bytes(reservedPages))));
    }

    private static @Nullable Long bytesOf(@Nullable Long pages) {
        return pages == null ? null : Pages.bytes(pages);
    }

    /** Sets the device. */
    public Specs device(DeviceSpec spec) {
        device = spec;
        return this;
    }

    /** Takes the patch away that lets f2fs accept DONTCACHE. */
    public Specs withoutDontcache() {
        f2fsAcceptsDontcache = false;
        return this;
    }

    /** Sets the file system as it is by default. */
    public Specs fileSystem(FileSystemSpec.Type type) {
        return fileSystem(new FileSystemSpec(type, 4096));
    }

    /** Sets the file system. */
    public Specs fileSystem(FileSystemSpec spec) {
        fileSystem = spec;
        return this;
    }

    /** Sets the kernel. */
    public Specs epoch(Epoch kernel) {
        epoch = kernel;
        return this;
    }

    /** Lets others come between the halves of verbs on dirty folios. */
    public Specs interleaving() {
        interleaving = true;
        return this;
    }

    /** Takes a patch away. */
    public Specs without(Toggle toggle) {
        without.add(toggle);
        return this;
    }

    /** Sets a toggle of several values. */
    public Specs set(Toggle toggle, String value) {
        values.put(toggle, value);
        return this;
    }

    /** Adds a patch. */
    public Specs patch(Toggle toggle) {
        patches.add(toggle);
        return this;
    }

    /** Adds a job. */
    public Specs job(JobSpec job) {
        jobs.add(job);
        return this;
    }

    /** Adds something that is done from outside. */
    public Specs action(ActionSpec action) {
        actions.add(action);
        return this;
    }

    /** Says how a file lies on the device. */
    public Specs file(FileSpec file) {
        files.add(file);
        return this;
    }

    /** Sets the simulated time in nanoseconds. */
    public Specs duration(long nanos) {
        durationNanos = nanos;
        return this;
    }

    /** Sets the seed. */
    public Specs seed(long value) {
        seed = value;
        return this;
    }

    /** Returns what was said. */
    public SimulationSpec spec() {
        ToggleSet toggles = ToggleSet.of(epoch).with(Toggle.F2FS_FOP_DONTCACHE, f2fsAcceptsDontcache);
        for (Toggle patch : patches) {
            toggles = toggles.with(patch, true);
        }
        for (Toggle patch : without) {
            toggles = toggles.with(patch, false);
        }
        for (Map.Entry<Toggle, String> value : values.entrySet()) {
            toggles = toggles.with(value.getKey(), value.getValue());
        }
        return new SimulationSpec(
                        new MachineSpec(Profile.SERVER, cpus, 250, costs),
                        memory,
                        device,
                        fileSystem,
                        new KernelSpec(epoch, toggles, true, interleaving),
                        jobs,
                        files,
                        durationNanos,
                        seed)
                .withActions(actions);
    }
}
