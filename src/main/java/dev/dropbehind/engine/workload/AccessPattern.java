package dev.dropbehind.engine.workload;

import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.JobSpec.Rw;
import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Seeds;

/**
 * Where in the file one task of a job reads or writes next.
 *
 * <p>The layout says which records of the range are the task's, evenly spaced; the order, in which turn it uses them.
 * Behind the last of them it begins again, until it has made as many calls as it should. A task that does both tosses a
 * coin for each call. Sequential reads and writes are two sequences, each of which goes on where its last call ended;
 * random ones share one order, so that a record is either read or written, as with fio's map of blocks.
 */
final class AccessPattern {

    private static final int READS = 0;
    private static final int WRITES = 1;

    private final long firstOffset;
    private final long strideBytes;
    private final long records;
    private final long turnsWanted;
    private final Rw rw;
    private final int rwmixread;
    private final RecordOrder order;
    private final Random64 mix;
    private final long[] turns = new long[2];
    private boolean isWrite;

    private AccessPattern(JobSpec job, int number, RecordOrder order, Random64 mix) {
        long spacing = job.blockSizeBytes() + job.pattern().holeBytes();
        long own = switch (job.layout()) {
            case SEQUENTIAL -> number * job.sizeBytes();
            case INTERLEAVED -> number * spacing;
            case SHARED -> 0;
        };
        firstOffset = job.pattern().offsetBytes() + own;
        strideBytes = job.layout() == Layout.INTERLEAVED ? spacing * job.numjobs() : spacing;
        records = job.recordsOf(number);
        turnsWanted = job.timeBased() ? Long.MAX_VALUE : job.recordsWanted(number);
        rw = job.rw();
        rwmixread = job.pattern().rwmixread();
        this.order = order;
        this.mix = mix;
    }

    /**
     * Returns the pattern of one of the tasks of a job.
     *
     * @param number the task, from 0
     * @param seeds where the task's own chance comes from
     */
    static AccessPattern of(JobSpec job, int number, Seeds seeds) {
        String task = job.name() + "." + number;
        RecordOrder order = order(job, job.recordsOf(number), seeds.of("pattern " + task));
        return new AccessPattern(job, number, order, seeds.of("mix " + task));
    }

    private static RecordOrder order(JobSpec job, long records, Random64 random) {
        if (!job.rw().isRandom()) {
            return RecordOrder.sequential(records);
        }
        return job.pattern().norandommap()
                ? RecordOrder.uniform(records, random)
                : RecordOrder.shuffled(Math.max(1, records), random);
    }

    /** Returns whether another record is to be used. */
    boolean hasNext() {
        return records > 0 && turn() < turnsWanted;
    }

    /** Returns whether as many calls as the task's share has records have been made, over and over, or none at all. */
    boolean beginsAgain() {
        return turn() % records == 0;
    }

    /** Returns the first byte of the next record. */
    long next() {
        isWrite = rw.writes() && !(rw.reads() && mix.between(1, 100) <= rwmixread);
        int sequence = isWrite && !rw.isRandom() ? WRITES : READS;
        long record = order.at(turns[sequence]);
        turns[sequence]++;
        return firstOffset + record * strideBytes;
    }

    /** Returns whether the record that {@link #next} gave is to be written, and not read. */
    boolean isWrite() {
        return isWrite;
    }

    private long turn() {
        return turns[READS] + turns[WRITES];
    }
}
