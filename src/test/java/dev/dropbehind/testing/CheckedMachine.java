package dev.dropbehind.testing;

import dev.dropbehind.engine.machine.Invariants;
import dev.dropbehind.engine.machine.Machine;
import dev.dropbehind.engine.machine.MachineBuilder;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.SimulationSpec;

/** A machine whose invariants are checked after every event, and all bytes of its files now and then and at the end. */
public final class CheckedMachine {

    private static final int EVENTS_BETWEEN_BYTES = 64;

    private final Machine machine;
    private final Invariants invariants;
    private final SimulationSpec spec;

    /** Builds a machine and starts to check it. */
    public CheckedMachine(SimulationSpec spec, int maxSiblings) {
        this.spec = spec;
        machine = MachineBuilder.build(spec, maxSiblings);
        invariants = new Invariants(machine, spec.seed());
        machine.timeline().afterEach(this::check);
    }

    /** Returns the machine after the whole duration of its spec. */
    public static Machine ran(SimulationSpec spec, int maxSiblings) {
        CheckedMachine checked = new CheckedMachine(spec, maxSiblings);
        checked.run();
        return checked.machine();
    }

    /** Runs to the end of the spec's duration. */
    public void run() {
        machine.runUntil(spec.durationNanos());
        invariants.checkEnd();
        machine.sampler().take(spec.durationNanos());
    }

    private void check() {
        if (machine.timeline().executed() % EVENTS_BETWEEN_BYTES == 0) {
            invariants.checkAll();
        } else {
            invariants.checkFolios();
        }
    }

    /** Returns the machine. */
    public Machine machine() {
        return machine;
    }

    /** Returns the invariants that watch it. */
    public Invariants invariants() {
        return invariants;
    }

    /** Returns a counter. */
    public long count(Counter counter) {
        return machine.counters().get(counter);
    }
}
