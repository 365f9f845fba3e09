package dev.dropbehind.scenario;

import dev.dropbehind.specification.Names;
import java.util.Collection;

/** No scenario has this id. */
public final class ScenarioNotFoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Names the id.
     *
     * @param id what was asked for
     * @param known which there are
     */
    public ScenarioNotFoundException(String id, Collection<String> known) {
        super("There is no scenario " + id + "." + Names.didYouMean(id, known));
    }
}
