package dev.dropbehind.engine.cache;

import dev.dropbehind.engine.spec.Cost;

/** Lets others in between the two halves of a verb that takes no lock which would keep them out. */
public interface Interleaving {

    /**
     * Has the second half done later.
     *
     * @param cost what the verb is paid by: it is over when its time is
     * @param folios how many folios it is paid for
     * @param secondHalf what is left to do
     */
    void later(Cost cost, int folios, Runnable secondHalf);
}
