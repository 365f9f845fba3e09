package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.spec.ActionSpec;
import dev.dropbehind.engine.spec.BadSector;
import dev.dropbehind.engine.spec.Completion;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSpec;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.FileSystemSpec.BufferedPath;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.MemorySpec;
import dev.dropbehind.engine.spec.MountOptions;
import dev.dropbehind.engine.spec.NfsdSpec;
import dev.dropbehind.engine.spec.NfsdSpec.IoCache;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.engine.spec.VmSpec;
import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Seeds;
import dev.dropbehind.testing.Specs;
import java.util.ArrayList;
import java.util.List;

/**
 * Small machines made up by a seed: the same seed makes up the same machine. Every third one only reads; the others
 * write as well, and one in three of them runs for so long that the flusher has written what was left dirty.
 */
final class RandomSpecs {

    /** How long a machine has that is to have written everything. */
    static final long SETTLED_NANOS = 100_000_000_000L;

    private static final long[] BLOCK_SIZES = {
        512, 1000, 4096, 5000, 8192, 32 << 10, 47_008, 64 << 10, 192 << 10, 1 << 20
    };

    private static final long[] WRITE_SIZES = {1, 7, 512, 1000, 4096, 5000, 8192, 16 << 10, 47_008, 64 << 10, 256 << 10
    };

    /** Toggles that are on at will; those that ask for breaches are not among them. */
    private static final Toggle[] AT_WILL = {
        Toggle.MM_CGROUP_WRITEBACK,
        Toggle.MM_DROP_ONLY_WHOLE_FOLIOS,
        Toggle.MM_RWF_DONTCACHE,
        Toggle.IOMAP_OVERWRITE_DONTCACHE,
        Toggle.IOMAP_COMPLETE_IN_TASK_DROPBEHIND,
        Toggle.BUFFER_COMPLETE_IN_TASK_DROPBEHIND,
        Toggle.XFS_DEFER_DONTCACHE_IOEND,
        Toggle.BDEV_FOP_DONTCACHE,
        Toggle.F2FS_DONTCACHE_WRITE_UNSUPPORTED,
        Toggle.F2FS_POST_WRITE_WORKQUEUE,
        Toggle.MM_DONTCACHE_KICK,
        Toggle.EXT4_EXTENT_SEQ,
        Toggle.EXT4_IOMAP_ENABLE,
        Toggle.EXT4_IOMAP_READ,
        Toggle.EXT4_IOMAP_WRITE,
        Toggle.EXT4_IOMAP_WRITEBACK,
        Toggle.EXT4_IOMAP_MMAP,
        Toggle.EXT4_IOMAP_ZERO,
        Toggle.EXT4_LARGE_FOLIO,
        Toggle.EXT4_DEFRAG_FALLBACK,
        Toggle.MM_DISABLE_LARGE_FOLIOS_LIVE,
        Toggle.EXT4_NO_IOMAP_DIRTY_CHECK,
        Toggle.EXT4_MOUNT_OPTION,
        Toggle.MM_KEEP_SHARED_EDGE,
        Toggle.MM_MARK_FOUND_UNFLAGGED_EDGE,
        Toggle.MM_EDGE_IS_PAGE,
        Toggle.MM_MARK_LARGER_FOUND,
        Toggle.MM_SELF_COMPLETE_EDGES,
        Toggle.MM_DROP_AFTER_UNLOCK,
        Toggle.NFSD_CUT_AT_SMALLEST_FOLIO,
        Toggle.NFSD_SHARED_BOUNDARY_COMPLETE
    };

    private static final MountOptions.Data[] NOT_JOURNALLED = {MountOptions.Data.ORDERED, MountOptions.Data.WRITEBACK};

    private static final long MOST_FILE_SECTORS = 8192;
    private static final int MOST_CALLS = 60;

    /** A task makes no more calls than this: a byte at a time is tried, but not for thousands of bytes. */
    private static final int MOST_CALLS_OF_ANY = 500;

    private static final long MOST_IO_BYTES = 4 << 20;

    private static final int MAX_EXTENTS = 16;

    private final Random64 random;
    private final long seed;
    private final boolean writes;
    private final boolean settles;
    private boolean isDevice;

