package dev.dropbehind.specification;

import java.util.List;

/** An input that cannot be used, with everything that is wrong with it. */
public final class InvalidInputException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Fault> faults;

    /**
     * Names the faults.
     *
     * @param faults at least one
     */
    public InvalidInputException(List<Fault> faults) {
        super(faults.size() == 1 ? "The input has one fault: " + faults : "The input has several faults: " + faults);
        this.faults = List.copyOf(faults);
    }

    /** Returns what is wrong. */
    public List<Fault> faults() {
        return faults;
    }
}
