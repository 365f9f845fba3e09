package dev.dropbehind.engine.nfsd;

/**
 * Where a WRITE is cut that is to go past the page cache: what lies before and behind the blocks that can go there is
 * written through it (kernel-model §8.9).
 *
 * <p>All of it is written through the page cache where the file says nothing of direct I/O, where the WRITE is shorter
 * than what direct I/O can write, where it covers no block to cut at, and where the part that could go directly lies at
 * an address in memory that cannot. Its data begins at a page there.
 */
public final class RequestCutter {

    private final int offsetAlign;
    private final int memoryAlign;
    private final int cutAlign;

    /**
     * Cuts the WRITEs of a file.
     *
     * @param offsetAlign of what direct I/O wants positions to be a multiple, in bytes, a power of two; 0 where the
     *     file takes none
     * @param memoryAlign of what it wants addresses in memory to be a multiple, in bytes, a power of two
     * @param cutAlign of what the places of the cuts are multiples at least, in bytes, a power of two
     */
    public RequestCutter(int offsetAlign, int memoryAlign, int cutAlign) {
        this.offsetAlign = offsetAlign;
        this.memoryAlign = memoryAlign;
        this.cutAlign = Math.max(offsetAlign, cutAlign);
    }

    /**
     * A WRITE in up to three segments, one behind the other: those of the middle, if there is any, are direct.
     *
     * @param from first byte
     * @param middle first byte of the middle
     * @param middleEnd byte behind the middle
     * @param end byte behind the last
     */
    record Cut(long from, long middle, long middleEnd, long end) {

        /** Returns the byte behind the segment that a byte is in. */
        long endOfSegment(long position) {
            return position < middle ? middle : position < middleEnd ? middleEnd : end;
        }

        /** Returns whether the segment that a byte is in goes past the page cache. */
        boolean isDirect(long position) {
            return position >= middle && position < middleEnd;
        }

        /** Returns whether it is one segment. */
        boolean isWhole() {
            return endOfSegment(from) == end;
        }
    }

    /** Returns a WRITE that is not cut, and written through the page cache. */
    static Cut whole(long from, long end) {
        return new Cut(from, end, end, end);
    }

    /** Returns a WRITE of these bytes as it is cut. */
    Cut cut(long from, long end) {
        if (!takesDirect() || end - from < Math.max(offsetAlign, memoryAlign)) {
            return whole(from, end);
        }
        long middle = Math.ceilDiv(from, cutAlign) * cutAlign;
        long middleEnd = end / cutAlign * cutAlign;
        boolean isPossible = middle < middleEnd && (middle - from) % memoryAlign == 0;
        return isPossible ? new Cut(from, middle, middleEnd, end) : whole(from, end);
    }

    /** Returns whether the file takes direct I/O. */
    boolean takesDirect() {
        return offsetAlign > 0;
    }

    /** Returns the last byte, not behind a byte, at which direct I/O may begin. */
    long alignedBefore(long position) {
        return position / offsetAlign * offsetAlign;
    }

    /** Returns the first byte, not before a byte, at which direct I/O may end. */
    long alignedBehind(long position) {
        return Math.ceilDiv(position, offsetAlign) * offsetAlign;
    }
}
