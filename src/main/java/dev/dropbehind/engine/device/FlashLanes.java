package dev.dropbehind.engine.device;

import dev.dropbehind.engine.spec.DeviceSpec.FlashTiming;
import dev.dropbehind.engine.time.Random64;

/**
 * Flash behind a command queue. A command waits for a free lane, then for its first byte; then its bytes pass over the
 * one link, in the order in which the commands came. So a deep queue is bound by the link and a single command by the
 * latency.
 *
 * <p>Commands leave in the order in which they came, so the lane that is free first is the one that was taken longest
 * ago: the lanes are taken in turn.
 */
final class FlashLanes {

    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int PER_MILLE = 1000;

    private final FlashTiming timing;
    private final Random64 jitter;
    private final long[] laneFreeAt;
    private int nextLane;
    private long linkFreeAt;

    FlashLanes(FlashTiming timing, Random64 jitter) {
        this.timing = timing;
        this.jitter = jitter;
        laneFreeAt = new long[timing.parallelism()];
    }

    long read(long bytes, long nowNanos) {
        int lane = takeLane();
        long firstByte = Math.max(nowNanos, laneFreeAt[lane]) + latencyNanos();
        linkFreeAt = Math.max(firstByte, linkFreeAt) + transferNanos(bytes);
        laneFreeAt[lane] = linkFreeAt;
        return linkFreeAt;
    }

    private int takeLane() {
        int lane = nextLane;
        nextLane = (lane + 1) % laneFreeAt.length;
        return lane;
    }

    private long latencyNanos() {
        long spread = timing.jitterPercent() * 10L;
        long perMille = PER_MILLE + jitter.between(-spread, spread);
        return timing.readLatencyNanos() * perMille / PER_MILLE;
    }

    private long transferNanos(long bytes) {
        return Math.ceilDiv(bytes * NANOS_PER_SECOND, timing.readBytesPerSecond());
    }

    @Override
    public String toString() {
        return "lane " + nextLane + " free at " + laneFreeAt[nextLane] + ", link at " + linkFreeAt;
    }
}
