package dev.dropbehind.engine.block;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** All bios in flight, as rows of arrays that nobody else sees. */
public final class BioTable {

    /** No bio. */
    public static final int NONE = -1;

    private static final int FIRST_CAPACITY = 64;

    private long[] sector = new long[FIRST_CAPACITY];
    private int[] pages = new int[FIRST_CAPACITY];
    private int[] folios = new int[FIRST_CAPACITY];
    private long[] tag = new long[FIRST_CAPACITY];
    private @Nullable BioEnd[] end = new BioEnd[FIRST_CAPACITY];
    private int[] openParts = new int[FIRST_CAPACITY];
    private int[] next = new int[FIRST_CAPACITY];
    private int rows;
    private int freeRow = NONE;
    private int inFlight;

    /**
     * Makes a read bio.
     *
     * @param firstSector first sector of 512 bytes on the device
     * @param pageCount pages it reads, at least 1
     * @param folioCount folios those pages belong to
     * @param owner who is told when it ends
     * @param ownerTag what the owner is told
     */
    public int create(long firstSector, int pageCount, int folioCount, BioEnd owner, long ownerTag) {
        int bio = freeRow;
        if (bio == NONE) {
            bio = rows++;
            growTo(rows);
        } else {
            freeRow = next[bio];
        }
        inFlight++;
        sector[bio] = firstSector;
        pages[bio] = pageCount;
        folios[bio] = folioCount;
        tag[bio] = ownerTag;
        end[bio] = owner;
        openParts[bio] = 1;
        next[bio] = NONE;
        return bio;
    }

    /** Returns how many bios have not ended yet. */
    public int inFlight() {
        return inFlight;
    }

    long sector(int bio) {
        return sector[bio];
    }

    int pages(int bio) {
        return pages[bio];
    }

    int folios(int bio) {
        return folios[bio];
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

    /** Takes a bio out of the table and hands back its owner. */
    BioEnd release(int bio) {
        BioEnd owner = end[bio];
        if (owner == null) {
            throw new IllegalStateException("bio " + bio + " is not in flight");
        }
        end[bio] = null;
        next[bio] = freeRow;
        freeRow = bio;
        inFlight--;
        return owner;
    }

    long tag(int bio) {
        return tag[bio];
    }

    private void growTo(int needed) {
        if (needed <= sector.length) {
            return;
        }
        int capacity = sector.length * 2;
        sector = Arrays.copyOf(sector, capacity);
        pages = Arrays.copyOf(pages, capacity);
        folios = Arrays.copyOf(folios, capacity);
        tag = Arrays.copyOf(tag, capacity);
        end = Arrays.copyOf(end, capacity);
        openParts = Arrays.copyOf(openParts, capacity);
        next = Arrays.copyOf(next, capacity);
    }
}
