package dev.dropbehind.engine.device;

import dev.dropbehind.engine.spec.DeviceSpec.FlashTiming;
import dev.dropbehind.engine.time.EventHandler;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Timeline;

/**
 * Flash behind a command queue: NVMe, UFS, SATA SSD (kernel-model §9.3). A command waits for a free lane, then for its
 * first byte; then its bytes pass over the one link, in the order in which the commands came. So a deep queue is bound
 * by the link and a single command by the latency.
 *
 * <p>Commands leave in the order in which they came, so the lane that is free first is the one that was taken longest
 * ago: the lanes are taken in turn.
 */
public final class FlashLanes implements Device {

    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int PER_MILLE = 1000;

    /** Later than any run ends: so late a command is done whose time cannot be said in nanoseconds. */
    private static final long NEVER = Long.MAX_VALUE / 2;

    private final FlashTiming timing;
    private final Random64 jitter;
    private final Timeline timeline;
    private final EventHandler done;
    private final long[] laneFreeAt;
    private int nextLane;
    private long linkFreeAt;

    /**
     * Starts idle.
     *
     * @param jitter lets the latency of single commands stray
     * @param timeline the machine's clock
     * @param end who is told
     */
    public FlashLanes(FlashTiming timing, Random64 jitter, Timeline timeline, RequestEnd end) {
        this.timing = timing;
        this.jitter = jitter;
        this.timeline = timeline;
        done = request -> end.endRequest((int) request);
        laneFreeAt = new long[timing.parallelism()];
    }

    @Override
    public void serve(int request, Op op, long sector, long bytes, int segments) {
        timeline.schedule(serve(bytes, timeline.now()), EventPriority.HARDIRQ, done, request);
    }

    @Override
    public boolean isHardware() {
        return true;
    }

    /** Takes lane and link for a command; returns when its last byte is over the link. */
    long serve(long bytes, long nowNanos) {
        int lane = takeLane();
        long firstByte = Math.max(nowNanos, laneFreeAt[lane]) + latencyNanos();
        linkFreeAt = Math.min(NEVER, Math.max(firstByte, linkFreeAt) + transferNanos(bytes));
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
