package dev.dropbehind.calibration;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Ledger;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.MachineSpec;
import dev.dropbehind.engine.spec.SimulationSpec;

/**
 * A number of a machine that is fitted to many figures at once, with the range in which physics has it (kernel-model
 * §12.1).
 */
sealed interface Knob {

    /** Returns its name. */
    String name();

    /** Returns its unit. */
    String unit();

    /** Returns the lower end of what is expected. */
    double least();

    /** Returns the upper end of what is expected. */
    double most();

    /** Returns its value in a spec. */
    long in(SimulationSpec spec);

    /** Returns the spec with another value; one that does not have such a device stays as it is. */
    SimulationSpec with(SimulationSpec spec, long value);

    /**
     * Returns whether a run could have come out otherwise with another value.
     *
     * @param ledger what the run has paid for
     */
    boolean matters(SimulationSpec spec, Ledger ledger);

    /** What a unit of work takes. */
    record OfCost(Cost cost, double least, double most) implements Knob {

        @Override
        public String name() {
            return cost.name();
        }

        @Override
        public String unit() {
            return cost.unit();
        }

        @Override
        public long in(SimulationSpec spec) {
            return spec.machine().costs().of(cost);
        }

        @Override
        public SimulationSpec with(SimulationSpec spec, long value) {
            MachineSpec machine = spec.machine();
            return spec.withMachine(machine.with(machine.costs().fitted(cost, value)));
        }

        @Override
        public boolean matters(SimulationSpec spec, Ledger ledger) {
            for (Counter account : Ledger.ACCOUNTS) {
                if (ledger.units(account, cost) > 0) {
                    return true;
                }
            }
            return false;
        }
    }

    /** How fast an NVMe device is. */
    record OfFlash(Part part, double least, double most) implements Knob {

        /** Which of its times. */
        enum Part {
            READ_BANDWIDTH("NVMe read bandwidth", "bytes a second"),
            READ_LATENCY("NVMe read latency", "ns a request"),
            WRITE_BANDWIDTH("NVMe write bandwidth", "bytes a second"),
            WRITE_LATENCY("NVMe write latency", "ns a request");

            private final String title;
            private final String unit;

            Part(String title, String unit) {
                this.title = title;
                this.unit = unit;
            }
        }

        @Override
        public String name() {
            return part.title;
        }

        @Override
        public String unit() {
            return part.unit;
        }

        @Override
        public long in(SimulationSpec spec) {
            if (!(spec.device() instanceof DeviceSpec.Nvme nvme)) {
                throw new IllegalArgumentException("not an NVMe device: " + spec.device());
            }
            DeviceSpec.FlashTiming timing = nvme.timing();
            return switch (part) {
                case READ_BANDWIDTH -> timing.readBytesPerSecond();
                case READ_LATENCY -> timing.readLatencyNanos();
                case WRITE_BANDWIDTH -> timing.writeBytesPerSecond();
                case WRITE_LATENCY -> timing.writeLatencyNanos();
            };
        }

        @Override
        public SimulationSpec with(SimulationSpec spec, long value) {
            if (!(spec.device() instanceof DeviceSpec.Nvme nvme)) {
                return spec;
            }
            DeviceSpec.FlashTiming old = nvme.timing();
            return spec.withDevice(new DeviceSpec.Nvme(
                    nvme.queue(),
                    new DeviceSpec.FlashTiming(
                            part == Part.READ_BANDWIDTH ? value : old.readBytesPerSecond(),
                            part == Part.READ_LATENCY ? value : old.readLatencyNanos(),
                            part == Part.WRITE_BANDWIDTH ? value : old.writeBytesPerSecond(),
                            part == Part.WRITE_LATENCY ? value : old.writeLatencyNanos(),
                            old.flushNanos(),
                            old.jitterPercent(),
                            old.parallelism())));
        }

        @Override
        public boolean matters(SimulationSpec spec, Ledger ledger) {
            boolean ofReads = part == Part.READ_BANDWIDTH || part == Part.READ_LATENCY;
            boolean writes = spec.jobs().getFirst().rw().writes();
            return spec.device() instanceof DeviceSpec.Nvme && ofReads != writes;
        }
    }
}
