package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.ActionSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads {@code actions}. */
final class ActionsReader {

    private ActionsReader() {}

    /**
     * Returns the actions without faults.
     *
     * @param spec the spec
     * @param files the files that jobs use
     * @param cpus how many processors the machine has
     */
    static List<ActionSpec> read(Fields spec, Map<String, UsedFile> files, int cpus) {
        List<ActionSpec> actions = new ArrayList<>();
        for (Fields.Element element : spec.list("actions", ActionSpec.MAX_ACTIONS)) {
            new ActionReader(spec.element(element), files, cpus).action().ifPresent(actions::add);
        }
        return actions;
    }
}
