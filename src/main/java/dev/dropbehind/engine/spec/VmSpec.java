package dev.dropbehind.engine.spec;

/**
 * How much may be dirty and how long, as under {@code /proc/sys/vm} (kernel-model §4.1). Bytes go before ratios where
 * they are not 0.
 *
 * @param dirtyRatio percent of dirtyable memory at which writers are held, 0 to 100
 * @param dirtyBackgroundRatio percent of dirtyable memory at which writeback begins, 0 to 100
 * @param dirtyBytes the first as bytes, at least two pages; 0 where the ratio holds
 * @param dirtyBackgroundBytes the second as bytes; 0 where the ratio holds
 * @param dirtyExpireCentisecs hundredths of a second after which dirty data is old, up to a day
 * @param dirtyWritebackCentisecs hundredths of a second between two looks for old data, up to a day; 0 for never
 */
public record VmSpec(
        int dirtyRatio,
        int dirtyBackgroundRatio,
        long dirtyBytes,
        long dirtyBackgroundBytes,
        int dirtyExpireCentisecs,
        int dirtyWritebackCentisecs) {

    /** An untouched kernel's. */
    public static final VmSpec DEFAULT = new VmSpec(20, 10, 0, 0, 3000, 500);

    /** The longest time, a day. */
    public static final int MAX_CENTISECS = 24 * 60 * 60 * 100;

    /** The least {@code vm.dirty_bytes} that is not 0. */
    public static final int LEAST_DIRTY_BYTES = 2 * Pages.SIZE;

    /** Checks the ranges. */
    public VmSpec {
        if (!isPercent(dirtyRatio) || !isPercent(dirtyBackgroundRatio)) {
            throw new IllegalArgumentException("dirty ratios must be 0 to 100");
        }
        if ((dirtyBytes != 0 && dirtyBytes < LEAST_DIRTY_BYTES) || dirtyBytes > MemorySpec.MAX_RAM_BYTES) {
            throw new IllegalArgumentException("dirty bytes out of range: " + dirtyBytes);
        }
        if (dirtyBackgroundBytes < 0 || dirtyBackgroundBytes > MemorySpec.MAX_RAM_BYTES) {
            throw new IllegalArgumentException("dirty background bytes out of range: " + dirtyBackgroundBytes);
        }
        if (!isTime(dirtyExpireCentisecs) || !isTime(dirtyWritebackCentisecs)) {
            throw new IllegalArgumentException("times of writeback out of range");
        }
    }

    /** Returns these with one of them set to another value; of bytes and ratio the one set last is in force. */
    public VmSpec with(VmSetting setting, long value) {
        int whole = (int) Math.min(value, MAX_CENTISECS);
        return switch (setting) {
            case DIRTY_RATIO ->
                new VmSpec(
                        whole,
                        dirtyBackgroundRatio,
                        0,
                        dirtyBackgroundBytes,
                        dirtyExpireCentisecs,
                        dirtyWritebackCentisecs);
            case DIRTY_BACKGROUND_RATIO ->
                new VmSpec(dirtyRatio, whole, dirtyBytes, 0, dirtyExpireCentisecs, dirtyWritebackCentisecs);
            case DIRTY_BYTES ->
                new VmSpec(
                        dirtyRatio,
                        dirtyBackgroundRatio,
                        value,
                        dirtyBackgroundBytes,
                        dirtyExpireCentisecs,
                        dirtyWritebackCentisecs);
            case DIRTY_BACKGROUND_BYTES ->
                new VmSpec(
                        dirtyRatio,
                        dirtyBackgroundRatio,
                        dirtyBytes,
                        value,
                        dirtyExpireCentisecs,
                        dirtyWritebackCentisecs);
            case DIRTY_EXPIRE_CENTISECS ->
                new VmSpec(
                        dirtyRatio,
                        dirtyBackgroundRatio,
                        dirtyBytes,
                        dirtyBackgroundBytes,
                        whole,
                        dirtyWritebackCentisecs);
            case DIRTY_WRITEBACK_CENTISECS ->
                new VmSpec(
                        dirtyRatio,
                        dirtyBackgroundRatio,
                        dirtyBytes,
                        dirtyBackgroundBytes,
                        dirtyExpireCentisecs,
                        whole);
        };
    }

    /**
     * Returns the pages of memory that may be dirty at all (kernel-model §4.2).
     *
     * @param free free pages
     * @param reserve pages that are kept free
     * @param file pages on the file lists
     */
    public static long dirtyablePages(long free, long reserve, long file) {
        return free - Math.min(free, reserve) + file + 1;
    }

    /** Returns the dirty pages at which writers are held, of so many dirtyable pages of the machine. */
    public long thresholdPages(long dirtyable) {
        return dirtyBytes > 0 ? pagesOf(dirtyBytes) : share(ratio(dirtyRatio), dirtyable);
    }

    /** Returns the dirty pages at which writeback begins, of so many dirtyable pages of the machine. */
    public long backgroundPages(long dirtyable) {
        long pages = dirtyBackgroundBytes > 0
                ? pagesOf(dirtyBackgroundBytes)
                : share(ratio(dirtyBackgroundRatio), dirtyable);
        return belowThreshold(pages, thresholdPages(dirtyable));
    }

    /**
     * Returns the dirty pages at which writers of a cgroup are held: bytes count as the share of the machine's memory
     * that they are.
     *
     * @param dirtyable the group's dirtyable pages
     * @param ofMachine those of the machine
     */
    public long thresholdPages(long dirtyable, long ofMachine) {
        return share(dirtyBytes > 0 ? ratio(dirtyBytes, ofMachine) : ratio(dirtyRatio), dirtyable);
    }

    /**
     * Returns the dirty pages of a cgroup at which its writeback begins.
     *
     * @param dirtyable the group's dirtyable pages
     * @param ofMachine those of the machine
     */
    public long backgroundPages(long dirtyable, long ofMachine) {
        long ratio = dirtyBackgroundBytes > 0 ? ratio(dirtyBackgroundBytes, ofMachine) : ratio(dirtyBackgroundRatio);
        return belowThreshold(share(ratio, dirtyable), thresholdPages(dirtyable, ofMachine));
    }

    private static long belowThreshold(long pages, long threshold) {
        return pages >= threshold ? threshold / 2 : pages;
    }

    /** The kernel keeps a ratio as whole 4096ths: 20 % are 819 of them. */
    private static long ratio(int percent) {
        return (long) percent * Pages.SIZE / 100;
    }

    private static long ratio(long bytes, long ofMachine) {
        return Math.min(Math.ceilDiv(bytes, ofMachine), Pages.SIZE);
    }

    private static long share(long ratio, long dirtyable) {
        return ratio * dirtyable / Pages.SIZE;
    }

    private static long pagesOf(long bytes) {
        return Math.ceilDiv(bytes, (long) Pages.SIZE);
    }

    private static boolean isPercent(int ratio) {
        return ratio >= 0 && ratio <= 100;
    }

    private static boolean isTime(int centisecs) {
        return centisecs >= 0 && centisecs <= MAX_CENTISECS;
    }
}
