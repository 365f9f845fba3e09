package dev.dropbehind.engine.device;

import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;

/**
 * A disk in memory: no queue, no interrupt; whoever submits copies, to read and to write (kernel-model §9.3,
 * synchronous devices).
 */
public final class RamDisk {

    private static final int PICOS_PER_NANO = 1000;

    private final long copyPicosPerByte;

    /** Copies at the machine's pace. */
    public RamDisk(CostModel costs) {
        copyPicosPerByte = costs.of(Cost.RAMDISK_COPY);
    }

    /**
     * Copies for whoever submits.
     *
     * @param bytes how much
     * @return CPU nanoseconds of the submitter
     */
    public long copyNanos(long bytes) {
        return bytes * copyPicosPerByte / PICOS_PER_NANO;
    }
}
