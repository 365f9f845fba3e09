package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.FileSystemSpec.BufferedPath;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Seeds;
import dev.dropbehind.testing.Specs;

/** Small machines made up by a seed: the same seed makes up the same machine. */
final class RandomSpecs {

    private static final long[] BLOCK_SIZES = {
        512, 1000, 4096, 5000, 8192, 32 << 10, 47_008, 64 << 10, 192 << 10, 1 << 20
    };

    private final Random64 random;
    private final long seed;

    private RandomSpecs(long seed) {
        this.seed = seed;
        random = new Seeds(seed).of("specs");
    }

    static SimulationSpec of(long seed) {
        return new RandomSpecs(seed).spec();
    }

    private SimulationSpec spec() {
        long all = random.between(512, 2048);
        Specs specs = Specs.small()
                .cpus((int) random.between(1, 4))
                .pages(all, random.between(0, all / 8), random.between(0, all / 3))
                .device(device())
                .fileSystem(fileSystem())
                .patch(Toggle.BDEV_FOP_DONTCACHE)
                .duration(random.between(1, 3) * 1_000_000)
                .seed(seed);
        if (random.between(0, 3) == 0) {
            specs.patch(Toggle.MM_DROP_ONLY_WHOLE_FOLIOS);
        }
        for (int job = 0; job < random.between(1, 3); job++) {
            IoMode mode = IoMode.values()[(int) random.between(0, 1)];
            Layout layout = Layout.values()[(int) random.between(0, 2)];
            String file = random.between(0, 2) == 0 ? "other" : "data";
            long bytes = random.between(4, 16) << 20;
            JobSpec plain =
                    Specs.readers("job" + job, mode, blockSize(), (int) random.between(1, 4), layout, file, bytes);
            specs.job(seed % 2 == 0 ? plain : varied(plain));
        }
        if (random.between(0, 2) == 0) {
            IoMode mode = IoMode.values()[(int) random.between(0, 1)];
            specs.job(Specs.loop("loop", mode, blockSize(), "hot", random.between(1, 4) << 20));
        }
        if (random.between(0, 2) == 0) {
            limit(specs, all);
        }
        return specs.spec();
    }

    private JobSpec varied(JobSpec job) {
        JobSpec.Pattern pattern = new JobSpec.Pattern(
                random.between(0, 2) * 4096,
                random.between(0, 1) == 0,
                0,
                random.between(0, 2) > 0 ? null : 2 * job.fileSizeBytes());
        JobSpec.Hints hints = new JobSpec.Hints(
                JobSpec.Fadvise.NONE,
                random.between(0, 2) * (64 << 10),
                (int) random.between(0, 100),
                random.between(0, 5) == 0);
        return job.with(JobSpec.Rw.values()[(int) random.between(0, 1)], pattern)
                .with(new JobSpec.Start(random.between(0, 500_000), random.between(0, 3) == 0))
                .with(hints);
    }

    private void limit(Specs specs, long all) {
        long max = random.between(8, all / 2);
        boolean soft = random.between(0, 1) == 0;
        if (soft) {
            specs.cgroup(2, random.between(0, 1) == 0 ? all : null, max, 0);
        } else {
            specs.cgroup((int) random.between(1, 2), max, null, 0);
        }
    }

    private long blockSize() {
        return BLOCK_SIZES[(int) random.between(0, BLOCK_SIZES.length - 1L)];
    }

    /** Any file system with any block size it has; large folios mostly on where there are any. */
    private FileSystemSpec fileSystem() {
        FileSystemSpec.Type[] types = FileSystemSpec.Type.values();
        FileSystemSpec.Type type = types[(int) random.between(0, types.length - 1L)];
        int smallest = Integer.numberOfTrailingZeros(type.minBlockSize());
        int largest = Integer.numberOfTrailingZeros(type.maxBlockSize());
        int blockSize = random.between(0, 1) == 0 ? 4096 : 1 << random.between(smallest, largest);
        boolean large = type.largeFolios() && (blockSize > 4096 || random.between(0, 3) > 0);
        boolean iomap = type.canTake(BufferedPath.IOMAP) && random.between(0, 1) == 0;
        return new FileSystemSpec(type, blockSize, large, iomap ? BufferedPath.IOMAP : type.path());
    }

    private DeviceSpec device() {
        int depth = (int) random.between(1, 32);
        return switch ((int) random.between(0, 7)) {
            case 0 -> Specs.ufs((int) random.between(1, 512) * 4, depth);
            case 1 -> Specs.nvme((int) random.between(1, 64) * 4, depth);
            case 2 -> Specs.ufs(0, depth);
            case 3 -> Specs.ssd();
            case 4 -> Specs.hdd(depth);
            case 5 -> Specs.loop(Specs.nvme((int) random.between(1, 64) * 4, depth));
            case 6 -> Specs.loop(Specs.ramDisk());
            default -> Specs.ramDisk();
        };
    }
}
