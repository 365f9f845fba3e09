package dev.dropbehind.scenario;

import dev.dropbehind.engine.spec.SimulationSpec;
import tools.jackson.databind.node.ObjectNode;

/**
 * One of the machines a scenario compares.
 *
 * @param name short name, unique within the scenario, as used in samples
 * @param title name for people
 * @param spec what is simulated, complete
 * @param written the spec as the scenario file has it, without defaults: what patches apply to
 */
public record Variant(String name, String title, SimulationSpec spec, ObjectNode written) {

    /** Keeps its own copy of the tree. */
    public Variant {
        written = written.deepCopy();
    }

    /** Returns a copy of the spec as the scenario file has it. */
    @Override
    public ObjectNode written() {
        return written.deepCopy();
    }
}
