package dev.dropbehind.engine.block;

import dev.dropbehind.engine.device.Op;
import java.util.Arrays;

/** Requests from the plug to their end: each a run of sectors for the bios, or the part of one bio, that it carries. */
final class RequestTable {

    static final int NONE = -1;
    private static final int FIRST_CAPACITY = 64;

    private Op[] op = new Op[FIRST_CAPACITY];
    private long[] sector = new long[FIRST_CAPACITY];
    private int[] sectors = new int[FIRST_CAPACITY];
    private int[] folios = new int[FIRST_CAPACITY];
    private int[] firstBio = new int[FIRST_CAPACITY];
    private int[] lastBio = new int[FIRST_CAPACITY];
    private int[] bioCount = new int[FIRST_CAPACITY];
    private int[] cpu = new int[FIRST_CAPACITY];
    private long[] madeAt = new long[FIRST_CAPACITY];
    private int[] next = new int[FIRST_CAPACITY];
    private int rows;
    private int freeRow = NONE;

    int create(Op what, long firstSector, int sectorCount, int folioCount, int bio, int submitter, long nowNanos) {
        int request = freeRow;
        if (request == NONE) {
            request = rows++;
            growTo(rows);
        } else {
            freeRow = next[request];
        }
        op[request] = what;
        sector[request] = firstSector;
        sectors[request] = sectorCount;
        folios[request] = folioCount;
        firstBio[request] = bio;
        lastBio[request] = bio;
        bioCount[request] = 1;
        cpu[request] = submitter;
        madeAt[request] = nowNanos;
        next[request] = NONE;
        return request;
    }

    void free(int request) {
        next[request] = freeRow;
        freeRow = request;
    }

    /** Lets a whole bio that continues a request join it. */
    void append(int request, BioTable bios, int bio) {
        bios.setNext(lastBio[request], bio);
        lastBio[request] = bio;
        bioCount[request]++;
        sectors[request] += bios.sectors(bio);
        folios[request] += bios.folios(bio);
    }

    Op op(int request) {
        return op[request];
    }

    long sector(int request) {
        return sector[request];
    }

    int sectors(int request) {
        return sectors[request];
    }

    int folios(int request) {
        return folios[request];
    }

    int firstBio(int request) {
        return firstBio[request];
    }

    int bioCount(int request) {
        return bioCount[request];
    }

    int cpu(int request) {
        return cpu[request];
    }

    /** Has another processor than the one that submitted be interrupted. */
    void moveTo(int request, int number) {
        cpu[request] = number;
    }

    /** Returns when it was made, in simulated nanoseconds. */
    long madeAtNanos(int request) {
        return madeAt[request];
    }

    int next(int request) {
        return next[request];
    }

    void setNext(int request, int other) {
        next[request] = other;
    }

    private void growTo(int needed) {
        if (needed <= sector.length) {
            return;
        }
        int capacity = sector.length * 2;
        op = Arrays.copyOf(op, capacity);
        sector = Arrays.copyOf(sector, capacity);
        sectors = Arrays.copyOf(sectors, capacity);
        folios = Arrays.copyOf(folios, capacity);
        firstBio = Arrays.copyOf(firstBio, capacity);
        lastBio = Arrays.copyOf(lastBio, capacity);
        bioCount = Arrays.copyOf(bioCount, capacity);
        cpu = Arrays.copyOf(cpu, capacity);
        madeAt = Arrays.copyOf(madeAt, capacity);
        next = Arrays.copyOf(next, capacity);
    }
}
