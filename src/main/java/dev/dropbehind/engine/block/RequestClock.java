package dev.dropbehind.engine.block;

import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.time.Timeline;

/**
 * How long requests take and how long a device has any, as diskstats counts it (kernel-model §7.8): a request from the
 * moment it is made, its time in the plug and in the queue included, to its end; the device while it holds a request.
 */
final class RequestClock {

    private final Timeline timeline;
    private final Counters counters;
    private long busyUntilNanos;
    private long unended;
    private long madeAtSum;

    RequestClock(Timeline timeline, Counters counters) {
        this.timeline = timeline;
        this.counters = counters;
    }

    void made() {
        unended++;
        madeAtSum += timeline.now();
    }

    void started() {
        countBusyTime();
        counters.add(Counter.DEVICE_IN_FLIGHT, 1);
    }

    void ended(Op op, long madeAtNanos) {
        countBusyTime();
        counters.add(Counter.DEVICE_IN_FLIGHT, -1);
        counters.add(DiskCounters.nanosOf(op), timeline.now() - madeAtNanos);
        unended--;
        madeAtSum -= madeAtNanos;
    }

    /** Counts the time since it was last counted, if the device has had a request all along. */
    void countBusyTime() {
        if (counters.get(Counter.DEVICE_IN_FLIGHT) > 0) {
            counters.add(Counter.DEVICE_BUSY_NANOS, timeline.now() - busyUntilNanos);
        }
        busyUntilNanos = timeline.now();
    }

    /** Returns how long the requests that have not ended have taken so far, together. */
    long unendedNanos() {
        return unended * timeline.now() - madeAtSum;
    }
}
