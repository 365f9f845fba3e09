package dev.dropbehind.engine.spec;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/** The toggles that are on. */
public final class ToggleSet {

    private final EnumSet<Toggle> on;

    private ToggleSet(EnumSet<Toggle> on) {
        this.on = on;
    }

    /** Returns a set with just these toggles on. */
    public static ToggleSet of(Collection<Toggle> toggles) {
        EnumSet<Toggle> on = EnumSet.noneOf(Toggle.class);
        on.addAll(toggles);
        return new ToggleSet(on);
    }

    /** Returns whether a toggle is on. */
    public boolean has(Toggle toggle) {
        return on.contains(toggle);
    }

    /** Returns the toggles that are on, in the order of their declaration. */
    public Set<Toggle> all() {
        return EnumSet.copyOf(on);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ToggleSet set && on.equals(set.on);
    }

    @Override
    public int hashCode() {
        return on.hashCode();
    }

    @Override
    public String toString() {
        return on.toString();
    }
}
