package dev.dropbehind.engine.spec;

import org.jspecify.annotations.Nullable;

/**
 * A job in fio's words: {@code numjobs} tasks that read or write a file.
 *
 * @param name name in reports
 * @param rw what the calls do and in which order
 * @param blockSizeBytes bytes a call
 * @param numjobs how many tasks do the same, 1 to 256
 * @param layout which part of the file each task uses
 * @param filename file, common to all jobs that name it
 * @param sizeBytes bytes of the range: of each task where the layout is sequential, of all together otherwise
 * @param fileSizeBytes length of the file, at least what is used of it; of a new one when all of it has been written
 * @param ioMode how the calls treat the page cache
 * @param runtimeNanos how long after its begin the job ends at the latest, or null for no such limit
 * @param timeBased whether the job starts again when it is through, until {@code runtimeNanos} or the run's end
 * @param pattern where the range lies and which of its records are read how often
 * @param start when the job begins
 * @param hints what it tells the kernel besides
 * @param durability when what it writes has to be on the device
 * @param existing whether the file is on the device before the run; a new one is empty
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
        boolean timeBased,
        Pattern pattern,
        Start start,
        Hints hints,
        Durability durability,
        boolean existing) {

    /** The most tasks of one job. */
    public static final int MAX_NUMJOBS = 256;

    /** The longest file, 4 TiB: page numbers are ints, and so are sums of two. */
    public static final long MAX_FILE_BYTES = 1L << 42;

    /** The most bytes that a task reads and writes in all, 1 PiB. */
    public static final long MAX_IO_BYTES = 1L << 50;

    /** What the calls of a job do. Sequential ones leave holes between them where the pattern says so. */
    public enum Rw {
        /** Sequential reads. */
        READ(true, false, false),
        /** Sequential writes. */
        WRITE(false, true, false),
        /** Sequential reads and sequential writes, by chance, each from where the last of its kind ended. */
        READWRITE(true, true, false),
        /** Reads of records in random order. */
        RANDREAD(true, false, true),
        /** Writes of records in random order. */
        RANDWRITE(false, true, true),
        /** Records in random order, each read or written by chance. */
        RANDRW(true, true, true);

        private final boolean reads;
        private final boolean writes;
        private final boolean isRandom;

        Rw(boolean reads, boolean writes, boolean isRandom) {
            this.reads = reads;
            this.writes = writes;
            this.isRandom = isRandom;
        }

        /** Returns whether some calls read. */
        public boolean reads() {
            return reads;
        }

        /** Returns whether some calls write. */
        public boolean writes() {
            return writes;
        }

        /** Returns whether some calls read and some write. */
        public boolean isMixed() {
            return reads && writes;
        }

        /** Returns whether records come in random order. */
        public boolean isRandom() {
            return isRandom;
        }
    }

    /** How the tasks of a job share the file. */
    public enum Layout {
        /** Each task has its own region, one after the other. */
        SEQUENTIAL,
        /** Record i belongs to task i mod numjobs. */
        INTERLEAVED,
        /** All tasks use the same range. */
        SHARED
    }

    /**
     * Which records of its range a task reads or writes.
     *
     * @param holeBytes bytes added to the offset after each sequential call, as by fio's {@code rw=read:8k}
     * @param norandommap whether random calls repeat records before all have been used
     * @param offsetBytes first byte of the range of all tasks in the file
     * @param ioSizeBytes bytes that each task reads and writes in all, beginning again at the end of its range where
     *     that is more; null for as many as there are in the range
     * @param rwmixread how many of a hundred calls read, where the job does both
     */
    public record Pattern(
            long holeBytes,
            boolean norandommap,
            long offsetBytes,
            @Nullable Long ioSizeBytes,
            int rwmixread) {

        /** As many reads as writes. */
        public static final int EVEN_MIX = 50;

        /** Everything once, from the beginning of the file. */
        public static final Pattern PLAIN = new Pattern(0, false, 0, null);

        /** As many reads as writes where a job does both. */
        public Pattern(long holeBytes, boolean norandommap, long offsetBytes, @Nullable Long ioSizeBytes) {
            this(holeBytes, norandommap, offsetBytes, ioSizeBytes, EVEN_MIX);
        }

        /** Checks the ranges. */
        public Pattern {
            if (holeBytes < 0 || holeBytes > MAX_FILE_BYTES || offsetBytes < 0 || offsetBytes > MAX_FILE_BYTES) {
                throw new IllegalArgumentException("hole or offset out of range");
            }
            if (ioSizeBytes != null && (ioSizeBytes < 1 || ioSizeBytes > MAX_IO_BYTES)) {
                throw new IllegalArgumentException("io size out of range: " + ioSizeBytes);
            }
            if (rwmixread < 0 || rwmixread > 100) {
                throw new IllegalArgumentException("not a percentage: " + rwmixread);
            }
        }
    }

    /**
     * When a job begins.
     *
     * @param startdelayNanos how long it waits: from the run's start, or from when its stonewall fell
     * @param stonewall whether it, and the jobs behind it in the list, wait until all jobs before it have ended
     */
    public record Start(long startdelayNanos, boolean stonewall) {

        /** With the run. */
        public static final Start AT_ONCE = new Start(0, false);

        /** Checks the range. */
        public Start {
            if (startdelayNanos < 0) {
                throw new IllegalArgumentException("startdelay below zero: " + startdelayNanos);
            }
        }
    }

    /**
     * What a job tells the kernel about its calls.
     *
     * @param fadviseHint what it advises on the file when it opens it
     * @param fadviseDontneedBytes after so many bytes it gives up what it has read or written since, by
     *     {@code POSIX_FADV_DONTNEED}; 0 for never
     * @param dontcachePercent how many of a hundred calls carry {@code RWF_DONTCACHE} where the I/O mode is that
     * @param nowait whether calls carry {@code RWF_NOWAIT}
     */
    public record Hints(Fadvise fadviseHint, long fadviseDontneedBytes, int dontcachePercent, boolean nowait) {

        /** Nothing. */
        public static final Hints NONE = new Hints(Fadvise.NONE, 0, 100, false);

        /** Checks the ranges. */
        public Hints {
            if (fadviseDontneedBytes < 0 || fadviseDontneedBytes > MAX_FILE_BYTES) {
                throw new IllegalArgumentException("fadvise dontneed out of range: " + fadviseDontneedBytes);
            }
            if (dontcachePercent < 0 || dontcachePercent > 100) {
                throw new IllegalArgumentException("not a percentage: " + dontcachePercent);
            }
        }
    }

    /** The advice on the whole file, by the names of {@code posix_fadvise}. */
    public enum Fadvise {
        /** No such call is made. */
        NONE,
        /** {@code POSIX_FADV_NORMAL}, as without. */
        NORMAL,
        /** {@code POSIX_FADV_RANDOM}: nothing is read ahead. */
        RANDOM,
        /** {@code POSIX_FADV_SEQUENTIAL}: windows twice as long. */
        SEQUENTIAL
    }

    /**
     * A job that uses everything once from the beginning of the file, begins with the run, tells nothing and waits for
     * no device; the file exists if it reads, and is new if it only writes.
     */
    public JobSpec(
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
        this(
                name,
                rw,
                blockSizeBytes,
                numjobs,
                layout,
                filename,
                sizeBytes,
                fileSizeBytes,
                ioMode,
                runtimeNanos,
                timeBased,
                Pattern.PLAIN,
                Start.AT_ONCE,
                Hints.NONE,
                Durability.NONE,
                rw.reads());
    }

    /** Checks the ranges. */
    public JobSpec {
        if (blockSizeBytes < 1 || numjobs < 1 || numjobs > MAX_NUMJOBS) {
            throw new IllegalArgumentException("bs or numjobs out of range");
        }
        if (sizeBytes < blockSizeBytes || fileSizeBytes > MAX_FILE_BYTES) {
            throw new IllegalArgumentException("size is below bs or the file too long");
        }
        if (fileSizeBytes < sizeBytes
                || fileSizeBytes < pattern.offsetBytes() + rangeBytes(layout, sizeBytes, numjobs)) {
            throw new IllegalArgumentException("the file is shorter than what is used of it");
        }
        Long ioSize = pattern.ioSizeBytes();
        if (ioSize != null && ioSize < blockSizeBytes) {
            throw new IllegalArgumentException("io size is below bs");
        }
    }

    /** Returns the same job with another pattern. */
    public JobSpec with(Rw otherRw, Pattern other) {
        return with(otherRw, other, start, hints, durability, existing);
    }

    /** Returns the same job with another begin. */
    public JobSpec with(Start other) {
        return with(rw, pattern, other, hints, durability, existing);
    }

    /** Returns the same job with other hints. */
    public JobSpec with(Hints other) {
        return with(rw, pattern, start, other, durability, existing);
    }

    /** Returns the same job with another durability. */
    public JobSpec with(Durability other) {
        return with(rw, pattern, start, hints, other, existing);
    }

    /** Returns the same job with a file that is there before the run, or a new one. */
    public JobSpec withExisting(boolean other) {
        return with(rw, pattern, start, hints, durability, other);
    }

    private JobSpec with(
            Rw otherRw,
            Pattern otherPattern,
            Start otherStart,
            Hints otherHints,
            Durability otherDurability,
            boolean otherExisting) {
        return new JobSpec(
                name,
                otherRw,
                blockSizeBytes,
                numjobs,
                layout,
                filename,
                sizeBytes,
                fileSizeBytes,
                ioMode,
                runtimeNanos,
                timeBased,
                otherPattern,
                otherStart,
                otherHints,
                otherDurability,
                otherExisting);
    }

    /** Returns how many records lie in the range of all tasks, or where the layout is sequential in that of each. */
    public long recordsInRange() {
        return (sizeBytes - blockSizeBytes) / (blockSizeBytes + pattern.holeBytes()) + 1;
    }

    /** Returns how many records one of the tasks, counted from 0, uses before it begins again. */
    public long recordsOf(int number) {
        return shareOf(number, recordsInRange());
    }

    /** Returns how many calls one of the tasks, counted from 0, makes in all where time does not end it. */
    public long recordsWanted(int number) {
        Long ioSize = pattern.ioSizeBytes();
        return ioSize == null ? shareOf(number, sizeBytes / blockSizeBytes) : ioSize / blockSizeBytes;
    }

    private long shareOf(int number, long records) {
        return layout == Layout.INTERLEAVED ? (records - number + numjobs - 1) / numjobs : records;
    }

    /** Returns how many bytes of the file, from the offset on, all tasks together cover. */
    public static long rangeBytes(Layout layout, long sizeBytes, int numjobs) {
        return layout == Layout.SEQUENTIAL ? sizeBytes * numjobs : sizeBytes;
    }
}
