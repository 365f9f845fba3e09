package dev.dropbehind.engine.block;

import dev.dropbehind.engine.cpu.Context;

/** What a bio's owner does when it ends, the kernel's {@code bi_end_io}. */
public interface BioEnd {

    /**
     * Ends a bio; called exactly once for each, and once more each time it asks for a worker to do it and at once
     * returns. The bio is still in its table while this runs, and gone afterwards.
     *
     * @param bio the bio, to be asked of its table
     * @param cpu the processor on which this runs
     * @param context in which context
     */
    void endBio(int bio, int cpu, Context context);
}
