package dev.dropbehind.engine.writeback;

import dev.dropbehind.engine.time.Jiffies;

/**
 * Which part of what the machine has written lately came from one device: what its share of the dirty threshold goes by
 * (kernel-model §4.4). Counts lose half their weight every three seconds. Nothing written is no share.
 *
 * <p>The kernel ages the counts by a timer, here they are aged when they are next looked at. Counts are exact.
 */
final class CompletionShare {

    private static final int PERIOD_SECONDS = 3;
    private static final int LONGEST_SHIFT = 63;

    private final Jiffies jiffies;
    private long completed;
    private long completedByAll = 1;
    private boolean isAging;
    private long periodEnds;

    CompletionShare(Jiffies jiffies) {
        this.jiffies = jiffies;
    }

    /** Counts pages whose writeback has ended; all of the machine's go through this device. */
    void add(long pages) {
        age();
        completed += pages;
        completedByAll += pages;
        if (!isAging) {
            isAging = true;
            periodEnds = jiffies.now() + period();
        }
    }

    /** Returns the device's part of a number of pages. */
    long of(long pages) {
        age();
        return pages * completed / completedByAll;
    }

    private void age() {
        if (!isAging || jiffies.now() < periodEnds) {
            return;
        }
        if (completedByAll <= 1) {
            isAging = false;
            return;
        }
        long missed = (jiffies.now() - periodEnds) / period();
        long shift = Math.min(missed + 1, LONGEST_SHIFT);
        completedByAll >>= shift;
        completed >>= shift;
        periodEnds += (missed + 1) * period();
        completedByAll = Math.max(completedByAll, 1);
    }

    private long period() {
        return PERIOD_SECONDS * jiffies.perSecond();
    }
}
