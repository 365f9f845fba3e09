package dev.dropbehind.validation;

import dev.dropbehind.specification.Names;
import java.util.Collection;

/** No validation has this id. */
public final class ValidationNotFoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Names the id.
     *
     * @param id what was asked for
     * @param known which there are
     */
    public ValidationNotFoundException(String id, Collection<String> known) {
        super("There is no validation " + id + "." + Names.didYouMean(id, known));
    }
}
