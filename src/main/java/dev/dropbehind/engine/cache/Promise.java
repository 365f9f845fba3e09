package dev.dropbehind.engine.cache;

/** What is promised of the bytes of files (kernel-model §11.1, by its numbers). */
public enum Promise {
    /** What is not up to date is never read. */
    UP_TO_DATE(8, "A read never exposes a byte that is not up to date."),
    /** Each byte is linearisable. */
    LAST_WRITE(23, "A read that starts after a write returned sees that write or a later one."),
    /** A sync stores what was written before it. */
    SYNCED(24, "After a sync the device holds what was written before it began."),
    /** After a final sync the device holds the files. */
    STORED(25, "After a final sync the device holds every file byte for byte."),
    /** What was never written is zero. */
    UNWRITTEN_IS_ZERO(26, "Bytes never written read as zero."),
    /** The last block ends in zeroes. */
    ZERO_BEHIND_END(27, "Bytes behind the end of a file are zero in its last block."),
    /** What leaves the cache is on the device. */
    KEPT_ON_DROP(28, "Drop or reclaim never changes what a later read returns.");

    private final int number;
    private final String statement;

    Promise(int number, String statement) {
        this.number = number;
        this.statement = statement;
    }

    /** Returns its number in the kernel-model. */
    public int number() {
        return number;
    }

    /** Returns it in words. */
    public String statement() {
        return statement;
    }
}
