package dev.dropbehind.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs in memory, as many as there is room for: the oldest that are over make room for new ones. */
public final class InMemoryRunStore implements RunStore {

    private final int capacity;
    private final Map<RunId, Entry> entries = new HashMap<>();
    private final List<Entry> oldestFirst = new ArrayList<>();

    /**
     * Makes an empty store.
     *
     * @param capacity how many runs to keep; more only while they are not over
     */
    public InMemoryRunStore(int capacity) {
        this.capacity = capacity;
    }

    @Override
    public synchronized void create(Run run) {
        Entry entry = new Entry(run);
        if (entries.putIfAbsent(run.id(), entry) != null) {
            throw new IllegalArgumentException("there is a run " + run.id());
        }
        oldestFirst.add(entry);
        makeRoom();
    }

    @Override
    public synchronized void update(Run run) {
        Entry entry = entries.get(run.id());
        if (entry != null) {
            entry.run = run;
        }
    }

    @Override
    public synchronized void append(RunId id, List<RunSample> samples) {
        Entry entry = entries.get(id);
        if (entry != null) {
            entry.samples.addAll(samples);
        }
    }

    @Override
    public synchronized Optional<Run> find(RunId id) {
        return Optional.ofNullable(entries.get(id)).map(e -> e.run);
    }

    @Override
    public synchronized RunPage list(RunQuery query) {
        List<Run> found = new ArrayList<>();
        for (int i = startOf(query) - 1; i >= 0; i--) {
            Run run = oldestFirst.get(i).run;
            if (query.matches(run)) {
                if (found.size() == query.limit()) {
                    return new RunPage(found, found.getLast().id());
                }
                found.add(run);
            }
        }
        return new RunPage(found, null);
    }

    @Override
    public synchronized List<RunSample> samples(RunId id) {
        Entry entry = entries.get(id);
        return entry == null ? List.of() : List.copyOf(entry.samples);
    }

    private int startOf(RunQuery query) {
        Entry last = query.after() == null ? null : entries.get(query.after());
        return last == null ? oldestFirst.size() : oldestFirst.indexOf(last);
    }

    private void makeRoom() {
        for (int i = 0; i < oldestFirst.size() && oldestFirst.size() > capacity; ) {
            if (oldestFirst.get(i).run.status().isOver()) {
                entries.remove(oldestFirst.remove(i).run.id());
            } else {
                i++;
            }
        }
    }

    private static final class Entry {
        private Run run;
        private final List<RunSample> samples = new ArrayList<>();

        Entry(Run run) {
            this.run = run;
        }
    }
}