    private RandomSpecs(long seed) {
        this.seed = seed;
        writes = seed % 3 != 0;
        random = new Seeds(seed).of("specs");
        settles = writes && oneOf(3);
    }

    static SimulationSpec of(long seed) {
        SimulationSpec spec = new RandomSpecs(seed).spec();
        Random64 chance = new Seeds(seed).of("servers");
        boolean isServed = spec.fileSystem().type() != FileSystemSpec.Type.BDEV && chance.between(1, 6) == 1;
        return isServed ? served(spec, chance) : spec;
    }

    /** The same machine as an NFS server, whose clients do what its jobs did. */
    private static SimulationSpec served(SimulationSpec spec, Random64 chance) {
        IoCache[] caches = IoCache.values();
        NfsdSpec server = new NfsdSpec(
                caches[(int) chance.between(0, 2)],
                caches[(int) chance.between(0, 2)],
                (int) chance.between(1, 8),
                (int) Pages.bytes(chance.between(1, 256)),
                (int) Pages.bytes(chance.between(1, 256)),
                chance.between(1, 100_000),
                1 << chance.between(0, 9));
        MemorySpec own = spec.memory();
        MemorySpec memory = new MemorySpec(
                        own.ramBytes(),
                        own.reservedBytes(),
                        own.initiallyCachedBytes(),
                        own.minFreeKbytes(),
                        own.watermarkScaleFactor())
                .with(own.vm());
        return new SimulationSpec(
                spec.machine(),
                memory,
                spec.device(),
                spec.fileSystem().exportedBy(server),
                spec.kernel(),
                spec.jobs().stream().map(RandomSpecs::client).toList(),
                spec.files(),
                spec.actions(),
                spec.durationNanos(),
                spec.seed());
    }

    private static JobSpec client(JobSpec job) {
        IoMode mode = job.ioMode() == IoMode.DIRECT ? IoMode.DIRECT : IoMode.CACHED;
        JobSpec plain = new JobSpec(
                job.name(),
                job.rw(),
                job.blockSizeBytes(),
                job.numjobs(),
                job.layout(),
                job.filename(),
                job.sizeBytes(),
                job.fileSizeBytes(),
                mode,
                job.runtimeNanos(),
                job.timeBased());
        return plain.with(job.rw(), job.pattern())
                .with(job.start())
                .with(job.durability())
                .withExisting(job.existing());
    }

    private SimulationSpec spec() {
        long all = random.between(256, 1024);
        long reserved = random.between(0, all / 8);
        FileSystemSpec fileSystem = fileSystem();
        isDevice = fileSystem.type() == FileSystemSpec.Type.BDEV;
        boolean mayBeNew = writes && !isDevice;
        Specs specs = Specs.small()
                .cpus((int) random.between(1, 4))
                .pages(all, reserved, random.between(0, all / 3))
                .device(writes && oneOf(6) ? failing(device()) : device())
                .fileSystem(fileSystem)
                .duration(settles ? SETTLED_NANOS : random.between(1, 3) * 1_000_000)
                .seed(seed);
        patch(specs);
        long laid = oneOf(3) ? fileBytes() : 0;
        if (laid > 0) {
            specs.file(layOut(laid)).job(job(0, "data", laid, true));
        }
        boolean isThere = laid > 0 || !mayBeNew || oneOf(2);
        boolean isOtherThere = !mayBeNew || oneOf(2);
        for (int number = 1; number <= random.between(1, 3); number++) {
            boolean other = oneOf(3);
            long bytes = other || laid == 0 ? fileBytes() : laid;
            specs.job(job(number, other ? "other" : "data", bytes, other ? isOtherThere : isThere));
        }
        if (!settles && oneOf(3)) {
            specs.job(Specs.loop("loop", mode(), blockSize(), "hot", random.between(1, 3) << 20));
        }
        if (oneOf(3)) {
            limit(specs, all, reserved);
        }
        if (writes) {
            specs.vm(vm(all));
            if (oneOf(3)) {
                intervene(specs);
            }
        }
        return specs.spec();
    }

