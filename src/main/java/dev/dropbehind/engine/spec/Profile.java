package dev.dropbehind.engine.spec;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The machines we know, each with its defaults and costs. Numbers marked fitted come from the calibration program
 * (src/docs/calibration.md) and from nowhere else.
 */
public enum Profile {
    /** An 8-way server with 32 GiB and enterprise NVMe; nothing fitted. */
    SERVER(
            "server",
            "8 processors, 32 GiB, NVMe, XFS; priors only",
            "Assumed: no message measured on it, so nothing is fitted.") {
        @Override
        public MachineSpec machine() {
            return new MachineSpec(this, 8, 250, CostModel.priors());
        }

        @Override
        public MemorySpec memory() {
            return new MemorySpec(32L * GIB, 2L * GIB, 0, null, MemorySpec.DEFAULT_WATERMARK_SCALE_FACTOR);
        }

        @Override
        public DeviceSpec device() {
            return new DeviceSpec.Nvme(
                    new QueueSpec(4096, 128, 1280, NVME_MAX_SEGMENTS, 64, Completion.HARDIRQ),
                    new DeviceSpec.FlashTiming(3L * GIB, 80_000, 2L * GIB, 20_000, 0, 10, 32));
        }
    },

    /**
     * The phone of the f2fs message: 11,621,300 kB managed, of which 6,404,648 kB free and 1,898,604 kB cached
     * (1,898,092 cached and 512 of buffers). Of the rest, sar calls 2,719,384 kB used; what it leaves out is slab. The
     * free figure is from another session of the same thread. Caches had been dropped, so what is still cached is
     * mapped or shared and starts on the active list. How long its read-ahead windows are the message does not say: 512
     * KiB is usual for such phones and keeps the device busy.
     */
    PHONE_UFS(
            "phone-ufs",
            "8 processors, 11 GiB, UFS, f2fs: the phone of the f2fs message",
            "[PATCH] f2fs: f2fs supports uncached buffered I/O; free memory from another session of the same thread;"
                    + " read-ahead, queue and latency as is usual for such phones.") {
        @Override
        public MachineSpec machine() {
            return new MachineSpec(this, 8, 250, CostModel.priors().fitted(Cost.RECLAIM_FOLIO, 1534));
        }

        @Override
        public MemorySpec memory() {
            long ramKib = 11_621_300;
            long freeKib = 6_404_648;
            long cachedKib = 1_898_092 + 512;
            long usedKib = 2_719_384;
            long reservedKib = ramKib - freeKib - cachedKib;
            return new MemorySpec(
                    ramKib * KIB,
                    reservedKib * KIB,
                    (reservedKib - usedKib) * KIB,
                    cachedKib * KIB,
                    null,
                    MemorySpec.DEFAULT_WATERMARK_SCALE_FACTOR);
        }

        @Override
        public DeviceSpec device() {
            return new DeviceSpec.Ufs(
                    new QueueSpec(4096, 512, 1024, 32, Completion.SOFTIRQ),
                    new DeviceSpec.FlashTiming(
                            FITTED_UFS_READ_BYTES_PER_SECOND, 80_000, 750_000_000, 40_000, 300_000, 10, 32));
        }

        @Override
        public FileSystemSpec fileSystem() {
            return new FileSystemSpec(FileSystemSpec.Type.F2FS, 4096);
        }

        @Override
        public List<Fit> fits() {
            String message = " of the normal read, [PATCH] f2fs: f2fs supports uncached buffered I/O";
            return List.of(
                    new Fit("device.readBandwidth", "mean throughput, seconds 1 to 20," + message),
                    new Fit(Cost.RECLAIM_FOLIO.name(), "mean CPU of kswapd, samples 4 to 30," + message));
        }
    },

