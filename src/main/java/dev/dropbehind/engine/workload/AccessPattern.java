package dev.dropbehind.engine.workload;

import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.time.Random64;

/**
 * Where in the file one task of a job reads next.
 *
 * <p>The layout says which records of the range are the task's, evenly spaced; the order, in which turn it reads them.
 * Behind the last of them it begins again, until it has read as much as it should.
 */
final class AccessPattern {

    private final long firstOffset;
    private final long strideBytes;
    private final long records;
    private final long turnsWanted;
    private final RecordOrder order;
    private long turn;

    private AccessPattern(long firstOffset, long strideBytes, long records, long turnsWanted, RecordOrder order) {
        this.firstOffset = firstOffset;
        this.strideBytes = strideBytes;
        this.records = records;
        this.turnsWanted = turnsWanted;
        this.order = order;
    }

    /**
     * Returns the pattern of one of the tasks of a job.
     *
     * @param number the task, from 0
     * @param random the task's own, for random reads
     */
    static AccessPattern of(JobSpec job, int number, Random64 random) {
        long spacing = job.blockSizeBytes() + job.pattern().holeBytes();
        long own = switch (job.layout()) {
            case SEQUENTIAL -> number * job.sizeBytes();
            case INTERLEAVED -> number * spacing;
            case SHARED -> 0;
        };
        long records = job.recordsOf(number);
        return new AccessPattern(
                job.pattern().offsetBytes() + own,
                job.layout() == Layout.INTERLEAVED ? spacing * job.numjobs() : spacing,
                records,
                job.timeBased() ? Long.MAX_VALUE : job.recordsWanted(number),
                order(job, records, random));
    }

    private static RecordOrder order(JobSpec job, long records, Random64 random) {
        return switch (job.rw()) {
            case READ, WRITE, READWRITE -> RecordOrder.sequential(records);
            case RANDREAD, RANDWRITE, RANDRW ->
                job.pattern().norandommap()
                        ? RecordOrder.uniform(records, random)
                        : RecordOrder.shuffled(Math.max(1, records), random);
        };
    }

    /** Returns whether another record is to be read. */
    boolean hasNext() {
        return records > 0 && turn < turnsWanted;
    }

    /** Returns whether the next record is the first after all of the task's share, or the first at all. */
    boolean beginsAgain() {
        return turn % records == 0;
    }

    /** Returns the first byte of the next record. */
    long next() {
        long record = order.at(turn);
        turn++;
        return firstOffset + record * strideBytes;
    }
}
