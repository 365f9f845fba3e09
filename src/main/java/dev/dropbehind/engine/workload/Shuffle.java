package dev.dropbehind.engine.workload;

import dev.dropbehind.engine.time.Random64;

/**
 * A random order of so many numbers in which each comes once, without a table of them.
 *
 * <p>A Feistel network turns the numbers of an even number of bits into each other: whatever its rounds mix into one
 * half can be taken out again, so no two numbers meet. Where it leads beyond the numbers wanted, it is applied again
 * until it comes back (cycle walking; Black and Rogaway, "Ciphers with arbitrary finite domains", 2002). It works on
 * less than four times the numbers wanted, so that takes less than four steps on average.
 */
final class Shuffle {

    private static final int ROUNDS = 4;

    private final long count;
    private final int halfBits;
    private final long halfMask;
    private final long[] keys = new long[ROUNDS];

    /** Makes an order of the numbers from 0 to below a count of at least 1; it is random once it is renewed. */
    Shuffle(long count) {
        this.count = count;
        int bits = Long.SIZE - Long.numberOfLeadingZeros(count - 1);
        halfBits = Math.max(1, (bits + 1) / 2);
        halfMask = (1L << halfBits) - 1;
    }

    /** Draws another order. */
    void renew(Random64 random) {
        for (int round = 0; round < ROUNDS; round++) {
            keys[round] = random.nextLong();
        }
    }

    /** Returns the number at a place, both from 0 to below the count. */
    long at(long place) {
        long number = place;
        do {
            number = step(number);
        } while (number >= count);
        return number;
    }

    private long step(long number) {
        long left = number >>> halfBits;
        long right = number & halfMask;
        for (long key : keys) {
            long mixed = left ^ (Random64.mix(right + key) & halfMask);
            left = right;
            right = mixed;
        }
        return left << halfBits | right;
    }
}