    /** Somebody else does something to the machine, or to its files, now and then. */
    private void intervene(Specs specs) {
        SimulationSpec spec = specs.spec();
        int cpus = spec.machine().cpus();
        for (long left = random.between(1, 5); left > 0; left--) {
            JobSpec job = any(spec.jobs().toArray(JobSpec[]::new));
            String file = job.filename();
            long at = random.between(0, 3_000_000);
            long offset = random.between(0, job.fileSizeBytes() - 1);
            long length = random.between(1, job.fileSizeBytes() - offset);
            switch ((int) random.between(0, 8)) {
                case 0 -> specs.action(new ActionSpec.Sync(at));
                case 1 -> specs.action(new ActionSpec.DropCaches(at));
                case 2 -> specs.action(new ActionSpec.FadviseDontneed(at, file));
                case 3 -> specs.action(new ActionSpec.ReadNormally(at, file, offset, length));
                case 4 -> specs.action(new ActionSpec.MmapStore(at, file, offset, length));
                case 5 -> {
                    if (!isDevice) {
                        specs.action(new ActionSpec.Truncate(at, file, offset));
                    }
                }
                case 6 -> specs.action(new ActionSpec.ZeroRange(at, file, offset, length));
                case 7 -> specs.action(new ActionSpec.Defrag(at, file));
                default -> {
                    if (cpus > 1) {
                        int cpu = (int) random.between(1, cpus - 1L);
                        specs.action(new ActionSpec.CpuOffline(at, cpu))
                                .action(new ActionSpec.CpuOnline(at + random.between(1, 1_000_000), cpu));
                    }
                }
            }
        }
    }

    /** Mostly every file system accepts DONTCACHE, and everything else is as in some kernel or other. */
    private void patch(Specs specs) {
        if (writes) {
            specs.epoch(any(Epoch.values()));
        }
        if (!oneOf(6)) {
            specs.patch(Toggle.BDEV_FOP_DONTCACHE).patch(Toggle.MM_RWF_DONTCACHE);
        }
        if (oneOf(6)) {
            specs.withoutDontcache();
        }
        // Without it what was zeroed may not read as zeroes.
        specs.patch(Toggle.EXT4_ZERO_FLUSH_FIRST);
        for (Toggle toggle : AT_WILL) {
            if (oneOf(8)) {
                specs.patch(toggle);
            } else if (oneOf(8)) {
                specs.without(toggle);
            }
        }
    }

    /** Limits of an untouched kernel, or ones that hold every writer; old data is written within the run. */
    private VmSpec vm(long all) {
        int expire = (int) random.between(0, 300);
        int every = (int) random.between(1, 50) * 10;
        if (oneOf(2)) {
            return new VmSpec((int) random.between(0, 100), (int) random.between(0, 100), 0, 0, expire, every);
        }
        long limit = Pages.bytes(random.between(2, all / 2));
        return new VmSpec(20, 10, limit, Pages.bytes(random.between(0, all / 2)), expire, every);
    }

    /** Small or larger than memory, mostly with a last page that is not whole. */
    private long fileBytes() {
        long bytes = oneOf(4) ? random.between(1, 200_000) : random.between(1, 8) << 20;
        return bytes + (oneOf(3) ? 0 : random.between(1, 8191));
    }

    /** A file in pieces, with holes and what was never written between what is mapped. */
    private FileSpec layOut(long bytes) {
        List<FileSpec.Extent> extents = new ArrayList<>();
        int pages = Pages.holding(bytes);
        int page = (int) random.between(0, 40);
        while (page < pages && extents.size() < MAX_EXTENTS) {
            int length = (int) random.between(1, Math.min(100, pages - page));
            FileSpec.State state = any(FileSpec.State.values());
            extents.add(new FileSpec.Extent(Pages.bytes(page), Pages.bytes(length), state));
            page += length + (int) random.between(0, 100);
        }
        return new FileSpec("data", bytes, extents, Pages.bytes(oneOf(2) ? random.between(1, 64) : 0));
    }

