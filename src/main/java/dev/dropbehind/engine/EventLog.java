package dev.dropbehind.engine;

import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.measure.Trace;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.SimulationSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What happened in a run between two simulated times, each fact with the system call and the rule of read-ahead that
 * led to it. Nothing of it is kept anywhere: a run is deterministic, so the log is the run once more with a listener,
 * and who listens changes nothing.
 */
public final class EventLog {

    /** The most entries of one log. */
    public static final int MAX_ENTRIES = 10_000;

    private static final long STRIDE_NANOS = 1_000_000;

    private final Query query;
    private final Listener listener;
    private final Simulation simulation;

    /**
     * Which facts are wanted.
     *
     * @param fromNanos the earliest simulated time
     * @param toNanos the first simulated time that is too late
     * @param kinds the kinds wanted
     * @param after number of the fact behind which the log goes on, 0 for the beginning
     * @param limit how many at most, 1 to {@link #MAX_ENTRIES}
     */
    public record Query(long fromNanos, long toNanos, Set<Fact.Kind> kinds, long after, int limit) {

        /** Keeps its own copy of the kinds. */
        public Query {
            if (limit < 1 || limit > MAX_ENTRIES) {
                throw new IllegalArgumentException("limit must be 1 to " + MAX_ENTRIES + ": " + limit);
            }
            Set<Fact.Kind> own = EnumSet.noneOf(Fact.Kind.class);
            own.addAll(kinds);
            kinds = Collections.unmodifiableSet(own);
        }

        boolean wants(Fact.Kind kind, long number, long nanos) {
            return number > after && nanos >= fromNanos && nanos < toNanos && kinds.contains(kind);
        }
    }

    /** Builds the machine at time zero; nothing has been heard yet. */
    public EventLog(SimulationSpec spec, Query query) {
        this.query = query;
        listener = new Listener(query, new LogEdges(1 << spec.fileSystem().minOrder(), Pages.SIZE));
        simulation = new Simulation(spec, listener);
        listener.watch(simulation);
    }

    /**
     * Runs the machine on by a thousandth of a simulated second.
     *
     * @return whether the log may still get longer
     */
    public boolean goOn() {
        long next = Math.min(simulation.nowNanos() + STRIDE_NANOS, query.toNanos());
        simulation.advanceTo(next);
        return !listener.isFull() && !simulation.isOver() && next < query.toNanos();
    }

    /** Returns what was heard so far, in order. */
    public List<LogEntry> entries() {
        return listener.entries();
    }

    /** Returns whether there is more than the limit let in. */
    public boolean isTruncated() {
        return listener.isFull();
    }

    /** Returns the files whose numbers the facts name. */
    public List<CachedFile> files() {
        return simulation.files();
    }

    /** Returns the machine that is listened to. */
    Simulation simulation() {
        return simulation;
    }

    /** Writes down what is wanted, and follows every task to know what led to it. */
    private static final class Listener implements Trace {

        private final Query query;
        private final Map<String, LogActor> actors = new TreeMap<>();
        private final List<LogEntry> entries = new ArrayList<>();
        private @Nullable Simulation simulation;
        private final LogEdges edges;
        private LogActor actor = new LogActor("");
        private long number;
        private boolean full;

        Listener(Query query, LogEdges edges) {
            this.query = query;
            this.edges = edges;
        }

        void watch(Simulation watched) {
            simulation = watched;
        }

        @Override
        public void acts(String name) {
            if (!name.equals(actor.name())) {
                actor = actors.computeIfAbsent(name, LogActor::new);
            }
        }

        @Override
        public void note(Fact.Kind kind, int file, long first, long count) {
            number++;
            long nanos = simulation == null ? 0 : simulation.nowNanos();
            actor.hear(kind, first, count, nanos);
            if (query.wants(kind, number, nanos)) {
                write(kind, file, first, count, nanos);
            }
            actor.heard(kind);
            edges.hear(kind, actor.name(), file, first, count, nanos);
        }

        private void write(Fact.Kind kind, int file, long first, long count, long nanos) {
            full = entries.size() == query.limit();
            if (!full) {
                Fact fact = new Fact(kind, actor.name(), file, first, count);
                long event = simulation == null ? 0 : simulation.events();
                LogEntry.Edge edge = kind == Fact.Kind.EDGES_READ ? edges.edgeAt(file, first) : null;
                LogEntry.Cause cause = actor.causeOf(kind, first, count);
                entries.add(new LogEntry(number, nanos, event, fact, actor.call(), cause, edge));
            }
        }

        List<LogEntry> entries() {
            return List.copyOf(entries);
        }

        boolean isFull() {
            return full;
        }
    }
}
