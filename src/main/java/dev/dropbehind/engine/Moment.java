package dev.dropbehind.engine;

import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import java.util.List;

/**
 * A machine right after an event.
 *
 * @param event how many events have run, this one included
 * @param nanos simulated time
 * @param facts what happened in this event, in order; none only where the machine is over
 * @param counters all counters as they are now
 * @param perCpuPages free pages on the per-CPU lists, which {@code NR_FREE_PAGES} does not count
 * @param folios what is cached, by file and page
 */
public record Moment(
        long event, long nanos, List<Fact> facts, Counters counters, long perCpuPages, List<FolioRun> folios) {

    /** Keeps its own copies of the lists. */
    public Moment {
        facts = List.copyOf(facts);
        folios = List.copyOf(folios);
    }
}
