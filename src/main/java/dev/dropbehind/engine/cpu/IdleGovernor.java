package dev.dropbehind.engine.cpu;

import dev.dropbehind.engine.spec.IdleState;
import java.util.List;

/**
 * Chooses how deep a processor sleeps while it has nothing to do, and knows how long it takes to come back: the
 * kernel's cpuidle with its governor {@code menu}, as it was up to 6.11.
 *
 * <p>The deepest state is taken that pays for as long as the processor will probably be idle, which is as long as it
 * typically was of late, or on average if that is less. Where a task waits for the device, a state must besides be left
 * in an eleventh of that time.
 *
 * <p>What is left out: the next timer. It is taken to be always as far, so that what the governor has learnt of it is
 * the average alone.
 */
final class IdleGovernor {

    private static final int REMEMBERED = 8;
    private static final int DECAY = 8;
    private static final long CERTAIN_NANOS = 20_000;
    private static final int FEWEST = 6;
    private static final int FEW_DEVIATIONS = 6;
    private static final long UNKNOWN = Long.MAX_VALUE;
    private static final int IO_WEIGHT = 10;
    private static final long AWAKE = Long.MAX_VALUE;

    private final List<IdleState> states;
    private final long[] stays = new long[REMEMBERED];
    private int next;
    private double average;
    private long asleepSince = AWAKE;
    private long exitNanos;

    /** Governs a processor that has these states, the lightest first; without any it never sleeps. */
    IdleGovernor(List<IdleState> states) {
        this.states = states;
    }

    /**
     * Sends the processor to sleep.
     *
     * @param fromNanos when it has nothing to do any more
     * @param ioWaiters how many tasks went to sleep on it that wait for a device
     */
    void sleep(long fromNanos, int ioWaiters) {
        if (states.isEmpty()) {
            return;
        }
        asleepSince = fromNanos;
        exitNanos = 0;
        long expected = Math.min(typicalStay(), Math.round(average));
        for (IdleState state : states) {
            if (state.residencyNanos() <= expected && state.exitNanos() <= expected / (1 + IO_WEIGHT * ioWaiters)) {
                exitNanos = state.exitNanos();
            }
        }
    }

    /** Wakes the processor and returns how long that takes, in nanoseconds: nothing if it is awake. */
    long wake(long nowNanos) {
        if (nowNanos <= asleepSince) {
            asleepSince = AWAKE;
            return 0;
        }
        long stay = nowNanos - asleepSince;
        stays[next] = stay;
        next = (next + 1) % REMEMBERED;
        average += (stay - average) / DECAY;
        asleepSince = AWAKE;
        return exitNanos;
    }

    /**
     * Returns how long the last stays were if they are alike, the longest left out one after the other until they are;
     * more than a quarter are not left out.
     */
    private long typicalStay() {
        long longest = UNKNOWN;
        while (true) {
            int count = 0;
            double sum = 0;
            double squares = 0;
            long longestLeft = 0;
            for (long stay : stays) {
                if (stay < longest) {
                    count++;
                    sum += stay;
                    squares += (double) stay * stay;
                    longestLeft = Math.max(longestLeft, stay);
                }
            }
            if (count < FEWEST) {
                return UNKNOWN;
            }
            double mean = sum / count;
            double deviation = Math.sqrt(Math.max(0, squares / count - mean * mean));
            if (deviation <= CERTAIN_NANOS || mean > FEW_DEVIATIONS * deviation) {
                return Math.round(mean);
            }
            longest = longestLeft;
        }
    }
}
