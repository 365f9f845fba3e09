package dev.dropbehind.engine.workload;

import dev.dropbehind.engine.spec.Durability;

/**
 * After which of its writes a task makes a sync call, as fio's {@code fsync}, {@code fdatasync} and {@code end_fsync}
 * say.
 *
 * <p>A call is due before the next call, whatever that is: behind the very last write none is, but that of
 * {@code end_fsync}. Where both are due, only {@code fsync} is made. Where nothing was written since the last sync
 * call, {@code end_fsync} makes none.
 */
final class SyncCadence {

    /** A sync call. */
    enum Due {
        /** None. */
        NOTHING,
        /** {@code fdatasync}. */
        FDATASYNC,
        /** {@code fsync}. */
        FSYNC
    }

    private final Durability durability;
    private long writes;
    private boolean hasWrittenSince;
    private Due due = Due.NOTHING;

    SyncCadence(Durability durability) {
        this.durability = durability;
    }

    /** Counts a write. */
    void wrote() {
        writes++;
        hasWrittenSince = true;
        due = isTurnOf(durability.fsyncEvery())
                ? Due.FSYNC
                : isTurnOf(durability.fdatasyncEvery()) ? Due.FDATASYNC : Due.NOTHING;
    }

    /** Returns what is due before the task's next call; it counts as made. */
    Due takeDue() {
        Due taken = due;
        due = Due.NOTHING;
        hasWrittenSince &= taken == Due.NOTHING;
        return taken;
    }

    /** Returns what is due when the task makes no more calls; it counts as made. */
    Due takeDueAtEnd() {
        due = durability.endFsync() && hasWrittenSince ? Due.FSYNC : Due.NOTHING;
        return takeDue();
    }

    private boolean isTurnOf(int every) {
        return every > 0 && writes % every == 0;
    }
}
