package dev.dropbehind.engine.spec;

import java.util.List;

/**
 * The request queue in front of a device (kernel-model §9.2).
 *
 * @param logicalBlockSize bytes of the smallest transfer
 * @param readAheadKb {@code read_ahead_kb}: largest read-ahead window in KiB, rounded down to pages
 * @param maxSectorsKb {@code max_sectors_kb}: largest request in KiB
 * @param maxSegments {@code max_segments}: most folios, or parts of folios, a request may carry
 * @param queueDepth requests the device takes at a time
 * @param completion in which context completions arrive
 * @param badSectors sectors of the device that fail from some time on
 */
public record QueueSpec(
        int logicalBlockSize,
        int readAheadKb,
        int maxSectorsKb,
        int maxSegments,
        int queueDepth,
        Completion completion,
        List<BadSector> badSectors) {

    /** What the kernel allows a device whose driver does not say how many segments it takes. */
    public static final int DEFAULT_MAX_SEGMENTS = 128;

    /** The most segments that a driver can name. */
    public static final int MAX_SEGMENTS = 65_535;

    /** Checks the limits. */
    public QueueSpec {
        badSectors = List.copyOf(badSectors);
        if (logicalBlockSize < 512 || readAheadKb < 0 || maxSectorsKb < 4 || queueDepth < 1) {
            throw new IllegalArgumentException("queue limits out of range");
        }
        if (maxSegments < 1 || maxSegments > MAX_SEGMENTS) {
            throw new IllegalArgumentException("segments out of range: " + maxSegments);
        }
    }

    /** Makes a queue in front of a device that never fails. */
    public QueueSpec(
            int logicalBlockSize,
            int readAheadKb,
            int maxSectorsKb,
            int maxSegments,
            int queueDepth,
            Completion completion) {
        this(logicalBlockSize, readAheadKb, maxSectorsKb, maxSegments, queueDepth, completion, List.of());
    }

    /** Makes a queue whose requests have as many segments as the kernel allows by default. */
    public QueueSpec(int logicalBlockSize, int readAheadKb, int maxSectorsKb, int queueDepth, Completion completion) {
        this(logicalBlockSize, readAheadKb, maxSectorsKb, DEFAULT_MAX_SEGMENTS, queueDepth, completion);
    }
}
