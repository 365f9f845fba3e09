package dev.dropbehind.engine.spec;

/**
 * The request queue in front of a device.
 *
 * @param logicalBlockSize bytes of the smallest transfer
 * @param readAheadKb {@code read_ahead_kb}: largest read-ahead window in KiB, rounded down to pages
 * @param maxSectorsKb {@code max_sectors_kb}: largest request in KiB
 * @param queueDepth requests the device takes at a time
 * @param completion in which context completions arrive
 */
public record QueueSpec(
        int logicalBlockSize, int readAheadKb, int maxSectorsKb, int queueDepth, Completion completion) {

    /** Checks the limits. */
    public QueueSpec {
        if (logicalBlockSize < 512 || readAheadKb < 0 || maxSectorsKb < 4 || queueDepth < 1) {
            throw new IllegalArgumentException("queue limits out of range");
        }
    }
}
