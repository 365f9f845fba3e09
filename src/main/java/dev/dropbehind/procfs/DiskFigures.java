package dev.dropbehind.procfs;

import dev.dropbehind.engine.measure.Counter;
import java.util.List;

/** The seventeen numbers of a disk, which diskstats and the disk's own stat file have in common (kernel-model §7.8). */
final class DiskFigures {

    private static final int SECTOR_SHIFT = 9;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private DiskFigures() {}

    /**
     * Returns them in their order: reads completed, merged, sectors, ms; the same of writes; in flight, ms busy, ms of
     * all requests together; completed, merged, sectors, ms of discards; completed and ms of flushes.
     */
    static List<Long> of(Snapshot at) {
        return List.of(
                at.count(Counter.DEVICE_READ_REQUESTS),
                at.count(Counter.BIO_MERGES) - at.count(Counter.BIO_WRITE_MERGES),
                sectors(at, Counter.DEVICE_READ_BYTES),
                millis(at.count(Counter.DEVICE_READ_NANOS)),
                at.count(Counter.DEVICE_WRITE_REQUESTS),
                at.count(Counter.BIO_WRITE_MERGES),
                sectors(at, Counter.DEVICE_WRITE_BYTES),
                millis(at.count(Counter.DEVICE_WRITE_NANOS)),
                at.count(Counter.DEVICE_IN_FLIGHT),
                millis(at.count(Counter.DEVICE_BUSY_NANOS)),
                millis(at.count(Counter.DEVICE_READ_NANOS)
                        + at.count(Counter.DEVICE_WRITE_NANOS)
                        + at.count(Counter.DEVICE_FLUSH_NANOS)),
                0L,
                0L,
                0L,
                0L,
                at.count(Counter.DEVICE_FLUSH_REQUESTS),
                millis(at.count(Counter.DEVICE_FLUSH_NANOS)));
    }

    private static long sectors(Snapshot at, Counter bytes) {
        return at.count(bytes) >> SECTOR_SHIFT;
    }

    private static long millis(long nanos) {
        return nanos / NANOS_PER_MILLI;
    }
}
