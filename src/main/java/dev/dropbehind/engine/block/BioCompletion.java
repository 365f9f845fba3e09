package dev.dropbehind.engine.block;

import dev.dropbehind.engine.cpu.Context;

/** What becomes of a bio that the device is done with, the kernel's {@code bio_endio} (kernel-model §5.7, §5.8). */
public interface BioCompletion {

    /**
     * Ends a bio, now or later; called once for each, in the order in which the device is done with them. Its owner is
     * told once, and until then the bio is in flight.
     *
     * @param bio the bio, all of its parts done
     * @param cpu the processor on which this runs
     * @param context where this runs
     */
    void end(int bio, int cpu, Context context);
}
