package dev.dropbehind.engine.spec;

import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Set;

/** What all toggles are set to. */
public final class ToggleSet {

    /** Toggles that are not at their base value, and what they are at. */
    private final EnumMap<Toggle, String> values;

    private ToggleSet(EnumMap<Toggle, String> values) {
        this.values = values;
    }

    /** Returns a set with just these toggles on, those of several values at what the epoch that brings them says. */
    public static ToggleSet of(Collection<Toggle> toggles) {
        ToggleSet set = new ToggleSet(new EnumMap<>(Toggle.class));
        for (Toggle toggle : toggles) {
            set = set.with(toggle, toggle.epochValue());
        }
        return set;
    }

    /** Returns what a kernel of an epoch has. */
    public static ToggleSet of(Epoch epoch) {
        ToggleSet set = new ToggleSet(new EnumMap<>(Toggle.class));
        for (Toggle toggle : Toggle.values()) {
            set = set.with(toggle, toggle.valueIn(epoch));
        }
        return set;
    }

    /** Returns the same set with one toggle on or off; those of several values go to their own value or their base. */
    public ToggleSet with(Toggle toggle, boolean on) {
        return with(toggle, on ? toggle.epochValue() : toggle.base());
    }

    /**
     * Returns the same set with one toggle at a value.
     *
     * @throws IllegalArgumentException if it is none of the toggle's values
     */
    public ToggleSet with(Toggle toggle, String value) {
        if (!toggle.choices().contains(value)) {
            throw new IllegalArgumentException(toggle.id() + " cannot be " + value);
        }
        EnumMap<Toggle, String> changed = new EnumMap<>(values);
        if (value.equals(toggle.base())) {
            changed.remove(toggle);
        } else {
            changed.put(toggle, value);
        }
        return new ToggleSet(changed);
    }

    /** Returns whether a toggle is on; one of several values is where it is not at its base. */
    public boolean has(Toggle toggle) {
        return values.containsKey(toggle);
    }

    /** Returns what a toggle is at: one of its values, {@code true} or {@code false} for those that are on or off. */
    public String value(Toggle toggle) {
        return values.getOrDefault(toggle, toggle.base());
    }

    /** Returns the toggles that are on, in the order of their declaration. */
    public Set<Toggle> all() {
        EnumSet<Toggle> all = EnumSet.noneOf(Toggle.class);
        all.addAll(values.keySet());
        return all;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ToggleSet set && values.equals(set.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
