package dev.dropbehind.run;

import dev.dropbehind.engine.Simulation;

/**
 * A variant of a run that can be run again as far as it has come.
 *
 * @param run the run
 * @param variant the variant
 * @param lastSecond its last second that is complete, at least 1
 */
record RecordedMachine(Run run, RunVariant variant, int lastSecond) {

    private static final long SECOND_NANOS = 1_000_000_000;

    /**
     * Finds a variant.
     *
     * @throws RunNotFoundException if there is no such run
     * @throws VariantNotFoundException if the run has no such variant
     * @throws RunConflictException if nothing of it is simulated yet, or another engine did it
     */
    static RecordedMachine of(RunService runs, String id, String name) {
        Run run = runs.get(RunController.idOf(id));
        RunVariant variant = run.variants().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new VariantNotFoundException(run, name));
        int last = runs.lastSecond(run.id(), name);
        if (last == 0) {
            throw new RunConflictException(run, "Nothing can be replayed yet: no second of this variant has ended.");
        }
        if (!run.engineVersion().equals(Simulation.ENGINE_VERSION)) {
            throw new RunConflictException(
                    run,
                    "The run was executed by engine " + run.engineVersion() + ", this is " + Simulation.ENGINE_VERSION
                            + ": run it again to see its events.");
        }
        return new RecordedMachine(run, variant, last);
    }

    /** Returns the simulated time at the end of a second. */
    long endOf(long second) {
        return Math.min(second * SECOND_NANOS, variant.spec().durationNanos());
    }

    /** Returns the simulated time that it has come to. */
    long reachedNanos() {
        return endOf(lastSecond);
    }
}
