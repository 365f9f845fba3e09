package dev.dropbehind.engine.spec;

/**
 * When what a job writes has to be on the device, in fio's words.
 *
 * @param sync what each write call itself waits for
 * @param fsyncEvery after so many write calls a task flushes the file and its metadata; 0 for never
 * @param fdatasyncEvery after so many write calls it flushes the data and what finds it; 0 for never
 * @param endFsync whether it flushes the file when it has written everything
 */
public record Durability(Sync sync, int fsyncEvery, int fdatasyncEvery, boolean endFsync) {

    /** The most write calls between two sync calls. */
    public static final int MAX_EVERY = 1_000_000_000;

    /** Never: the kernel writes back when it likes. */
    public static final Durability NONE = new Durability(Sync.NONE, 0, 0, false);

    /** What a write call waits for (kernel-model §3.6, §3.8). */
    public enum Sync {
        /** Nothing. */
        NONE,
        /** The data and what is needed to find it, {@code O_DSYNC}. */
        DSYNC,
        /** The data and all metadata of the file, {@code O_SYNC}. */
        SYNC
    }

    /** Checks the ranges. */
    public Durability {
        if (fsyncEvery < 0 || fsyncEvery > MAX_EVERY || fdatasyncEvery < 0 || fdatasyncEvery > MAX_EVERY) {
            throw new IllegalArgumentException("fsync or fdatasync out of range");
        }
    }
}
