package dev.dropbehind.specification;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Everything that is wrong with one input, in the order in which it was found; at most {@value #LIMIT}. */
public final class Faults {

    /** How many faults are kept. */
    public static final int LIMIT = 200;

    private final List<Fault> all = new ArrayList<>();

    /**
     * Notes a fault.
     *
     * @param pointer where
     * @param detail what is wrong, in a sentence
     * @param value what was found there, or null
     */
    public void add(String pointer, String detail, @Nullable JsonNode value) {
        if (all.size() < LIMIT) {
            all.add(new Fault(pointer, detail, value));
        }
    }

    /** Returns whether no more faults are kept. */
    boolean isFull() {
        return all.size() == LIMIT;
    }

    /** Returns whether nothing is wrong so far. */
    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** Returns the faults so far. */
    public List<Fault> all() {
        return List.copyOf(all);
    }

    /**
     * Ends the reading of an input that is wrong.
     *
     * @throws InvalidInputException if there are faults
     */
    public void throwIfAny() {
        if (!all.isEmpty()) {
            throw new InvalidInputException(all);
        }
    }

    int count() {
        return all.size();
    }
}
