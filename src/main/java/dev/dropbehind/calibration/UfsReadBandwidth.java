package dev.dropbehind.calibration;

import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.DeviceSpec.FlashTiming;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.scenario.PublishedSeries;
import java.util.List;

/** What the link of a UFS device carries, fixed by the throughput of a reader that it holds up. */
final class UfsReadBandwidth extends FittedConstant {

    UfsReadBandwidth(PublishedSeries throughput) {
        super("UFS read bandwidth", "bytes a second", throughput);
    }

    @Override
    long in(SimulationSpec spec) {
        return ufs(spec).timing().readBytesPerSecond();
    }

    @Override
    long corrected(SimulationSpec spec, List<Sample> samples) {
        return inProportion(spec, samples);
    }

    @Override
    SimulationSpec with(SimulationSpec spec, long value) {
        DeviceSpec.Ufs ufs = ufs(spec);
        FlashTiming timing = ufs.timing();
        return spec.withDevice(new DeviceSpec.Ufs(
                ufs.queue(),
                new FlashTiming(
                        value,
                        timing.readLatencyNanos(),
                        timing.writeBytesPerSecond(),
                        timing.writeLatencyNanos(),
                        timing.flushNanos(),
                        timing.jitterPercent(),
                        timing.parallelism())));
    }

    private static DeviceSpec.Ufs ufs(SimulationSpec spec) {
        if (spec.device() instanceof DeviceSpec.Ufs ufs) {
            return ufs;
        }
        throw new IllegalArgumentException("not a UFS device: " + spec.device());
    }
}
