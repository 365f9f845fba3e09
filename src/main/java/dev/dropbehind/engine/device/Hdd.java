package dev.dropbehind.engine.device;

import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.DeviceSpec.HddTiming;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.time.EventHandler;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Timeline;

/**
 * A disk with one head over turning platters (kernel-model §9.3). A request pays for its seek, for the turn of the
 * platter until its first sector comes by, and for its transfer; one that begins where the last one ended pays for the
 * transfer alone.
 *
 * <p>The time of a seek grows with the square root of its distance, as the arm speeds up over the first half of its way
 * and slows down over the second. Where on the platter a request begins is drawn when it arrives, each angle as likely
 * as any other: alone it waits half a turn on average.
 *
 * <p>The disk chooses which of its requests is next (native command queueing): the one that the head reaches first, the
 * older of two. A request that has waited for as long as a full queue takes at the worst goes before all others.
 *
 * <p>A write is positioned as a read is and ends on the platter: no cache takes it before. So a flush has nothing left
 * to write and takes a turn of the platter beside whatever the head does.
 */
public final class Hdd implements Device {

    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int NONE = -1;

    private final HddTiming timing;
    private final Random64 angles;
    private final Timeline timeline;
    private final RequestEnd end;
    private final EventHandler served = this::endServed;
    private final EventHandler flushed = this::endFlush;
    private final long patienceNanos;

    /** Requests that wait for the head, the oldest first. */
    private final int[] requests;

    private final long[] sectors;
    private final long[] bytes;
    private final long[] transferNanos;
    private final long[] angleNanos;
    private final long[] takenAt;
    private int waiting;

    private boolean isServing;
    private long headSector;

    /**
     * Starts idle, the head over sector 0.
     *
     * @param angles where on the platter requests begin
     * @param timeline the machine's clock
     * @param end who is told
     */
    public Hdd(DeviceSpec.Hdd spec, Random64 angles, Timeline timeline, RequestEnd end) {
        timing = spec.timing();
        this.angles = angles;
        this.timeline = timeline;
        this.end = end;
        int depth = spec.queue().queueDepth();
        patienceNanos = depth * (timing.seekNanos() + timing.rotationNanos());
        requests = new int[depth];
        sectors = new long[depth];
        bytes = new long[depth];
        transferNanos = new long[depth];
        angleNanos = new long[depth];
        takenAt = new long[depth];
    }

    @Override
    public void serve(int request, Op op, long sector, long length, int segments) {
        if (op == Op.FLUSH) {
            timeline.schedule(timeline.now() + timing.rotationNanos(), EventPriority.HARDIRQ, flushed, request);
            return;
        }
        requests[waiting] = request;
        sectors[waiting] = sector;
        bytes[waiting] = length;
        transferNanos[waiting] = transferNanos(op, length);
        angleNanos[waiting] = angles.between(0, timing.rotationNanos() - 1);
        takenAt[waiting] = timeline.now();
        waiting++;
        if (!isServing) {
            serve(0);
        }
    }

    @Override
    public boolean hasVolatileCache() {
        return true;
    }

    @Override
    public boolean isHardware() {
        return true;
    }

    private void endServed(long request) {
        isServing = false;
        int next = choose();
        if (next != NONE) {
            serve(next);
        }
        end.endRequest((int) request, Status.OK);
    }

    private void endFlush(long request) {
        end.endRequest((int) request, Status.OK);
    }

    private long transferNanos(Op op, long length) {
        long bytesPerSecond = op == Op.READ ? timing.readBytesPerSecond() : timing.writeBytesPerSecond();
        return Math.ceilDiv(length * NANOS_PER_SECOND, bytesPerSecond);
    }

    private void serve(int place) {
        long done = timeline.now() + positioningNanos(place) + transferNanos[place];
        isServing = true;
        headSector = sectors[place] + bytes[place] / Pages.SECTOR_SIZE;
        timeline.schedule(done, EventPriority.HARDIRQ, served, requests[place]);
        remove(place);
    }

    /** Returns the place of the request that is next, or {@link #NONE}. */
    private int choose() {
        if (waiting == 0) {
            return NONE;
        }
        if (timeline.now() - takenAt[0] >= patienceNanos) {
            return 0;
        }
        int nearest = 0;
        long least = positioningNanos(0);
        for (int place = 1; place < waiting; place++) {
            long nanos = positioningNanos(place);
            if (nanos < least) {
                nearest = place;
                least = nanos;
            }
        }
        return nearest;
    }

    private long positioningNanos(int place) {
        if (sectors[place] == headSector) {
            return 0;
        }
        long seek = seekNanos(Math.abs(sectors[place] - headSector));
        return seek + Math.floorMod(angleNanos[place] - timeline.now() - seek, timing.rotationNanos());
    }

    private long seekNanos(long distanceSectors) {
        double ofCapacity = (double) distanceSectors * Pages.SECTOR_SIZE / timing.capacityBytes();
        return timing.trackSeekNanos()
                + (long) ((timing.seekNanos() - timing.trackSeekNanos()) * Math.sqrt(ofCapacity));
    }

    private void remove(int place) {
        waiting--;
        int behind = waiting - place;
        System.arraycopy(requests, place + 1, requests, place, behind);
        System.arraycopy(sectors, place + 1, sectors, place, behind);
        System.arraycopy(bytes, place + 1, bytes, place, behind);
        System.arraycopy(transferNanos, place + 1, transferNanos, place, behind);
        System.arraycopy(angleNanos, place + 1, angleNanos, place, behind);
        System.arraycopy(takenAt, place + 1, takenAt, place, behind);
    }

    @Override
    public String toString() {
        return "head at sector " + headSector + ", " + waiting + " requests wait";
    }
}
