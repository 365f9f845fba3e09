package dev.dropbehind.engine.spec;

/** A medium with its parameters; one record a medium (kernel-model §9.3). */
public sealed interface DeviceSpec {

    /** Most commands that a SATA disk has queued. */
    int SATA_QUEUE_DEPTH = 32;

    /** Returns the request queue in front of the medium. */
    QueueSpec queue();

    /**
     * Flash behind a command queue: what UFS, NVMe and SATA SSDs have in common.
     *
     * @param readBytesPerSecond what the link and the channels deliver together
     * @param readLatencyNanos from command to first byte, without the transfer
     * @param writeBytesPerSecond what the link and the channels take together
     * @param writeLatencyNanos the same of a write
     * @param flushNanos what it takes to empty the volatile cache; 0 where there is none or capacitors back it
     * @param jitterPercent how far the latency of single commands strays from that, either way
     * @param parallelism commands the medium works on at a time
     */
    record FlashTiming(
            long readBytesPerSecond,
            long readLatencyNanos,
            long writeBytesPerSecond,
            long writeLatencyNanos,
            long flushNanos,
            int jitterPercent,
            int parallelism) {

        /** Checks the ranges. */
        public FlashTiming {
            boolean isFast = readBytesPerSecond >= 1 && writeBytesPerSecond >= 1;
            if (!isFast || readLatencyNanos < 0 || writeLatencyNanos < 0 || flushNanos < 0 || parallelism < 1) {
                throw new IllegalArgumentException("flash timing out of range");
            }
            if (jitterPercent < 0 || jitterPercent > 100) {
                throw new IllegalArgumentException("jitter must be 0 to 100 percent: " + jitterPercent);
            }
        }

        /** Makes flash that writes as it reads and has no volatile cache. */
        public FlashTiming(long bytesPerSecond, long latencyNanos, int jitterPercent, int parallelism) {
            this(bytesPerSecond, latencyNanos, bytesPerSecond, latencyNanos, 0, jitterPercent, parallelism);
        }
    }

    /**
     * A disk with a head over turning platters.
     *
     * @param readBytesPerSecond what passes under the head
     * @param writeBytesPerSecond the same of a write
     * @param seekNanos from the first track to the last
     * @param trackSeekNanos from one track to the next, no longer than {@code seekNanos}
     * @param rpm turns a minute
     * @param capacityBytes what all tracks hold together
     */
    record HddTiming(
            long readBytesPerSecond,
            long writeBytesPerSecond,
            long seekNanos,
            long trackSeekNanos,
            int rpm,
            long capacityBytes) {

        /** Fastest that platters may turn, turns a minute. */
        public static final int MAX_RPM = 100_000;

        private static final long NANOS_PER_MINUTE = 60_000_000_000L;

        /** Checks the ranges. */
        public HddTiming {
            if (readBytesPerSecond < 1 || writeBytesPerSecond < 1 || capacityBytes < Pages.SIZE) {
                throw new IllegalArgumentException("size or speed of the disk out of range");
            }
            if (trackSeekNanos < 0 || trackSeekNanos > seekNanos) {
                throw new IllegalArgumentException("seeks of " + trackSeekNanos + " to " + seekNanos + " ns");
            }
            if (rpm < 1 || rpm > MAX_RPM) {
                throw new IllegalArgumentException(rpm + " turns a minute");
            }
        }

        /** Makes a disk that writes as it reads. */
        public HddTiming(long bytesPerSecond, long seekNanos, long trackSeekNanos, int rpm, long capacityBytes) {
            this(bytesPerSecond, bytesPerSecond, seekNanos, trackSeekNanos, rpm, capacityBytes);
        }

        /** Returns the time of a turn in nanoseconds. */
        public long rotationNanos() {
            return NANOS_PER_MINUTE / rpm;
        }
    }

    /** Universal Flash Storage, as in phones. */
    record Ufs(QueueSpec queue, FlashTiming timing) implements DeviceSpec {}

    /** NVMe flash with a queue for each processor. */
    record Nvme(QueueSpec queue, FlashTiming timing) implements DeviceSpec {}

    /** A disk in memory: the submitter copies and completes by itself. */
    record RamDisk(QueueSpec queue) implements DeviceSpec {}

    /** A solid-state disk on a SATA link. */
    record Ssd(QueueSpec queue, FlashTiming timing) implements DeviceSpec {

        /** Checks that its commands are as many as the link allows. */
        public Ssd {
            checkSata(queue);
        }
    }

    /** A hard disk on a SATA link. */
    record Hdd(QueueSpec queue, HddTiming timing) implements DeviceSpec {

        /** Checks that its commands are as many as the link allows. */
        public Hdd {
            checkSata(queue);
        }
    }

    /**
     * A block device that is a file: a worker reads from the file what is asked of the device.
     *
     * @param queue the request queue of the loop device
     * @param lower the medium that the file is on, not a loop device itself
     */
    record Loop(QueueSpec queue, DeviceSpec lower) implements DeviceSpec {

        /** Checks that its file is on a medium and that it completes where a driver without an interrupt can. */
        public Loop {
            if (lower instanceof Loop) {
                throw new IllegalArgumentException("a loop device over a loop device");
            }
            if (queue.completion() != Completion.SOFTIRQ) {
                throw new IllegalArgumentException("a loop device has no interrupt: " + queue.completion());
            }
        }
    }

    private static void checkSata(QueueSpec queue) {
        if (queue.queueDepth() > SATA_QUEUE_DEPTH) {
            throw new IllegalArgumentException("a SATA disk takes no " + queue.queueDepth() + " commands");
        }
    }
}
