package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.cache.Bitmap;
import dev.dropbehind.engine.spec.Pages;

/**
 * What the journal has to do with a file, the kernel's {@code jbd2_inode} and more: whether size or blocks have
 * changed, which data has to be on the device before the commit that enters it, and which is written to the journal
 * itself (kernel-model §3.8, §10.1).
 */
public final class JournalledInode {

    private Bitmap collected = new Bitmap();
    private Bitmap beingCommitted = new Bitmap();
    private boolean owesCommit;
    private boolean owesTime;
    private long modifiedAt = -1;
    private boolean isBeingCommitted;
    private boolean isTimeBeingCommitted;
    private int orderedFirst = Integer.MAX_VALUE;
    private int orderedEnd;

    JournalledInode() {}

    /** Says that size or blocks have changed. */
    void changed() {
        owesCommit = true;
    }

    /** Notes when the file is modified; that it is once more in the same tick changes nothing. */
    void modified(long jiffy) {
        owesTime |= jiffy != modifiedAt;
        modifiedAt = jiffy;
    }

    /**
     * Returns whether size or blocks have changed since the last commit began, or the time of modification.
     *
     * @param dataOnly whether that time does not matter
     */
    public boolean owesCommit(boolean dataOnly) {
        return owesCommit || (owesTime && !dataOnly);
    }

    /**
     * Returns whether a commit that runs has a change of it, or a later one will.
     *
     * @param dataOnly whether the time of modification does not matter
     */
    boolean isUncommitted(boolean dataOnly) {
        return owesCommit(dataOnly) || isBeingCommitted || (isTimeBeingCommitted && !dataOnly);
    }

    /**
     * Has the next commit wait until the data of pages is on the device: one range a file, which only grows.
     *
     * @param first first page
     * @param end page behind the last
     */
    public void order(int first, int end) {
        orderedFirst = Math.min(orderedFirst, first);
        orderedEnd = Math.max(orderedEnd, end);
    }

    /** Returns whether the next commit waits for data. */
    boolean isOrdered() {
        return orderedFirst < orderedEnd;
    }

    /** Returns the first page whose data is waited for. */
    int orderedFirst() {
        return orderedFirst;
    }

    /** Returns the page behind the last whose data is waited for. */
    int orderedEnd() {
        return orderedEnd;
    }

    /** Forgets what was to be waited for: a commit has taken it. */
    void orderNothing() {
        orderedFirst = Integer.MAX_VALUE;
        orderedEnd = 0;
    }

    /** Takes the data of sectors into the journal: the next commit writes it, and nothing else may before. */
    void collect(long first, long end) {
        collected.set(first, end);
        owesCommit = true;
    }

    /** Returns the first page in a range whose data only a commit may write, or the end of the range. */
    int nextHeld(int firstPage, int endPage) {
        long first = (long) firstPage * Pages.SECTORS;
        long end = (long) endPage * Pages.SECTORS;
        return (int) (Math.min(collected.nextSet(first, end), beingCommitted.nextSet(first, end)) / Pages.SECTORS);
    }

    /** Forgets data of a range that reads as zeroes from now on. */
    void forget(long from, long end) {
        collected.clear(from, end);
        beingCommitted.clear(from, end);
    }

    /** Forgets data behind a sector, since the file ends there. */
    void cut(long from, long end) {
        forget(from, end);
        orderedEnd = Math.min(orderedEnd, Pages.holding(from * Pages.SECTOR_SIZE));
    }

    /** Begins a commit of all changes up to now; returns how many sectors of data it writes. */
    long beginCommit() {
        isBeingCommitted = owesCommit;
        isTimeBeingCommitted = owesTime;
        owesCommit = false;
        owesTime = false;
        beingCommitted = collected;
        collected = new Bitmap();
        return beingCommitted.count();
    }

    /** Ends the commit that runs. */
    void endCommit() {
        isBeingCommitted = false;
        isTimeBeingCommitted = false;
        beingCommitted = new Bitmap();
    }
}
