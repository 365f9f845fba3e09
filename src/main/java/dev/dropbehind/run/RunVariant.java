package dev.dropbehind.run;

import dev.dropbehind.engine.SimulationResult;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.SimulationSpec;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One of the machines of a run.
 *
 * @param name name in samples, unique within the run
 * @param title name for people
 * @param spec what is simulated
 * @param result what it has come to so far, or null before the first second
 * @param over whether the machine is at its end
 */
public record RunVariant(
        String name,
        String title,
        SimulationSpec spec,
        @Nullable SimulationResult result,
        boolean over) {

    private static final int LEAST_LARGE_FOLIO_PAGES = 4;

    /** Returns this variant before its first second. */
    public static RunVariant of(String name, String title, SimulationSpec spec) {
        return new RunVariant(name, title, spec, null, false);
    }

    /** Returns this variant before its first second. */
    RunVariant fromTheStart() {
        return of(name, title, spec);
    }

    /** Returns how many seconds this variant lasts at most, a part of a second counted as one. */
    public int seconds() {
        return Math.toIntExact(Math.ceilDiv(spec.durationNanos(), 1_000_000_000L));
    }

    /**
     * Returns how many pages this variant can come to keep track of: no more than memory, nor than its files have.
     * Where folios are large and files read from front to back, folios have four pages at least, but for the first few;
     * what is written from front to back is kept track of by the call, of which four pages are counted at most.
     */
    public long pages() {
        Map<String, Long> files = new HashMap<>();
        spec.jobs().forEach(job -> files.merge(job.filename(), job.fileSizeBytes(), Math::max));
        long filePages = files.values().stream().mapToLong(Pages::holding).sum() / pagesOfFolio();
        long memoryPages = (spec.memory().ramBytes() >> Pages.SHIFT) / pagesOfFolio();
        return Math.min(memoryPages, filePages + (spec.memory().initiallyCachedBytes() >> Pages.SHIFT));
    }

    private int pagesOfFolio() {
        return spec.jobs().stream().mapToInt(this::pagesOfFolio).min().orElse(1);
    }

    private int pagesOfFolio(JobSpec job) {
        if (job.pattern().holeBytes() > 0) {
            return 1;
        }
        return switch (job.rw()) {
            case READ -> spec.fileSystem().largeFolios() ? LEAST_LARGE_FOLIO_PAGES : 1;
            case WRITE -> Math.clamp(job.blockSizeBytes() / Pages.SIZE, 1, LEAST_LARGE_FOLIO_PAGES);
            case READWRITE, RANDREAD, RANDWRITE, RANDRW -> 1;
        };
    }
}
