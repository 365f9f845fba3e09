package dev.dropbehind.engine.writeback;

/** What {@link DirtyThrottle} knows of one task that writes. */
public final class TaskDirty {

    /** So many pages are dirtied between two looks at the limits where nothing is known yet: 128 KiB. */
    static final int FIRST_PAUSE_PAGES = 32;

    /** Stands for the time of a pause where there has been none. */
    static final long NEVER = Long.MIN_VALUE;

    /** Pages dirtied since the last pause, and after how many comes the next. */
    long dirtied;

    long pauseAfter = FIRST_PAUSE_PAGES;

    /** The tick at which the last pause ended, by the rates that held then; later pauses are counted from it. */
    long pausedWhen = NEVER;

    /** The pages that a balancing that goes on is for, and where it stands. */
    long balanced;

    boolean isPausing;

    /** What holds once the pause that goes on is over. */
    long nextPausedWhen;

    long nextPauseAfter;
    boolean goesOnAfterPause;

    /** Starts with nothing dirtied. */
    public TaskDirty() {}

    /** Returns the pages dirtied since the last pause. */
    public long dirtiedPages() {
        return dirtied;
    }

    /** Returns how many pages may be dirtied before the limits are looked at again. */
    public long pauseAfterPages() {
        return pauseAfter;
    }
}
