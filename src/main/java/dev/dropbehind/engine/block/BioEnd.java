package dev.dropbehind.engine.block;

import dev.dropbehind.engine.cpu.Context;

/** What a bio's owner does when it ends. */
public interface BioEnd {

    /**
     * Ends a bio; called exactly once for each.
     *
     * @param tag what the owner gave when it made the bio
     * @param pages how many pages the bio carried
     * @param context where this runs
     */
    void endBio(long tag, int pages, Context context);
}
