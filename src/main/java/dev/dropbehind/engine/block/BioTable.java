package dev.dropbehind.engine.block;

import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.device.Op;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** All bios in flight, as rows of arrays that nobody else sees. */
public final class BioTable {

    /** No bio. */
    public static final int NONE = -1;

    private static final int FIRST_CAPACITY = 64;
    private static final byte COMPLETE_IN_TASK = 1;
    private static final byte FAILED = 2;
    private static final byte ENDING = 4;
    private static final byte PUT_OFF = 8;

    private long[] sector = new long[FIRST_CAPACITY];
    private Op[] op = new Op[FIRST_CAPACITY];
    private int[] sectors = new int[FIRST_CAPACITY];
    private int[] folios = new int[FIRST_CAPACITY];
    private long[] tag = new long[FIRST_CAPACITY];
    private @Nullable BioEnd[] end = new BioEnd[FIRST_CAPACITY];
    private int[] openParts = new int[FIRST_CAPACITY];
    private int[] timesPutOff = new int[FIRST_CAPACITY];
    private byte[] flags = new byte[FIRST_CAPACITY];
    private int[] next = new int[FIRST_CAPACITY];
    private int rows;
    private int freeRow = NONE;
    private int inFlight;

    /**
     * Makes a bio.
     *
     * @param what what it asks of the device
     * @param firstSector first sector of 512 bytes on the device
     * @param sectorCount sectors it carries, at least 1; 0 for a flush
     * @param folioCount folios those sectors belong to
     * @param owner who is told when it ends
     * @param ownerTag what the owner knows it by
     */
    public int create(Op what, long firstSector, int sectorCount, int folioCount, BioEnd owner, long ownerTag) {
        int bio = freeRow;
        if (bio == NONE) {
            bio = rows++;
            growTo(rows);
        } else {
            freeRow = next[bio];
        }
        inFlight++;
        sector[bio] = firstSector;
        op[bio] = what;
        sectors[bio] = sectorCount;
        flags[bio] = 0;
        folios[bio] = folioCount;
        tag[bio] = ownerTag;
        end[bio] = owner;
        openParts[bio] = 1;
        timesPutOff[bio] = 0;
        next[bio] = NONE;
        return bio;
    }

    /** Returns how many bios have not ended yet. */
    public int inFlight() {
        return inFlight;
    }

    /** Returns what it asks of the device. */
    public Op op(int bio) {
        return op[bio];
    }

    /** Returns its first sector of 512 bytes on the device. */
    public long sector(int bio) {
        return sector[bio];
    }

    /** Returns the sectors it carries. */
    public int sectors(int bio) {
        return sectors[bio];
    }

    /** Returns the folios, or parts of folios, it carries. */
    public int folios(int bio) {
        return folios[bio];
    }

    /** Returns what the owner knows it by. */
    public long tag(int bio) {
        return tag[bio];
    }

    /** Has its end run in task context, the kernel's {@code BIO_COMPLETE_IN_TASK}. */
    public void completeInTask(int bio) {
        flags[bio] |= COMPLETE_IN_TASK;
    }

    /** Returns whether its end is to run in task context. */
    public boolean completesInTask(int bio) {
        return (flags[bio] & COMPLETE_IN_TASK) != 0;
    }

    /** Says that the device could not do what was asked. */
    void fail(int bio) {
        flags[bio] |= FAILED;
    }

    /** Returns whether the device could not do what was asked: the kernel's {@code bi_status} is an I/O error. */
    public boolean hasFailed(int bio) {
        return (flags[bio] & FAILED) != 0;
    }

    int next(int bio) {
        return next[bio];
    }

    void setNext(int bio, int other) {
        next[bio] = other;
    }

    /** Says that one more part was cut off a bio, its own request; the bio ends with the last of its parts. */
    void split(int bio) {
        openParts[bio]++;
    }

    /** Counts one part as done; returns whether it was the last. */
    boolean endPart(int bio) {
        assert openParts[bio] > 0 : "bio " + bio + " ends twice";
        openParts[bio]--;
        return openParts[bio] == 0;
    }

    /**
     * Has a bio's owner be told once more, later: it has said while it was told that it could not end the bio there.
     */
    void putOff(int bio) {
        assert (flags[bio] & ENDING) != 0 : "bio " + bio + " is put off by someone who does not end it";
        flags[bio] |= PUT_OFF;
        timesPutOff[bio]++;
    }

    /** Returns how often the owner of a bio has put off its end. */
    int timesPutOff(int bio) {
        return timesPutOff[bio];
    }

    /**
     * Tells the owner of a bio that it has ended, and takes it out of the table.
     *
     * @return false if the owner has put it off: the bio is still in flight
     */
    boolean end(int bio, int cpu, Context context) {
        BioEnd owner = end[bio];
        if (owner == null || (flags[bio] & ENDING) != 0) {
            throw new IllegalStateException("bio " + bio + " is not in flight");
        }
        flags[bio] |= ENDING;
        owner.endBio(bio, cpu, context);
        flags[bio] &= ~ENDING;
        if ((flags[bio] & PUT_OFF) != 0) {
            flags[bio] &= ~PUT_OFF;
            return false;
        }
        end[bio] = null;
        inFlight--;
        next[bio] = freeRow;
        freeRow = bio;
        return true;
    }

    private void growTo(int needed) {
        if (needed <= sector.length) {
            return;
        }
        int capacity = sector.length * 2;
        sector = Arrays.copyOf(sector, capacity);
        op = Arrays.copyOf(op, capacity);
        sectors = Arrays.copyOf(sectors, capacity);
        flags = Arrays.copyOf(flags, capacity);
        folios = Arrays.copyOf(folios, capacity);
        tag = Arrays.copyOf(tag, capacity);
        end = Arrays.copyOf(end, capacity);
        openParts = Arrays.copyOf(openParts, capacity);
        timesPutOff = Arrays.copyOf(timesPutOff, capacity);
        next = Arrays.copyOf(next, capacity);
    }
}
