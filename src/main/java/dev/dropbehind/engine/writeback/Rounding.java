package dev.dropbehind.engine.writeback;

/** Powers of two. */
final class Rounding {

    private Rounding() {}

    /** Returns the exponent of the largest power of two that is not above a number, which is above 0. */
    static int log2(long number) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(number);
    }

    /** Returns the smallest power of two that is not below a number, which is above 0. */
    static long upToPowerOfTwo(long number) {
        return number == 1 ? 1 : 2 * Long.highestOneBit(number - 1);
    }
}