    /**
     * The virtual machine of the block series: the message says that 45 GB are about twice its memory, and that the
     * disk is NVMe. Processors, reserved memory and the request queue are assumed. What the disk carries is no less
     * than what the message printed of writes, 9,414.7 MB/s: the disk is a file in the cache of the host, or faster
     * than that. A read is so far from it that this prior hardly counts. The memory of a virtual machine is given to it
     * by the host page by page, when a page is first used; how long that takes is fitted, as is how long a read takes.
     */
    VM_NVME(
            "vm-nvme",
            "8 processors, 22.5 GiB, NVMe, no file system: the virtual machine of the block series",
            "[PATCH v7 0/5] block: enable RWF_DONTCACHE for block devices; processors, reserved memory and queue are"
                    + " assumed.") {
        @Override
        public MachineSpec machine() {
            return new MachineSpec(this, 8, 250, CostModel.priors().fitted(Cost.GUEST_FIRST_TOUCH, 2761));
        }

        @Override
        public MemorySpec memory() {
            return new MemorySpec(22 * GIB + GIB / 2, GIB, 0, null, MemorySpec.DEFAULT_WATERMARK_SCALE_FACTOR);
        }

        @Override
        public DeviceSpec device() {
            return new DeviceSpec.Nvme(
                    new QueueSpec(4096, 128, 1280, NVME_MAX_SEGMENTS, 64, Completion.HARDIRQ),
                    new DeviceSpec.FlashTiming(
                            9_415L << 20, FITTED_VM_READ_LATENCY_NANOS, 9_415L << 20, 20_000, 0, 10, 32));
        }

        @Override
        public FileSystemSpec fileSystem() {
            return new FileSystemSpec(FileSystemSpec.Type.BDEV, 4096);
        }

        @Override
        public List<Fit> fits() {
            String message = " read, seconds 1 to 14, [PATCH v7 0/5] block: enable RWF_DONTCACHE for block devices";
            return List.of(
                    new Fit("device.readLatency", "mean throughput of the DONTCACHE" + message),
                    new Fit(Cost.GUEST_FIRST_TOUCH.name(), "mean throughput of the normal" + message));
        }
    },

    /**
     * The virtual machine of the shared-page series: XFS on an emulated NVMe disk of 4 KiB blocks, which reads a page
     * in about 35 microseconds with all that the kernel does for it, and takes more than 2.4 GB/s. Processors and
     * memory are assumed. Nothing is fitted to the message yet: how often pages are read back follows from the
     * mechanism, how many MiB/s come of it is off.
     */
    VM_4KN(
            "vm-4kn",
            "16 processors, 16 GiB, emulated NVMe of 4 KiB blocks, XFS: the machine of the shared-page series",
            "[PATCH v8 0/7] mm, iomap, NFSD: stop uncached writes reading back shared pages; processors, memory, queue"
                    + " and latencies are assumed.") {
        @Override
        public MachineSpec machine() {
            return new MachineSpec(this, 16, 250, CostModel.priors());
        }

        @Override
        public MemorySpec memory() {
            return new MemorySpec(16 * GIB, GIB, 0, null, MemorySpec.DEFAULT_WATERMARK_SCALE_FACTOR);
        }

        @Override
        public DeviceSpec device() {
            return new DeviceSpec.Nvme(
                    new QueueSpec(4096, 128, 1280, NVME_MAX_SEGMENTS, 64, Completion.HARDIRQ),
                    new DeviceSpec.FlashTiming(3_000_000_000L, 30_000, 3_000_000_000L, 15_000, 0, 20, 32));
        }
    },

