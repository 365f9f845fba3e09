package dev.dropbehind.engine;

import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.machine.Invariants;
import dev.dropbehind.engine.machine.Machine;
import dev.dropbehind.engine.machine.MachineBuilder;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.measure.Trace;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Watermarks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One small simulated machine that is advanced event by event and tells what happens. It does exactly what the same
 * spec does in a {@link Simulation}: watching changes nothing.
 */
public final class SteppedSimulation {

    /** The most pages of memory and of files: each moment looks at every folio. */
    public static final long MAX_PAGES = 4096;

    private final SimulationSpec spec;
    private final Listener listener = new Listener();
    private final Machine machine;
    private final Invariants invariants;
    private boolean over;

    /**
     * Builds the machine at time zero.
     *
     * @throws IllegalArgumentException if memory or files are too large to be looked at after every event
     */
    public SteppedSimulation(SimulationSpec spec) {
        this.spec = spec;
        machine = MachineBuilder.build(spec, listener);
        invariants = new Invariants(machine, spec.seed());
        long filePages = machine.cache().mappings().stream()
                .mapToLong(Mapping::filePages)
                .sum();
        if (machine.totalPages() > MAX_PAGES || filePages > MAX_PAGES) {
            throw new IllegalArgumentException("A machine of " + machine.totalPages() + " pages and files of "
                    + filePages + " pages are too large to be stepped; each may have " + MAX_PAGES + ".");
        }
    }

    /** Returns the machine as it is now; nothing has happened since the last moment. */
    public Moment now() {
        return moment();
    }

    /**
     * Runs events until one is worth telling of.
     *
     * @throws dev.dropbehind.engine.machine.InvariantBreach where the model contradicts itself, which it looks for
     *     after every event
     * @return the machine right after it; when the run is over once more the machine at its end, then nothing
     */
    public Optional<Moment> next() {
        while (!over) {
            over = machine.timeline().nextTime() > spec.durationNanos();
            if (over) {
                machine.runUntil(spec.durationNanos());
            } else {
                machine.timeline().runNext();
            }
            invariants.checkAll();
            if (over || listener.hasHeard()) {
                return Optional.of(moment());
            }
        }
        return Optional.empty();
    }

    /** Returns the watermarks. */
    public FreeMarks marks() {
        Watermarks marks = machine.zone().watermarks();
        return new FreeMarks(marks.min(), marks.low(), marks.high());
    }

    private Moment moment() {
        Counters counters = new Counters();
        counters.copyFrom(machine.counters());
        return new Moment(
                machine.timeline().executed(),
                machine.timeline().now(),
                listener.takeFacts(),
                counters,
                machine.allocator().listedPages(),
                folios());
    }

    private List<FolioRun> folios() {
        return machine.cache().mappings().stream()
                .flatMap(mapping -> FolioWalk.of(machine.cache().folios(), mapping, 0, mapping.filePages()).stream())
                .toList();
    }

    /** Keeps what it hears until it is asked. */
    private static final class Listener implements Trace {

        private final List<Fact> facts = new ArrayList<>();
        private String actor = "";

        @Override
        public void acts(String name) {
            actor = name;
        }

        @Override
        public void note(Fact.Kind kind, int file, long first, long count) {
            facts.add(new Fact(kind, actor, file, first, count));
        }

        boolean hasHeard() {
            return !facts.isEmpty();
        }

        List<Fact> takeFacts() {
            List<Fact> heard = List.copyOf(facts);
            facts.clear();
            return heard;
        }
    }
}
