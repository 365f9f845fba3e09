package dev.dropbehind.run;

/** How a run stands, and what may come next. */
public enum RunStatus {
    /** Waits for a place among the live runs. */
    QUEUED,
    /** Is advanced second by second. */
    RUNNING,
    /** Keeps its machines and waits for {@code resume} or {@code step}. */
    PAUSED,
    /** All variants are at their end. */
    COMPLETED,
    /** The engine gave up; the run's failure says why. */
    FAILED,
    /** Somebody ended it. */
    CANCELLED;

    /** Returns whether nothing follows. */
    public boolean isOver() {
        return this == COMPLETED || this == FAILED || this == CANCELLED;
    }

    /** Returns whether a run may go from here to there. A run whose worker died is queued again. */
    public boolean canBecome(RunStatus next) {
        return switch (this) {
            case QUEUED -> next != QUEUED && next != COMPLETED;
            case RUNNING -> next != RUNNING;
            case PAUSED -> next != PAUSED;
            case COMPLETED, FAILED, CANCELLED -> false;
        };
    }
}
