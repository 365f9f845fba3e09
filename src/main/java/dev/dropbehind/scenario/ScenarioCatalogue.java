package dev.dropbehind.scenario;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The scenarios that can be run: single ones in the order of their ids, then those of families. */
public final class ScenarioCatalogue {

    private final Map<String, Scenario> byId = new LinkedHashMap<>();
    private final List<Scenario> singles;
    private final List<Family> families;

    /**
     * Makes a catalogue.
     *
     * @param scenarios what is in it
     * @throws IllegalArgumentException if two have the same id
     */
    public ScenarioCatalogue(Collection<Scenario> scenarios) {
        this(scenarios, List.of());
    }

    /**
     * Makes a catalogue with families: what they are made of comes behind the single scenarios, in their order.
     *
     * @param scenarios those of no family
     * @param families tables whose rows are scenarios
     * @throws IllegalArgumentException if two have the same id
     */
    public ScenarioCatalogue(Collection<Scenario> scenarios, Collection<Family> families) {
        singles = scenarios.stream().sorted(Comparator.comparing(Scenario::id)).toList();
        this.families =
                families.stream().sorted(Comparator.comparing(Family::id)).toList();
        singles.forEach(this::add);
        this.families.forEach(family -> family.rows().forEach(row -> add(row.scenario())));
    }

    /** Returns the scenarios of no family, in the order of their ids. */
    public List<Scenario> singles() {
        return singles;
    }

    /** Returns the tables whose rows are scenarios, in the order of their ids. */
    public List<Family> families() {
        return families;
    }

    /** Returns the family of that id. */
    public Optional<Family> family(String id) {
        return families.stream().filter(family -> family.id().equals(id)).findFirst();
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