    /**
     * The machine of the ext4 message: an Intel Xeon Gold 6240, of 18 cores, with 400 GB of memory, a ramdisk of 200 GB
     * and an NVMe disk of 1 TB. A tick is a millisecond, as x86 kernels are configured where nobody says otherwise; the
     * message does not say. Read-ahead and queue are assumed. Idle processors sleep in C1, C1E and C6, with the
     * latencies that the kernel's driver has for this processor. Everything that takes time in the message's table and
     * is not shared with other machines is fitted to it.
     */
    XEON_RAMDISK_NVME(
            "xeon-ramdisk-nvme",
            "18 processors, 400 GiB, NVMe or ramdisk, ext4: the machine of the ext4 message",
            "[RFC PATCH v4 32/34] ext4: enable large folio for regular file with iomap buffered IO path; tick,"
                    + " read-ahead and queue are assumed.") {
        @Override
        public MachineSpec machine() {
            return new MachineSpec(
                    this,
                    18,
                    1000,
                    CostModel.priors()
                            .fitted(Cost.COPY, 114)
                            .fitted(Cost.COPY_WARM, 162)
                            .fitted(Cost.COPY_IN, 166)
                            .fitted(Cost.VFS_WRITE, 361)
                            .fitted(Cost.MAP_BLOCKS, 315)
                            .fitted(Cost.GET_BLOCK, 978)
                            .fitted(Cost.BUFFER_HEAD, 31)
                            .fitted(Cost.READ_BLOCK, 323)
                            .fitted(Cost.RAMDISK_COPY, 187)
                            .fitted(Cost.JOURNAL_COMMIT, 42_750)
                            .fitted(Cost.DMA_SEGMENT, 275)
                            .fitted(Cost.LOCK_BOUNCE, 543));
        }

        @Override
        public MemorySpec memory() {
            return new MemorySpec(400 * GIB, 8 * GIB, 0, null, MemorySpec.DEFAULT_WATERMARK_SCALE_FACTOR);
        }

        @Override
        public DeviceSpec device() {
            return new DeviceSpec.Nvme(
                    new QueueSpec(4096, 128, 1280, NVME_MAX_SEGMENTS, 64, Completion.HARDIRQ),
                    new DeviceSpec.FlashTiming(2_772_676_621L, 98_387, 3_809_824_295L, 6_440, 0, 10, 32));
        }

        @Override
        public List<IdleState> idleStates() {
            return List.of(new IdleState(2_000, 2_000), new IdleState(10_000, 20_000), new IdleState(133_000, 600_000));
        }

        @Override
        public FileSystemSpec fileSystem() {
            return new FileSystemSpec(FileSystemSpec.Type.EXT4, 4096, false, FileSystemSpec.BufferedPath.BUFFER_HEADS);
        }

        @Override
        public List<Fit> fits() {
            String cells = "the cells marked fit, all together, " + TABLE;
            return Stream.concat(
                            machine().costs().fittedCosts().stream().map(Cost::name),
                            Stream.of(
                                    "device.readBandwidth",
                                    "device.readLatency",
                                    "device.writeBandwidth",
                                    "device.writeLatency"))
                    .map(constant -> new Fit(constant, cells))
                    .toList();
        }
    };

    private static final String TABLE =
            "[RFC PATCH v4 32/34] ext4: enable large folio for regular file with iomap buffered IO path";

    /** What a list of pages (PRP) of the host driver holds. */
    private static final int NVME_MAX_SEGMENTS = 127;

    private static final long FITTED_UFS_READ_BYTES_PER_SECOND = 1_928_491_484;
    private static final long FITTED_VM_READ_LATENCY_NANOS = 39_576;
    private static final long KIB = 1L << 10;
    private static final long GIB = 1L << 30;

    private final String id;
    private final String summary;
    private final String source;

    Profile(String id, String summary, String source) {
        this.id = id;
        this.summary = summary;
        this.source = source;
    }

    /** Returns the name in specs. */
    public String id() {
        return id;
    }

    /** Returns the machine in one line. */
    public String summary() {
        return summary;
    }

    /** Returns where its numbers come from, in one line. */
    public String source() {
        return source;
    }

    /** Returns the numbers that were fitted, with what each was fitted to; all others are priors or published. */
    public List<Fit> fits() {
        return List.of();
    }

    /** Returns the processors and costs. */
    public abstract MachineSpec machine();

    /** Returns memory and what is in it at the start. */
    public abstract MemorySpec memory();

    /** Returns the device. */
    public abstract DeviceSpec device();

    /** Returns what its idle processors sleep in, the lightest first; nothing where that is not known. */
    public List<IdleState> idleStates() {
        return List.of();
    }

    /** Returns the file system. */
    public FileSystemSpec fileSystem() {
        return new FileSystemSpec(FileSystemSpec.Type.XFS, 4096);
    }

    /** Returns the profile of that name. */
    public static Optional<Profile> byId(String id) {
        for (Profile profile : values()) {
            if (profile.id.equals(id)) {
                return Optional.of(profile);
            }
        }
        return Optional.empty();
    }
}
