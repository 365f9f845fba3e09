package dev.dropbehind.run;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The limits of runs.
 *
 * @param liveLimit runs that hold machines at the same time, paused ones included
 * @param queueLimit runs that wait for a place
 * @param storedRuns runs that are kept, those that are not over included
 * @param variantLimit variants of one run
 * @param simulatedTimeLimit duration times variants of one run
 * @param wallTimeLimit estimated time of one processor for one run
 * @param pageLimit pages of simulated memory in all live runs together; 0 for as many as fit into three quarters of the
 *     heap where every page is cached and a row of its own, and at least as many as the shipped experiments have
 * @param viewerLimit streams open at the same time
 * @param waitLimit how long an answer may be held back until a run is over
 * @param attemptLimit how often a second may be begun in which the process ends every time
 * @param replayLimit replays at the same time: runs that are run again for their events or folios
 * @param replayTimeLimit time of one processor for one replay, estimated before and measured meanwhile
 * @param pauseLimit how long a run may be paused before it is cancelled
 * @param heartbeat how often an idle stream says that it lives
 * @param node the name under which this process holds runs, unique among those that share a database; a process that
 *     starts under a name takes back at once what the former holder of the name has left
 * @param queuePoll how often to look for runs that another process has queued
 * @param queueHeartbeat how often to say that this process lives; after four times that without a word another process
 *     takes over its runs
 */
@Validated
@ConfigurationProperties("dropbehind.run")
public record RunProperties(
        @DefaultValue("8") @Min(1) @Max(1000) int liveLimit,
        @DefaultValue("64") @Min(1) @Max(100_000) int queueLimit,
        @DefaultValue("1000") @Min(1) @Max(1_000_000) int storedRuns,
        @DefaultValue("8") @Min(1) @Max(64) int variantLimit,
        @DefaultValue("2h") @NotNull Duration simulatedTimeLimit,
        @DefaultValue("30m") @NotNull Duration wallTimeLimit,
        @DefaultValue("0") @Min(0) long pageLimit,
        @DefaultValue("10000") @Min(1) int viewerLimit,
        @DefaultValue("5m") @NotNull Duration waitLimit,
        @DefaultValue("20") @Min(1) @Max(1000) int attemptLimit,
        @DefaultValue("2") @Min(1) @Max(64) int replayLimit,
        @DefaultValue("30s") @NotNull Duration replayTimeLimit,
        @DefaultValue("1h") @NotNull Duration pauseLimit,
        @DefaultValue("15s") @NotNull Duration heartbeat,
        @DefaultValue("node") @NotBlank @Size(max = 100) String node,
        @DefaultValue("1s") @NotNull Duration queuePoll,
        @DefaultValue("5s") @NotNull Duration queueHeartbeat) {

    /**
     * Bytes of heap that a page costs at worst, as a row of its own: 80 measured with a cache of single pages, tables
     * grown by doubling included; 48 for the shadows of pages that reclaim has taken before it.
     */
    static final long WORST_BYTES_PER_PAGE = 128;

    /** Pages that are let in with any heap: the largest shipped experiment, whose pages share rows and cost little. */
    static final long FEWEST_PAGES = 9_000_000;

    /** Puts what fits into the heap where no limit of pages is set. */
    public RunProperties {
        if (pageLimit == 0) {
            pageLimit = pagesFor(Runtime.getRuntime().maxMemory());
        }
    }

    /** Returns how many pages a heap of this size takes. */
    static long pagesFor(long heapBytes) {
        return Math.max(heapBytes / 4 * 3 / WORST_BYTES_PER_PAGE, FEWEST_PAGES);
    }
}
