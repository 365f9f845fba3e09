package dev.dropbehind.engine.time;

/**
 * A deterministic generator of 64-bit numbers: a counter that steps by the golden ratio, its bits mixed on the way out
 * (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
 */
public final class Random64 {

    private static final long GOLDEN_RATIO = 0x9e37_79b9_7f4a_7c15L;

    private long state;

    Random64(long state) {
        this.state = state;
    }

    /** Returns the next number, each of the 2^64 as likely as any other. */
    public long nextLong() {
        state += GOLDEN_RATIO;
        return mix(state);
    }

    /**
     * Returns a number from a range, each as likely as any other.
     *
     * @param lowInclusive the smallest
     * @param highInclusive the largest, not below the smallest
     * @throws IllegalArgumentException if the range is empty
     */
    public long between(long lowInclusive, long highInclusive) {
        if (lowInclusive > highInclusive) {
            throw new IllegalArgumentException("nothing is between " + lowInclusive + " and " + highInclusive);
        }
        long count = highInclusive - lowInclusive + 1;
        return count == 0 ? nextLong() : lowInclusive + below(count);
    }

    /*
     * The high half of draw * count is a number below count. 2^64 draws do not divide evenly among count results; the
     * draws that are too many show in the low half, below 2^64 mod count, and are drawn again (Lemire 2019). The
     * remainder is below count, so most draws need no division to be accepted.
     */
    private long below(long count) {
        long draw = nextLong();
        if (Long.compareUnsigned(draw * count, count) < 0) {
            long surplus = Long.remainderUnsigned(-count, count);
            while (Long.compareUnsigned(draw * count, surplus) < 0) {
                draw = nextLong();
            }
        }
        return Math.unsignedMultiplyHigh(draw, count);
    }

    /** Returns a number with each bit spread over all 64; no two numbers become the same. */
    public static long mix(long bits) {
        long mixed = (bits ^ (bits >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d0_49bb_1331_11ebL;
        return mixed ^ (mixed >>> 31);
    }
}
