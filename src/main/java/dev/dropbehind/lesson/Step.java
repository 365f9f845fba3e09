package dev.dropbehind.lesson;

import dev.dropbehind.engine.FolioRun;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A machine right after one of its events, in words and figures.
 *
 * @param number from 0, which is the machine before anything has happened
 * @param nanos simulated time in nanoseconds
 * @param event how many events have run
 * @param actor who acted: a task, {@code SOFTIRQ} or {@code HARDIRQ}; empty where nobody did
 * @param context {@code task}, {@code interrupt} or {@code none}
 * @param facts what happened, in order
 * @param freePages pages free
 * @param perCpuPages free pages on the per-CPU lists, not among {@code freePages}
 * @param cachedPages pages in the page cache
 * @param readerCpuNanos CPU time of the application so far
 * @param kswapdCpuNanos CPU time of kswapd so far
 * @param interruptCpuNanos CPU time of interrupts so far
 * @param changed counters that changed since the step before, by how much
 * @param folios what is cached of the file
 */
public record Step(
        int number,
        long nanos,
        long event,
        String actor,
        String context,
        List<Told> facts,
        long freePages,
        long perCpuPages,
        long cachedPages,
        long readerCpuNanos,
        long kswapdCpuNanos,
        long interruptCpuNanos,
        Map<String, Long> changed,
        List<Folios> folios) {

    /**
     * A fact in words.
     *
     * @param kind what happened, a kind of the lesson
     * @param actor who did it
     * @param firstPage first page of the file it is about; -1 where it is about none
     * @param pages how many pages
     * @param words what happened
     * @param why what it means, where it happened for the first time; empty otherwise
     */
    public record Told(String kind, String actor, long firstPage, long pages, String words, String why) {}

    /**
     * Pages of the file that follow each other and are cached in the same state.
     *
     * @param firstPage first page
     * @param pages how many
     * @param flags the kernel's names of their flags
     */
    public record Folios(int firstPage, int pages, List<String> flags) {

        static Folios of(FolioRun run) {
            List<String> flags = run.flags().isEmpty()
                    ? List.of()
                    : Arrays.asList(run.flags().split("\\|", -1));
            return new Folios(run.firstPage(), run.pages(), flags);
        }
    }
}
