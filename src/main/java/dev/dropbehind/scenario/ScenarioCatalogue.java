package dev.dropbehind.scenario;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The scenarios that can be run, in the order of their ids. */
public final class ScenarioCatalogue {

    private final Map<String, Scenario> byId = new LinkedHashMap<>();

    /**
     * Makes a catalogue.
     *
     * @param scenarios what is in it
     * @throws IllegalArgumentException if two have the same id
     */
    public ScenarioCatalogue(Collection<Scenario> scenarios) {
        scenarios.stream().sorted(Comparator.comparing(Scenario::id)).forEach(this::add);
    }

    /** Returns all scenarios. */
    public List<Scenario> all() {
        return List.copyOf(byId.values());
    }

    /** Returns the ids of all scenarios. */
    public Collection<String> ids() {
        return List.copyOf(byId.keySet());
    }

    /** Returns the scenario of that id. */
    public Optional<Scenario> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    private void add(Scenario scenario) {
        if (byId.put(scenario.id(), scenario) != null) {
            throw new IllegalArgumentException("two scenarios have the id " + scenario.id());
        }
    }
}
