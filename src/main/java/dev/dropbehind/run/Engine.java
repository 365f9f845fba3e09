package dev.dropbehind.run;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.SimulationResult;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.SimulationSpec;
import java.util.List;

/** What a run needs of a simulated machine; one thread at a time. */
interface Engine {

    /** Builds machines. */
    @FunctionalInterface
    interface Factory {

        /** Returns a machine at time zero. */
        Engine build(SimulationSpec spec);
    }

    /** Advances to a simulated time or the end and returns the samples of the seconds that ended on the way. */
    List<Sample> advanceTo(long nanos);

    /** Returns whether nothing follows. */
    boolean isOver();

    /** Returns what it has come to so far. */
    SimulationResult result();

    /** Returns the real thing. */
    static Engine of(SimulationSpec spec) {
        Simulation simulation = new Simulation(spec);
        return new Engine() {
            @Override
            public List<Sample> advanceTo(long nanos) {
                return simulation.advanceTo(nanos);
            }

            @Override
            public boolean isOver() {
                return simulation.isOver();
            }

            @Override
            public SimulationResult result() {
                return simulation.result();
            }
        };
    }
}
