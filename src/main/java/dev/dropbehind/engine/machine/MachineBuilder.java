package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.block.BioDriver;
import dev.dropbehind.engine.block.BioTable;
import dev.dropbehind.engine.block.BlockQueue;
import dev.dropbehind.engine.block.RequestQueue;
import dev.dropbehind.engine.cache.Dropbehind;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.call.OpenFile;
import dev.dropbehind.engine.call.ReadCall;
import dev.dropbehind.engine.cpu.CpuCosts;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.device.Device;
import dev.dropbehind.engine.device.Nvme;
import dev.dropbehind.engine.device.RamDisk;
import dev.dropbehind.engine.device.Ufs;
import dev.dropbehind.engine.fs.F2fs;
import dev.dropbehind.engine.fs.FileSystem;
import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Marks;
import dev.dropbehind.engine.measure.Sampler;
import dev.dropbehind.engine.measure.Trace;
import dev.dropbehind.engine.memory.Cgroup;
import dev.dropbehind.engine.memory.PageAllocator;
import dev.dropbehind.engine.memory.TaskMemory;
import dev.dropbehind.engine.memory.Zone;
import dev.dropbehind.engine.reclaim.Reclaim;
import dev.dropbehind.engine.spec.CgroupSpec;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.MemorySpec;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.engine.spec.Watermarks;
import dev.dropbehind.engine.time.Seeds;
import dev.dropbehind.engine.time.Timeline;
import dev.dropbehind.engine.workload.Job;
import dev.dropbehind.engine.workload.Workload;
import org.jspecify.annotations.Nullable;

/** Reads a spec and its toggles, chooses every strategy, and connects everything. Nothing else reads a toggle. */
public final class MachineBuilder {

    private static final long SLICE_NANOS = 3_000_000;

    private final SimulationSpec spec;
    private final CostModel costs;
    private final Seeds seeds;
    private final long totalPages;
    private final long reservedPages;
    private final long cachedPages;

    private final Timeline timeline = new Timeline();
    private final Marks marks = new Marks();
    private final BioTable bios = new BioTable();
    private final Counters counters;
    private final Sampler sampler;
    private final Workload workload;
    private final Cpus cpus;
    private final Zone zone;
    private final PageAllocator allocator;
    private final Cgroup cgroup;
    private final PageCache cache;
    private final Reclaim reclaim;
    private final FileSystem fileSystem;

    private MachineBuilder(SimulationSpec spec, int maxSiblings, @Nullable Trace trace) {
        this.spec = spec;
        counters = new Counters(trace);
        sampler = new Sampler(counters);
        workload = new Workload(timeline, sampler);
        costs = spec.machine().costs();
        seeds = new Seeds(spec.seed());
        MemorySpec memory = spec.memory();
        totalPages = memory.ramBytes() >> Pages.SHIFT;
        reservedPages = memory.reservedBytes() >> Pages.SHIFT;
        cachedPages = memory.initiallyCachedBytes() >> Pages.SHIFT;
        cpus = new Cpus(spec.machine().cpus(), timeline, counters, cpuCosts());
        zone = new Zone(Watermarks.of(memory), counters, totalPages - reservedPages - cachedPages);
        allocator = new PageAllocator(zone, counters, costs, cpus.count(), totalPages);
        cgroup = cgroup(memory.cgroup());
        cache = new PageCache(new FolioTable(maxSiblings), cpus, allocator, cgroup, counters, totalPages);
        reclaim = new Reclaim(cpus, timeline, zone, cache, counters, costs, marks);
        fileSystem = fileSystem();
    }

    /** Returns a machine at time zero. */
    public static Machine build(SimulationSpec spec) {
        return build(spec, FolioTable.MAX_SIBLINGS);
    }

    /**
     * Returns a machine at time zero whose folio rows stand for so many siblings at most; what it does is the same for
     * any.
     *
     * @param maxSiblings 1 to {@link FolioTable#MAX_SIBLINGS}
     */
    public static Machine build(SimulationSpec spec, int maxSiblings) {
        return new MachineBuilder(spec, maxSiblings, null).machine();
    }

    /**
     * Returns a machine at time zero that tells what happens; what it does is the same.
     *
     * @param trace who is told
     */
    public static Machine build(SimulationSpec spec, Trace trace) {
        return new MachineBuilder(spec, FolioTable.MAX_SIBLINGS, trace).machine();
    }

    private Machine machine() {
        allocator.relieveBy(reclaim);
        cache.insertInitially(cache.newMapping((int) cachedPages), (int) cachedPages);
        reclaim.start();
        startJobs();
        return new Machine(
                timeline,
                counters,
                sampler,
                marks,
                cpus,
                zone,
                allocator,
                cgroup,
                cache,
                reclaim,
                bios,
                fileSystem.queue(),
                workload,
                totalPages,
                reservedPages);
    }

    private CpuCosts cpuCosts() {
        return new CpuCosts(costs.of(Cost.TASK_WAKE), costs.of(Cost.CONTEXT_SWITCH), SLICE_NANOS);
    }

    private Cgroup cgroup(@Nullable CgroupSpec group) {
        return group == null ? Cgroup.root(counters) : Cgroup.of(group, counters, cpus.count());
    }

    private FileSystem fileSystem() {
        return switch (spec.fileSystem().type()) {
            case F2FS ->
                new F2fs(cache, bios, queue(), costs, spec.kernel().toggles().has(Toggle.F2FS_FOP_DONTCACHE));
        };
    }

    private BlockQueue queue() {
        return switch (spec.device()) {
            case DeviceSpec.Ufs ufs -> requestQueue(ufs.queue(), new Ufs(ufs, seeds));
            case DeviceSpec.Nvme nvme -> requestQueue(nvme.queue(), new Nvme(nvme, seeds));
            case DeviceSpec.RamDisk _ -> new BioDriver(bios, new RamDisk(costs), counters, costs);
        };
    }

    private BlockQueue requestQueue(QueueSpec queue, Device device) {
        return new RequestQueue(queue, bios, device, cpus, timeline, counters, costs);
    }

    private void startJobs() {
        Dropbehind dropbehind = new Dropbehind(cache, counters, costs);
        Disk disk = new Disk(cache, spec.jobs());
        StartOffsets offsets = new StartOffsets(timeline, cpus, seeds);
        for (JobSpec jobSpec : spec.jobs()) {
            Inode inode = disk.fileOf(jobSpec);
            for (int number = 0; number < jobSpec.numjobs(); number++) {
                Job job = workload.newJob(jobSpec, number);
                Task task = new Task(jobSpec.name() + "." + number, Counter.APPLICATION_CPU_NANOS, job);
                OpenFile file = new OpenFile(inode, spec.device().queue());
                TaskMemory pages = new TaskMemory(task, job.bill(), allocator, cgroup, cpus, timeline, counters, costs);
                job.use(new ReadCall(cache, pages, dropbehind, fileSystem, counters, costs, file, task, job.bill()));
                offsets.start(task);
            }
        }
    }
}