    private JobSpec job(int number, String file, long fileBytes, boolean existing) {
        int tasks = (int) random.between(1, 4);
        Layout layout = any(Layout.values());
        long size = layout == Layout.SEQUENTIAL ? Math.max(1, fileBytes / tasks) : fileBytes;
        if (layout == Layout.SEQUENTIAL && size * tasks > fileBytes) {
            tasks = 1;
        }
        JobSpec.Rw rw = writes ? any(JobSpec.Rw.values()) : JobSpec.Rw.READ;
        JobSpec plain = new JobSpec(
                "job" + number,
                rw,
                Math.min(size, rw.writes() ? writeSize() : blockSize()),
                tasks,
                layout,
                file,
                size,
                fileBytes,
                anyMode(rw, existing),
                null,
                false);
        JobSpec job = plain.withExisting(existing);
        job = oneOf(2) ? job : varied(job);
        job = rw.writes() && plain.ioMode() != IoMode.MMAP ? job.with(durability()) : job;
        return settles ? ofCalls(job, random.between(1, MOST_CALLS)) : ofCalls(job, MOST_CALLS_OF_ANY);
    }

    private JobSpec varied(JobSpec job) {
        long behind = job.fileSizeBytes() - JobSpec.rangeBytes(job.layout(), job.sizeBytes(), job.numjobs());
        JobSpec.Pattern pattern = new JobSpec.Pattern(
                random.between(0, 2) * 4096,
                oneOf(2),
                random.between(0, behind),
                random.between(0, 2) > 0 ? null : 2 * job.fileSizeBytes(),
                (int) random.between(0, 100));
        JobSpec.Hints hints = new JobSpec.Hints(
                any(JobSpec.Fadvise.values()),
                random.between(0, 2) * (64 << 10),
                (int) random.between(0, 100),
                oneOf(6) && job.ioMode() != IoMode.MMAP);
        JobSpec.Rw rw = writes ? job.rw() : oneOf(2) ? JobSpec.Rw.READ : JobSpec.Rw.RANDREAD;
        return job.with(rw, pattern)
                .with(new JobSpec.Start(random.between(0, 500_000), oneOf(4)))
                .with(hints);
    }

    private Durability durability() {
        Durability.Sync sync = oneOf(2) ? Durability.Sync.NONE : any(Durability.Sync.values());
        int fsync = oneOf(3) ? (int) random.between(1, 20) : 0;
        int fdatasync = oneOf(4) ? (int) random.between(1, 20) : 0;
        return new Durability(sync, fsync, fdatasync, oneOf(2));
    }

    /** A job that makes so many calls at most: one that is to settle is over long before the run is. */
    private static JobSpec ofCalls(JobSpec job, long most) {
        JobSpec.Pattern pattern = job.pattern();
        Long own = pattern.ioSizeBytes();
        long all = own == null ? job.sizeBytes() : own;
        long ioSize = Math.min(all, Math.min(job.blockSizeBytes() * most, MOST_IO_BYTES));
        return job.with(
                job.rw(),
                new JobSpec.Pattern(
                        pattern.holeBytes(),
                        pattern.norandommap(),
                        pattern.offsetBytes(),
                        Math.max(job.blockSizeBytes(), ioSize),
                        pattern.rwmixread()));
    }

    /** What must come to its end in time has so much that its tasks do not take each other's pages for ever. */
    private void limit(Specs specs, long all, long reserved) {
        long max = settles ? random.between(all / 2, all) : random.between(8, all / 2);
        boolean soft = oneOf(2);
        long own = random.between(0, Math.min(reserved, max / 2));
        if (soft) {
            specs.cgroup(2, oneOf(2) ? all : null, max, own);
        } else {
            specs.cgroup((int) random.between(1, 2), max, null, own);
        }
    }

    private boolean oneOf(int times) {
        return random.between(1, times) == 1;
    }

    private <T> T any(T[] values) {
        return values[(int) random.between(0, values.length - 1L)];
    }

    /**
     * Mostly through the page cache by calls. Direct writes to a block device are left out: nothing keeps them apart
     * from buffered writes of the same block, which may then undo them, there as on a real kernel.
     */
    private IoMode anyMode(JobSpec.Rw rw, boolean existing) {
        if (!writes || !oneOf(5)) {
            return mode();
        }
        if (existing && oneOf(2)) {
            return IoMode.MMAP;
        }
        return isDevice && rw.writes() ? mode() : IoMode.DIRECT;
    }

