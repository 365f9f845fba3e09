package dev.dropbehind.run;

import dev.dropbehind.engine.SimulationResult;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.SimulationSpec;
import org.jspecify.annotations.Nullable;

/**
 * One of the machines of a run.
 *
 * @param name name in samples, unique within the run
 * @param title name for people
 * @param spec what is simulated
 * @param result what it has come to so far, or null before the first second
 * @param over whether the machine is at its end
 */
public record RunVariant(
        String name,
        String title,
        SimulationSpec spec,
        @Nullable SimulationResult result,
        boolean over) {

    /** Returns this variant before its first second. */
    public static RunVariant of(String name, String title, SimulationSpec spec) {
        return new RunVariant(name, title, spec, null, false);
    }

    /** Returns this variant before its first second. */
    RunVariant fromTheStart() {
        return of(name, title, spec);
    }

    /** Returns how many seconds this variant lasts at most, a part of a second counted as one. */
    public int seconds() {
        return Math.toIntExact(Math.ceilDiv(spec.durationNanos(), 1_000_000_000L));
    }

    /** Returns how many pages of memory this variant's machine has. */
    public long pages() {
        return spec.memory().ramBytes() >> Pages.SHIFT;
    }
}
