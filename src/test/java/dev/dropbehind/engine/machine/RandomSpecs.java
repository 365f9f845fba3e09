package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.SimulationSpec;
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
                .duration(random.between(1, 3) * 1_000_000)
                .seed(seed);
        for (int job = 0; job < random.between(1, 3); job++) {
            IoMode mode = IoMode.values()[(int) random.between(0, 1)];
            Layout layout = Layout.values()[(int) random.between(0, 2)];
            String file = random.between(0, 2) == 0 ? "other" : "data";
            long bytes = random.between(4, 16) << 20;
            specs.job(Specs.readers("job" + job, mode, blockSize(), (int) random.between(1, 4), layout, file, bytes));
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

    private DeviceSpec device() {
        int depth = (int) random.between(1, 32);
        return switch ((int) random.between(0, 3)) {
            case 0 -> Specs.ufs((int) random.between(1, 128) * 4, depth);
            case 1 -> Specs.nvme((int) random.between(1, 64) * 4, depth);
            case 2 -> Specs.ufs(0, depth);
            default -> Specs.ramDisk();
        };
    }
}
