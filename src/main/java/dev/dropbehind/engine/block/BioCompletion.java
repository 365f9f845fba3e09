package dev.dropbehind.engine.block;

import dev.dropbehind.engine.cpu.Context;

/** Where bios end: at once, or later in a worker (kernel-model §5.7). */
@FunctionalInterface
public interface BioCompletion {

    /**
     * Ends a bio with which the device is done as a whole, now or later.
     *
     * @param bio the bio
     * @param cpu the processor on which the device's completion arrived
     * @param context where this runs
     */
    void end(int bio, int cpu, Context context);
}
