package dev.dropbehind.engine.spec;

import org.jspecify.annotations.Nullable;

/**
 * A job in fio's words: {@code numjobs} tasks that read a file which is on the device before the run.
 *
 * @param name name in reports
 * @param rw what the calls do and in which order
 * @param blockSizeBytes bytes a call
 * @param numjobs how many tasks do the same, 1 to 256
 * @param layout which part of the file each task reads
 * @param filename file, common to all jobs that name it
 * @param sizeBytes bytes to read: of each task where the layout is sequential, of all together otherwise
 * @param fileSizeBytes length of the file, at least what is read of it
 * @param ioMode how the calls treat the page cache
 * @param runtimeNanos when the job ends at the latest, or null for no such limit
 * @param timeBased whether the job starts again when it has read everything, until {@code runtimeNanos} or the run's
 *     end
 */
public record JobSpec(
        String name,
        Rw rw,
        long blockSizeBytes,
        int numjobs,
        Layout layout,
        String filename,
        long sizeBytes,
        long fileSizeBytes,
        IoMode ioMode,
        @Nullable Long runtimeNanos,
        boolean timeBased) {

    /** The most tasks of one job. */
    public static final int MAX_NUMJOBS = 256;

    /** The longest file, 4 TiB: page numbers are ints, and so are sums of two. */
    public static final long MAX_FILE_BYTES = 1L << 42;

    /** What the calls of a job do. */
    public enum Rw {
        /** Sequential reads. */
        READ
    }

    /** How the tasks of a job share the file. */
    public enum Layout {
        /** Each task has its own region, one after the other. */
        SEQUENTIAL,
        /** Record i belongs to task i mod numjobs. */
        INTERLEAVED,
        /** All tasks read the same range. */
        SHARED
    }

    /** Checks the ranges. */
    public JobSpec {
        if (blockSizeBytes < 1 || numjobs < 1 || numjobs > MAX_NUMJOBS) {
            throw new IllegalArgumentException("bs or numjobs out of range");
        }
        if (sizeBytes < blockSizeBytes || fileSizeBytes > MAX_FILE_BYTES) {
            throw new IllegalArgumentException("size is below bs or the file too long");
        }
        if (fileSizeBytes < sizeBytes || fileSizeBytes < rangeBytes(layout, sizeBytes, numjobs)) {
            throw new IllegalArgumentException("the file is shorter than what is read of it");
        }
    }

    /** Returns how many bytes of the file all tasks together cover. */
    public static long rangeBytes(Layout layout, long sizeBytes, int numjobs) {
        return layout == Layout.SEQUENTIAL ? sizeBytes * numjobs : sizeBytes;
    }
}
