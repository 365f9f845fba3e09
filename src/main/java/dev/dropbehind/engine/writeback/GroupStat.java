package dev.dropbehind.engine.writeback;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.time.EventHandler;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Timeline;

/**
 * What writers' throttling knows of the jobs' cgroup. The kernel keeps the statistics of a group per processor and sums
 * them up every two seconds; in between, {@code mem_cgroup_wb_stats()} answers with the last sums. So a group may have
 * more dirty than it should, or hold its writers for longer than it need, for up to two seconds.
 */
public final class GroupStat {

    /** How often a worker of the kernel sums the statistics up. */
    private static final long FLUSH_NANOS = 2_000_000_000;

    private final Counters counters;
    private final boolean isSummedUpWhenAsked;
    private long filePages;
    private long dirtyPages;
    private long writebackPages;

    private GroupStat(Counters counters, boolean isSummedUpWhenAsked) {
        this.counters = counters;
        this.isSummedUpWhenAsked = isSummedUpWhenAsked;
    }

    /**
     * Returns the statistics of a group that is empty at the start, summed up every two seconds.
     *
     * @param phase when within the first two seconds the worker comes by
     */
    public static GroupStat flushed(Timeline timeline, Counters counters, Random64 phase) {
        GroupStat stat = new GroupStat(counters, false);
        EventHandler[] flush = new EventHandler[1];
        flush[0] = _ -> {
            stat.sumUp();
            timeline.schedule(timeline.now() + FLUSH_NANOS, EventPriority.KWORKER, flush[0], 0);
        };
        timeline.schedule(phase.between(0, FLUSH_NANOS - 1), EventPriority.KWORKER, flush[0], 0);
        return stat;
    }

    /** Returns statistics that are summed up whenever somebody asks. */
    public static GroupStat current(Counters counters) {
        return new GroupStat(counters, true);
    }

    /** Brings what is asked for up to date, where that is done for those who ask. */
    void ask() {
        if (isSummedUpWhenAsked) {
            sumUp();
        }
    }

    /** Returns the file pages on lists, as last summed up. */
    long filePages() {
        return filePages;
    }

    /** Returns the dirty pages, as last summed up. */
    long dirtyPages() {
        return dirtyPages;
    }

    /** Returns the pages under writeback, as last summed up. */
    long writebackPages() {
        return writebackPages;
    }

    private void sumUp() {
        filePages = counters.get(Counter.CGROUP_ACTIVE_FILE) + counters.get(Counter.CGROUP_INACTIVE_FILE);
        dirtyPages = counters.get(Counter.CGROUP_FILE_DIRTY);
        writebackPages = counters.get(Counter.CGROUP_FILE_WRITEBACK);
    }
}
