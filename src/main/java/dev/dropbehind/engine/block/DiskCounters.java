package dev.dropbehind.engine.block;

import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.Pages;

/** Where diskstats counts requests of each operation (kernel-model §7.8). */
final class DiskCounters {

    private DiskCounters() {}

    /** Counts a bio that has been submitted, and the bytes that it writes. */
    static void countSubmitted(Counters counters, BioTable bios, int bio) {
        counters.add(Counter.BIOS_SUBMITTED, 1);
        if (bios.op(bio) == Op.WRITE) {
            counters.add(Counter.BIO_WRITE_BYTES, (long) bios.sectors(bio) * Pages.SECTOR_SIZE);
        }
    }

    /** Counts a request that has ended, and its bytes; a flush has none. */
    static void countEnded(Counters counters, Op op, long bytes) {
        switch (op) {
            case READ -> {
                counters.add(Counter.DEVICE_READ_REQUESTS, 1);
                counters.add(Counter.DEVICE_READ_BYTES, bytes);
            }
            case WRITE -> {
                counters.add(Counter.DEVICE_WRITE_REQUESTS, 1);
                counters.add(Counter.DEVICE_WRITE_BYTES, bytes);
            }
            case FLUSH -> counters.add(Counter.DEVICE_FLUSH_REQUESTS, 1);
        }
    }

    /** Returns where the nanoseconds are added up that requests took. */
    static Counter nanosOf(Op op) {
        return switch (op) {
            case READ -> Counter.DEVICE_READ_NANOS;
            case WRITE -> Counter.DEVICE_WRITE_NANOS;
            case FLUSH -> Counter.DEVICE_FLUSH_NANOS;
        };
    }
}
