package dev.dropbehind.engine.workload;

import dev.dropbehind.engine.spec.JobSpec;

/** Where in the file one task of a job reads next: record by record through its share, once or over and over. */
final class AccessPattern {

    private final long firstOffset;
    private final long strideBytes;
    private final long records;
    private final boolean endless;
    private long record;

    private AccessPattern(long firstOffset, long strideBytes, long records, boolean endless) {
        this.firstOffset = firstOffset;
        this.strideBytes = strideBytes;
        this.records = records;
        this.endless = endless;
    }

    /** Returns the pattern of one of the tasks of a job, counted from 0. */
    static AccessPattern of(JobSpec job, int number) {
        long block = job.blockSizeBytes();
        long records = job.sizeBytes() / block;
        return switch (job.layout()) {
            case SEQUENTIAL -> new AccessPattern(number * job.sizeBytes(), block, records, job.timeBased());
            case SHARED -> new AccessPattern(0, block, records, job.timeBased());
            case INTERLEAVED ->
                new AccessPattern(
                        number * block,
                        block * job.numjobs(),
                        (records - number + job.numjobs() - 1) / job.numjobs(),
                        job.timeBased());
        };
    }

    boolean hasNext() {
        return records > 0 && (endless || record < records);
    }

    long next() {
        long offset = firstOffset + record % records * strideBytes;
        record++;
        return offset;
    }
}
