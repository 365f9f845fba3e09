package dev.dropbehind.run;

/**
 * A variant that is run again to see what its samples do not keep.
 *
 * @param <T> what is seen
 */
interface Replay<T> {

    /** Runs on for a moment; returns whether there is more to do. */
    boolean goOn();

    /** Returns what was seen. */
    T seen();
}
