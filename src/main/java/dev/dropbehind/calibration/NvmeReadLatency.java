package dev.dropbehind.calibration;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.DeviceSpec.FlashTiming;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.scenario.PublishedSeries;
import java.util.List;

/** How long an NVMe device takes for the first byte of a request, fixed by a reader that waits for each. */
final class NvmeReadLatency extends FittedConstant {

    NvmeReadLatency(PublishedSeries throughput) {
        super("NVMe read latency", "ns a request", throughput);
    }

    @Override
    long in(SimulationSpec spec) {
        return nvme(spec).timing().readLatencyNanos();
    }

    @Override
    long corrected(SimulationSpec spec, List<Sample> samples) {
        return byMissingTime(spec, samples, mean(Metric.DEVICE_READ_REQUESTS, samples));
    }

    @Override
    SimulationSpec with(SimulationSpec spec, long value) {
        DeviceSpec.Nvme nvme = nvme(spec);
        FlashTiming timing = nvme.timing();
        return spec.withDevice(new DeviceSpec.Nvme(
                nvme.queue(),
                new FlashTiming(
                        timing.readBytesPerSecond(),
                        value,
                        timing.writeBytesPerSecond(),
                        timing.writeLatencyNanos(),
                        timing.flushNanos(),
                        timing.jitterPercent(),
                        timing.parallelism())));
    }

    private static DeviceSpec.Nvme nvme(SimulationSpec spec) {
        if (spec.device() instanceof DeviceSpec.Nvme nvme) {
            return nvme;
        }
        throw new IllegalArgumentException("not an NVMe device: " + spec.device());
    }
}
