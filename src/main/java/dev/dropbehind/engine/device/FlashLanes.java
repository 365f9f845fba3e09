package dev.dropbehind.engine.device;

import dev.dropbehind.engine.spec.DeviceSpec.FlashTiming;
import dev.dropbehind.engine.time.EventHandler;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Timeline;

/**
 * Flash behind a command queue: NVMe, UFS, SATA SSD (kernel-model §9.3). A command waits for a free lane, then for its
 * first byte; then its bytes pass over the link, in the order in which the commands came. So a deep queue is bound by
 * the link and a single command by the latency.
 *
 * <p>Reads and writes have the lanes in common. The links of NVMe and UFS carry both ways at a time, each at a pace of
 * its own, so that a read is not held up by the bytes of the writes before it; that of SATA carries one way at a time.
 *
 * <p>A flush takes neither lane nor link: what it makes durable has been taken before, and two at a time empty the same
 * cache.
 */
public final class FlashLanes implements Device {

    /** Which ways a link carries at a time. */
    public enum Duplex {
        FULL,
        HALF
    }

    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int PER_MILLE = 1000;

    /** Later than any run ends: so late a command is done whose time cannot be said in nanoseconds. */
    private static final long NEVER = Long.MAX_VALUE / 2;

    private final FlashTiming timing;
    private final Random64 jitter;
    private final Timeline timeline;
    private final EventHandler done;
    private final Link readLink = new Link();
    private final Link writeLink;

    /** When each lane is free, as a heap: the first is free first. */
    private final long[] laneFreeAt;

    /** One way, or both ways, over which bytes pass one behind the other. */
    private static final class Link {
        private long freeAt;
    }

    /**
     * Starts idle.
     *
     * @param duplex which ways the link carries at a time
     * @param jitter lets the latency of single commands stray
     * @param timeline the machine's clock
     * @param end who is told
     */
    public FlashLanes(FlashTiming timing, Duplex duplex, Random64 jitter, Timeline timeline, RequestEnd end) {
        this.timing = timing;
        this.jitter = jitter;
        this.timeline = timeline;
        done = request -> end.endRequest((int) request, Status.OK);
        writeLink = duplex == Duplex.FULL ? new Link() : readLink;
        laneFreeAt = new long[timing.parallelism()];
    }

    @Override
    public void serve(int request, Op op, long sector, long bytes, int segments) {
        timeline.schedule(serve(op, bytes, timeline.now()), EventPriority.HARDIRQ, done, request);
    }

    @Override
    public boolean hasVolatileCache() {
        return timing.flushNanos() > 0;
    }

    @Override
    public boolean isHardware() {
        return true;
    }

    /** Takes what a command needs; returns when it is done, a read or write when its last byte is over the link. */
    long serve(Op op, long bytes, long nowNanos) {
        return switch (op) {
            case READ -> transfer(bytes, nowNanos, timing.readLatencyNanos(), timing.readBytesPerSecond(), readLink);
            case WRITE ->
                transfer(bytes, nowNanos, timing.writeLatencyNanos(), timing.writeBytesPerSecond(), writeLink);
            case FLUSH -> nowNanos + straying(timing.flushNanos());
        };
    }

    private long transfer(long bytes, long nowNanos, long latencyNanos, long bytesPerSecond, Link link) {
        long firstByte = Math.max(nowNanos, laneFreeAt[0]) + straying(latencyNanos);
        long transfer = Math.ceilDiv(bytes * NANOS_PER_SECOND, bytesPerSecond);
        link.freeAt = Math.min(NEVER, Math.max(firstByte, link.freeAt) + transfer);
        takeFirstFreeLane(link.freeAt);
        return link.freeAt;
    }

    private void takeFirstFreeLane(long untilNanos) {
        int place = 0;
        for (int child = 1; child < laneFreeAt.length; child = 2 * place + 1) {
            if (child + 1 < laneFreeAt.length && laneFreeAt[child + 1] < laneFreeAt[child]) {
                child++;
            }
            if (laneFreeAt[child] >= untilNanos) {
                break;
            }
            laneFreeAt[place] = laneFreeAt[child];
            place = child;
        }
        laneFreeAt[place] = untilNanos;
    }

    private long straying(long latencyNanos) {
        long spread = timing.jitterPercent() * 10L;
        long perMille = PER_MILLE + jitter.between(-spread, spread);
        return latencyNanos * perMille / PER_MILLE;
    }

    @Override
    public String toString() {
        return "a lane free at " + laneFreeAt[0] + ", link at " + readLink.freeAt + " and " + writeLink.freeAt;
    }
}
