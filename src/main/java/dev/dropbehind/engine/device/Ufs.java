package dev.dropbehind.engine.device;

import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.time.Seeds;

/** Universal Flash Storage: one command queue of 32, one link. */
public final class Ufs implements Device {

    private final FlashLanes lanes;

    /** Starts idle. */
    public Ufs(DeviceSpec.Ufs spec, Seeds seeds) {
        lanes = new FlashLanes(spec.timing(), seeds.of("ufs"));
    }

    @Override
    public long read(long bytes, long nowNanos) {
        return lanes.read(bytes, nowNanos);
    }
}
