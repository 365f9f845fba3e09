package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.block.BioCompletion;
import dev.dropbehind.engine.block.BioTable;
import dev.dropbehind.engine.block.BlockQueue;
import dev.dropbehind.engine.cache.Contents;
import dev.dropbehind.engine.cache.DirtyFolios;
import dev.dropbehind.engine.cache.DontcacheCount;
import dev.dropbehind.engine.cache.Dropbehind;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.InodeLocks;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.call.CallCount;
import dev.dropbehind.engine.call.DontcacheKick;
import dev.dropbehind.engine.call.OpenFile;
import dev.dropbehind.engine.call.SharedEdges;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.CpuCosts;
import dev.dropbehind.engine.cpu.CpuHotplug;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.fs.Btrfs;
import dev.dropbehind.engine.fs.Ext4Features;
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
import dev.dropbehind.engine.nfsd.NfsServer;
import dev.dropbehind.engine.nfsd.NfsThread;
import dev.dropbehind.engine.nfsd.ServedFile;
import dev.dropbehind.engine.reclaim.DropCaches;
import dev.dropbehind.engine.reclaim.Reclaim;
import dev.dropbehind.engine.spec.ActionSpec;
import dev.dropbehind.engine.spec.CgroupSpec;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.MemorySpec;
import dev.dropbehind.engine.spec.MountOptions;
import dev.dropbehind.engine.spec.NfsdSpec;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.engine.spec.Watermarks;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Jiffies;
import dev.dropbehind.engine.time.Seeds;
import dev.dropbehind.engine.time.Timeline;
import dev.dropbehind.engine.workload.Job;
import dev.dropbehind.engine.workload.Workload;
import dev.dropbehind.engine.writeback.BdiWriteback;
import dev.dropbehind.engine.writeback.DirtyLimits;
import dev.dropbehind.engine.writeback.DirtyThrottle;
import dev.dropbehind.engine.writeback.Flusher;
import dev.dropbehind.engine.writeback.GroupStat;
import java.util.List;
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
    private final Till till;
    private final Counters counters;
    private final Sampler sampler;
    private final Workload workload;
    private final Cpus cpus;
    private final Zone zone;
    private final PageAllocator allocator;
    private final Cgroup cgroup;
    private final PageCache cache;
    private final Reclaim reclaim;
    private final Jiffies jiffies;
    private final BdiWriteback writeback;
    private final DirtyThrottle throttle;
    private final Bill completionBill;
    private final Completions completions;
    private final CpuHotplug hotplug;
    private final Dropbehind dropbehind;
    private final DirtyFolios dirty;
    private final FileSystem fileSystem;

    private MachineBuilder(SimulationSpec spec, int maxSiblings, @Nullable Trace trace) {
        this.spec = spec;
        counters = new Counters(trace);
        sampler = new Sampler(counters);
        costs = spec.machine().costs();
        till = new Till(costs);
        completionBill = new Bill(till);
        seeds = new Seeds(spec.seed());
        MemorySpec memory = spec.memory();
        totalPages = memory.ramBytes() >> Pages.SHIFT;
        reservedPages = memory.reservedBytes() >> Pages.SHIFT;
        cachedPages = memory.initiallyCachedBytes() >> Pages.SHIFT;
        cpus = new Cpus(spec.machine().cpus(), timeline, counters, till, cpuCosts());
        workload = new Workload(timeline, sampler, cpus, seeds);
        zone = new Zone(Watermarks.of(memory), counters, totalPages - reservedPages - cachedPages);
        allocator = new PageAllocator(zone, counters, cpus.count(), totalPages);
        cgroup = cgroup(memory.cgroup());
        cache = new PageCache(
                new FolioTable(maxSiblings), cpus, allocator, cgroup, counters, totalPages, Contents.of(spec));
        dropbehind =
                new Dropbehind(cache, counters, till, has(Toggle.MM_DROP_ONLY_WHOLE_FOLIOS), locksWantedInInterrupts());
        completions = new Completions(spec.machine(), spec.kernel().toggles());
        hotplug = new CpuHotplug(cpus, timeline, Counter.COMPLETION_WORKER_CPU_NANOS, costs.of(Cost.CPU_HOTPLUG));
        completions.deferFolios(dropbehind, cpus, till, hotplug);
        dirty = new DirtyFolios(
                cache,
                dropbehind,
                counters,
                dontcacheRules(),
                spec.kernel().interleaving() ? new Interleaved(timeline, seeds, costs) : null);
        jiffies = new Jiffies(timeline, spec.machine().hz());
        DirtyLimits limits = new DirtyLimits(
                memory.vm(),
                zone,
                writebackGroup(),
                GroupStat.flushed(timeline, counters, seeds.of("cgroup statistics")),
                counters,
                jiffies);
        writeback = new BdiWriteback(limits, timeline, jiffies, cpus, counters);
        reclaim = reclaim();
        throttle = new DirtyThrottle(writeback, limits, cpus.count(), jiffies, counters);
        fileSystem = fileSystem();
        new Flusher(
                writeback,
                limits,
                cpus,
                jiffies,
                counters,
                new Bill(till),
                mapping -> fileSystem.operations(),
                Mapping::isDirty);
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
     * @param trace who is told, null for nobody
     */
    public static Machine build(SimulationSpec spec, @Nullable Trace trace) {
        return new MachineBuilder(spec, FolioTable.MAX_SIBLINGS, trace).machine();
    }

    private Machine machine() {
        allocator.relieveBy(reclaim);
        cache.insertInitially(cache.newMapping((int) cachedPages), (int) cachedPages);
        reclaim.start();
        Disk disk = new Disk(fileSystem, spec, timeline);
        disk.files().forEach(file -> cache.contents().opened(file.mapping(), file));
        CallMaker calls = callMaker();
        startJobs(disk, calls);
        planActions(disk, calls);
        return new Machine(
                timeline,
                till,
                counters,
                sampler,
                marks,
                cpus,
                zone,
                allocator,
                cgroup,
                cache,
                dirty,
                writeback,
                reclaim,
                bios,
                fileSystem,
                workload,
                disk.files(),
                totalPages,
                reservedPages);
    }

    private CpuCosts cpuCosts() {
        return new CpuCosts(
                costs.of(Cost.TASK_WAKE), SLICE_NANOS, spec.machine().profile().idleStates());
    }

    private Cgroup cgroup(@Nullable CgroupSpec group) {
        return group == null ? Cgroup.root(counters) : Cgroup.of(group, counters, cpus.count());
    }

    /** Legacy groups, and those without writeback of their own, are held by nothing but their reclaim. */
    private Reclaim reclaim() {
        boolean waitsForFolios = cgroup.number() != Cgroup.ROOT && writebackGroup() == null;
        return new Reclaim(new Reclaim.Parts(
                cpus, timeline, jiffies, zone, cache, dirty, writeback, counters, till, marks, waitsForFolios));
    }

    private FileSystem fileSystem() {
        FileSystemSpec kind = spec.fileSystem();
        FileSystem.Parts parts = new FileSystem.Parts(
                cache, dirty, bios, queue(), writeback, timeline, cpus, jiffies, completionBill, counters, till);
        boolean knows = has(Toggle.MM_RWF_DONTCACHE);
        boolean onF2fs = has(Toggle.F2FS_FOP_DONTCACHE);
        boolean writesOnF2fs = onF2fs && !has(Toggle.F2FS_DONTCACHE_WRITE_UNSUPPORTED);
        boolean onDevice = has(Toggle.BDEV_FOP_DONTCACHE);
        Routes routes = new Routes(kind, spec.kernel(), completions);
        Ext4Features ext4 = ext4(kind);
        boolean reads = switch (kind.type()) {
            case EXT4, XFS, BTRFS -> knows;
            case F2FS -> onF2fs;
            case BDEV -> onDevice;
        };
        boolean writes = kind.type() == FileSystemSpec.Type.F2FS ? writesOnF2fs : reads;
        FileSystem.Traits traits = new FileSystem.Traits(reads, writes, routes.first(), routes.afterDefrag(), ext4);
        return kind.type() == FileSystemSpec.Type.BTRFS
                ? new Btrfs(kind, parts, traits)
                : new FileSystem(kind, parts, traits);
    }

    private Ext4Features ext4(FileSystemSpec kind) {
        boolean isExt4 = kind.type() == FileSystemSpec.Type.EXT4;
        return new Ext4Features(
                isExt4 && has(Toggle.EXT4_EXTENT_SEQ),
                isExt4 && !has(Toggle.EXT4_NO_IOMAP_DIRTY_CHECK),
                has(Toggle.EXT4_ZERO_FLUSH_FIRST),
                has(Toggle.EXT4_DEFRAG_FALLBACK),
                kind.mount().data() == MountOptions.Data.JOURNAL);
    }

    /**
     * The group that has a writeback side of its own: that of the jobs, where the file system and its version allow.
     */
    private @Nullable Cgroup writebackGroup() {
        CgroupSpec group = spec.memory().cgroup();
        boolean hasOwn = group != null && group.version() == 2 && has(Toggle.MM_CGROUP_WRITEBACK);
        return hasOwn ? cgroup : null;
    }

    /** Has the cache keep account of locks where interrupts drop folios, and so may meet one that is held. */
    private @Nullable InodeLocks locksWantedInInterrupts() {
        if (!has(Toggle.MM_UNSAFE_DROP_IN_IRQ) && !has(Toggle.F2FS_UNSAFE_DROP)) {
            return null;
        }
        InodeLocks locks = new InodeLocks(cpus, till);
        cache.keep(locks);
        return locks;
    }

    private DontcacheCount.Rules dontcacheRules() {
        boolean marksByTag =
                spec.kernel().toggles().value(Toggle.MM_FOLIO_MARK_DROPBEHIND).equals("dirtyTag");
        return new DontcacheCount.Rules(has(Toggle.MM_DONTCACHE_UNCOUNT_IF_COUNTED), marksByTag);
    }

    private boolean has(Toggle toggle) {
        return spec.kernel().toggles().has(toggle);
    }

    private BlockQueue queue() {
        BioCompletion completion = completions.of(bios, cpus, timeline, counters, till, completionBill, hotplug);
        BlockLayer blockLayer = new BlockLayer(cpus, timeline, till, seeds);
        return blockLayer.queue(spec.device(), bios, completion, counters);
    }

    private CallMaker callMaker() {
        return new CallMaker(new CallMaker.Parts(
                cache,
                dirty,
                dropbehind,
                fileSystem,
                writeback,
                throttle,
                this::kick,
                edgeRules(),
                timeline,
                cpus,
                marks,
                counters,
                spec.device().queue().logicalBlockSize()));
    }

    private void startJobs(Disk disk, CallMaker calls) {
        NfsdSpec nfsd = spec.fileSystem().nfsd();
        NfsExport export = nfsd == null ? null : export(nfsd, disk.files(), calls);
        for (JobSpec jobSpec : spec.jobs()) {
            Inode inode = disk.fileOf(jobSpec);
            for (int number = 0; number < jobSpec.numjobs(); number++) {
                Job job = workload.newJob(jobSpec, number, new Bill(till));
                if (export == null) {
                    startHere(job, jobSpec.name() + "." + number, open(inode, jobSpec), calls);
                } else {
                    workload.add(job, export.callsOn(disk.files().indexOf(inode)));
                }
            }
        }
        workload.begin();
    }

    private void startHere(Job job, String name, OpenFile file, CallMaker calls) {
        Task task = new Task(name, Counter.APPLICATION_CPU_NANOS, job);
        job.use(calls.calls(file, caller(task, job.bill(), CallCount.in(counters))));
        workload.add(job, task);
    }

    private NfsExport export(NfsdSpec nfsd, List<Inode> files, CallMaker calls) {
        int smallestFolio = Pages.SIZE << spec.fileSystem().minOrder();
        int cutAlign = has(Toggle.NFSD_CUT_AT_SMALLEST_FOLIO) ? smallestFolio : Pages.SIZE;
        NfsExport export = new NfsExport(nfsd, new NfsServer(timeline, cpus, nfsd.latencyNanos()));
        int deviceBlock = spec.device().queue().logicalBlockSize();
        boolean completesEdges = has(Toggle.NFSD_SHARED_BOUNDARY_COMPLETE);
        ServedFile.Export how =
                export.served(fileSystem, deviceBlock, cutAlign, completesEdges, CallCount.in(counters));
        List<OpenFile> open = files.stream().map(this::open).toList();
        for (int number = 0; number < nfsd.threads(); number++) {
            Bill bill = new Bill(till);
            NfsThread thread = new NfsThread(export.server(), bill);
            Task task = new Task("nfsd." + number, Counter.APPLICATION_CPU_NANOS, thread);
            CallMaker.Caller caller = caller(task, bill, CallCount.NOWHERE);
            thread.serve(
                    task,
                    open.stream().map(file -> calls.served(file, caller, how)).toList());
        }
        return export;
    }

    private CallMaker.Caller caller(Task task, Bill bill, CallCount count) {
        TaskMemory pages = new TaskMemory(task, bill, allocator, cgroup, cpus, timeline, counters);
        return new CallMaker.Caller(task, pages, bill, count);
    }

    /** What comes after the end of the run is never done. */
    private void planActions(Disk disk, CallMaker calls) {
        List<Inode> files = disk.files();
        for (ActionSpec action : spec.actions()) {
            if (action.atNanos() < spec.durationNanos()) {
                plan(action, files, calls);
            }
        }
    }

    private void plan(ActionSpec action, List<Inode> files, CallMaker calls) {
        Bill bill = new Bill(till);
        Operator operator = new Operator(action, bill);
        Task task = new Task("operator at " + action.atNanos() + " ns", Counter.APPLICATION_CPU_NANOS, operator);
        operator.use(new Operator.Hands(
                calls,
                caller(task, bill, CallCount.in(counters)),
                name -> open(files.stream()
                        .filter(file -> file.name().equals(name))
                        .findFirst()
                        .orElseThrow()),
                new DropCaches(cache, bill),
                cache.mappings(),
                files,
                throttle,
                hotplug,
                workload,
                marks,
                counters));
        workload.actionPlanned();
        timeline.schedule(action.atNanos(), EventPriority.TASK, _ -> cpus.start(task), 0);
    }

    private OpenFile open(Inode file) {
        return new OpenFile(file, spec.device().queue(), JobSpec.Fadvise.NONE);
    }

    private OpenFile open(Inode file, JobSpec job) {
        return new OpenFile(file, spec.device().queue(), job.hints().fadviseHint());
    }

    private SharedEdges.Rules edgeRules() {
        return new SharedEdges.Rules(
                has(Toggle.MM_KEEP_SHARED_EDGE),
                has(Toggle.MM_EDGE_IS_PAGE),
                has(Toggle.MM_MARK_LARGER_FOUND),
                has(Toggle.MM_MARK_FOUND_UNFLAGGED_EDGE),
                has(Toggle.MM_SELF_COMPLETE_EDGES),
                has(Toggle.MM_DROP_AFTER_UNLOCK));
    }

    private DontcacheKick kick() {
        boolean isInline =
                spec.kernel().toggles().value(Toggle.MM_DONTCACHE_KICK).equals("inlineRange");
        return isInline
                ? new DontcacheKick.InlineRange(fileSystem.operations())
                : new DontcacheKick.FlusherBit(writeback);
    }
}
