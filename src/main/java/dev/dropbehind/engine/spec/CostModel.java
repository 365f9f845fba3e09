package dev.dropbehind.engine.spec;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** What each unit of work costs on one machine: the priors, and what calibration put in their place. */
public final class CostModel {

    private final long[] values;
    private final EnumSet<Cost> fitted;

    private CostModel(long[] values, EnumSet<Cost> fitted) {
        this.values = values;
        this.fitted = fitted;
    }

    /** Returns the model that all machines share before calibration. */
    public static CostModel priors() {
        return new CostModel(Arrays.stream(Cost.values()).mapToLong(Cost::prior).toArray(), EnumSet.noneOf(Cost.class));
    }

    /**
     * Returns the same model with one value that was fitted.
     *
     * @param cost which
     * @param value in its unit, not negative
     */
    public CostModel fitted(Cost cost, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(cost + " cannot cost " + value);
        }
        long[] changed = values.clone();
        changed[cost.ordinal()] = value;
        EnumSet<Cost> marked = EnumSet.copyOf(fitted);
        marked.add(cost);
        return new CostModel(changed, marked);
    }

    /**
     * Returns the same model with one value that a spec says: it is not fitted, unless it is the one that was.
     *
     * @param cost which
     * @param value in its unit, not negative
     */
    public CostModel with(Cost cost, long value) {
        if (value == of(cost)) {
            return this;
        }
        CostModel changed = fitted(cost, value);
        changed.fitted.remove(cost);
        return changed;
    }

    /** Returns a cost in its unit. */
    public long of(Cost cost) {
        return values[cost.ordinal()];
    }

    /** Returns which costs were fitted; all others are priors. */
    public Set<Cost> fittedCosts() {
        return EnumSet.copyOf(fitted);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CostModel model && Arrays.equals(values, model.values) && fitted.equals(model.fitted);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }
}