    private IoMode mode() {
        return oneOf(2) ? IoMode.CACHED : IoMode.DONTCACHE;
    }

    private long writeSize() {
        return WRITE_SIZES[(int) random.between(0, WRITE_SIZES.length - 1L)];
    }

    private long blockSize() {
        return BLOCK_SIZES[(int) random.between(0, BLOCK_SIZES.length - 1L)];
    }

    /** Any file system with any block size it has; large folios mostly on where there are any. */
    private FileSystemSpec fileSystem() {
        FileSystemSpec.Type type = any(FileSystemSpec.Type.values());
        int smallest = Integer.numberOfTrailingZeros(type.minBlockSize());
        int largest = Integer.numberOfTrailingZeros(type.maxBlockSize());
        int blockSize = oneOf(2) ? 4096 : 1 << random.between(smallest, largest);
        boolean large = type.largeFolios() && (blockSize > 4096 || !oneOf(3));
        boolean iomap = type.canTake(BufferedPath.IOMAP) && oneOf(2);
        BufferedPath path = iomap ? BufferedPath.IOMAP : type.path();
        if (type != FileSystemSpec.Type.EXT4) {
            return new FileSystemSpec(type, blockSize, large, path);
        }
        MountOptions.Data data = iomap || large ? any(NOT_JOURNALLED) : any(MountOptions.Data.values());
        boolean bufferedIomap = data != MountOptions.Data.JOURNAL && oneOf(2);
        return new FileSystemSpec(type, blockSize, large, path, new MountOptions(data, !oneOf(3), bufferedIomap));
    }

    private DeviceSpec device() {
        int depth = (int) random.between(1, 32);
        return switch ((int) random.between(0, 8)) {
            case 0 -> Specs.ufs((int) random.between(1, 512) * 4, depth);
            case 1 -> Specs.nvme((int) random.between(1, 64) * 4, depth);
            case 2 -> Specs.ufs(0, depth);
            case 3 -> Specs.ssd();
            case 4 -> Specs.hdd(depth);
            case 5 -> Specs.loop(Specs.nvme((int) random.between(1, 64) * 4, depth));
            case 6 -> Specs.loop(Specs.ramDisk());
            case 7 -> fewSegments(depth);
            default -> Specs.ramDisk();
        };
    }

    /** The same device, of which a few sectors that files may lie on fail sooner or later. */
    private DeviceSpec failing(DeviceSpec device) {
        List<BadSector> sectors = new ArrayList<>();
        for (long left = random.between(1, 8); left > 0; left--) {
            sectors.add(new BadSector(random.between(0, 1_000_000), random.between(0, MOST_FILE_SECTORS)));
        }
        QueueSpec sound = device.queue();
        QueueSpec queue = new QueueSpec(
                sound.logicalBlockSize(),
                sound.readAheadKb(),
                sound.maxSectorsKb(),
                sound.maxSegments(),
                sound.queueDepth(),
                sound.completion(),
                sectors);
        return switch (device) {
            case DeviceSpec.Ufs ufs -> new DeviceSpec.Ufs(queue, ufs.timing());
            case DeviceSpec.Nvme nvme -> new DeviceSpec.Nvme(queue, nvme.timing());
            case DeviceSpec.Ssd ssd -> new DeviceSpec.Ssd(queue, ssd.timing());
            case DeviceSpec.Hdd hdd -> new DeviceSpec.Hdd(queue, hdd.timing());
            case DeviceSpec.Loop loop -> new DeviceSpec.Loop(queue, loop.lower());
            case DeviceSpec.RamDisk _ -> new DeviceSpec.RamDisk(queue);
        };
    }

    private DeviceSpec fewSegments(int depth) {
        int readAheadKb = (int) random.between(1, 512) * 4;
        int segments = (int) random.between(1, 40);
        return new DeviceSpec.Nvme(
                new QueueSpec(4096, readAheadKb, 1280, segments, depth, Completion.HARDIRQ),
                new DeviceSpec.FlashTiming(2L << 30, 50_000, 20, 8));
    }
}
