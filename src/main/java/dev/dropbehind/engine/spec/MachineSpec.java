package dev.dropbehind.engine.spec;

/**
 * The processors, and how the kernel shares them.
 *
 * @param profile the machine profile whose defaults and costs hold
 * @param cpus number of processors, 1 to 1024
 * @param hz timer ticks a second: 100, 250 or 1000
 * @param preemption the kernel's preemption model
 * @param costs what each unit of work costs
 */
public record MachineSpec(Profile profile, int cpus, int hz, Preemption preemption, CostModel costs) {

    /** The most processors a machine may have. */
    public static final int MAX_CPUS = 1024;

    /** Checks the number of processors. */
    public MachineSpec {
        if (cpus < 1 || cpus > MAX_CPUS) {
            throw new IllegalArgumentException("cpus must be 1 to " + MAX_CPUS + ": " + cpus);
        }
    }

    /** A machine whose preemption model is chosen at boot, as distributions have it. */
    public MachineSpec(Profile profile, int cpus, int hz, CostModel costs) {
        this(profile, cpus, hz, Preemption.DYNAMIC, costs);
    }

    /** Returns the same machine on which work costs something else. */
    public MachineSpec with(CostModel other) {
        return new MachineSpec(profile, cpus, hz, preemption, other);
    }
}
