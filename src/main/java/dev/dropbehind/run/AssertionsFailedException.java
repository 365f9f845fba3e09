package dev.dropbehind.run;

import java.util.List;

/** Assertions of which at least one does not hold, where the client wants that to be an error. */
public final class AssertionsFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Assertion> assertions;

    AssertionsFailedException(List<Assertion> assertions) {
        super(assertions.stream().filter(a -> !a.holds()).count() + " of " + assertions.size()
                + " assertions do not hold.");
        this.assertions = List.copyOf(assertions);
    }

    /** Returns all assertions with their values, to be written as JSON. */
    public List<?> assertions() {
        return assertions;
    }
}
