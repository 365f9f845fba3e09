package dev.dropbehind.engine.device;

import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.time.Seeds;

/** NVMe flash: many channels behind one link; its queues are no bottleneck. */
public final class Nvme implements Device {

    private final FlashLanes lanes;

    /** Starts idle. */
    public Nvme(DeviceSpec.Nvme spec, Seeds seeds) {
        lanes = new FlashLanes(spec.timing(), seeds.of("nvme"));
    }

    @Override
    public long read(long bytes, long nowNanos) {
        return lanes.read(bytes, nowNanos);
    }
}
