package dev.dropbehind.engine.spec;

/** A medium with its parameters; one record a medium (kernel-model §9.3). */
public sealed interface DeviceSpec {

    /** Returns the request queue in front of the medium. */
    QueueSpec queue();

    /**
     * Flash behind a command queue: what UFS and NVMe have in common.
     *
     * @param readBytesPerSecond what the link and the channels deliver together
     * @param readLatencyNanos from command to first byte, without the transfer
     * @param jitterPercent how far the latency of single commands strays from that, either way
     * @param parallelism commands the medium works on at a time
     */
    record FlashTiming(long readBytesPerSecond, long readLatencyNanos, int jitterPercent, int parallelism) {

        /** Checks the ranges. */
        public FlashTiming {
            if (readBytesPerSecond < 1 || readLatencyNanos < 0 || parallelism < 1) {
                throw new IllegalArgumentException("flash timing out of range");
            }
            if (jitterPercent < 0 || jitterPercent > 100) {
                throw new IllegalArgumentException("jitter must be 0 to 100 percent: " + jitterPercent);
            }
        }
    }

    /** Universal Flash Storage, as in phones. */
    record Ufs(QueueSpec queue, FlashTiming timing) implements DeviceSpec {}

    /** NVMe flash with a queue for each processor. */
    record Nvme(QueueSpec queue, FlashTiming timing) implements DeviceSpec {}

    /** A disk in memory: the submitter copies and completes by itself. */
    record RamDisk(QueueSpec queue) implements DeviceSpec {}
}
