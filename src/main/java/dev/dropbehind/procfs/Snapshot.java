package dev.dropbehind.procfs;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.SimulationSpec;

/**
 * A machine at the end of a simulated second: all that a kernel file is written from.
 *
 * @param spec the machine
 * @param sample its counters at that moment
 */
public record Snapshot(SimulationSpec spec, Sample sample) {

    private static final int PAGE_TO_KIB = Pages.SHIFT - 10;

    /** Returns a counter in its own unit. */
    long count(Counter counter) {
        return sample.counter(counter);
    }

    /** Returns a counter of pages in KiB. */
    long kib(Counter pages) {
        return count(pages) << PAGE_TO_KIB;
    }

    /** Returns the block device under the file system. */
    BlockDevice device() {
        return BlockDevice.of(spec.device());
    }
}
