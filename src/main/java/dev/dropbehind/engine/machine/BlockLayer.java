package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.block.BioCompletion;
import dev.dropbehind.engine.block.BioDriver;
import dev.dropbehind.engine.block.BioTable;
import dev.dropbehind.engine.block.BlockQueue;
import dev.dropbehind.engine.block.CompletionAtOnce;
import dev.dropbehind.engine.block.LoopDevice;
import dev.dropbehind.engine.block.RequestQueue;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.device.Device;
import dev.dropbehind.engine.device.FlashLanes;
import dev.dropbehind.engine.device.FlashLanes.Duplex;
import dev.dropbehind.engine.device.Hdd;
import dev.dropbehind.engine.device.RequestEnd;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.time.Seeds;
import dev.dropbehind.engine.time.Timeline;

/**
 * Makes what bios go to: the queue or the driver of a device, the device behind it, and what is under a loop device.
 */
final class BlockLayer {

    private final Cpus cpus;
    private final Timeline timeline;
    private final Till till;
    private final Seeds seeds;

    BlockLayer(Cpus cpus, Timeline timeline, Till till, Seeds seeds) {
        this.cpus = cpus;
        this.timeline = timeline;
        this.till = till;
        this.seeds = seeds;
    }

    /**
     * Makes what takes the bios of a device.
     *
     * @param bios the bios it works on
     * @param completion who ends them
     * @param counters where it counts
     */
    BlockQueue queue(DeviceSpec spec, BioTable bios, BioCompletion completion, Counters counters) {
        return spec instanceof DeviceSpec.RamDisk
                ? new BioDriver(spec.queue(), bios, completion, timeline, counters)
                : new RequestQueue(
                        spec.queue(), bios, completion, end -> device(spec, end), cpus, timeline, counters, till);
    }

    /** Makes what takes the requests of a device. */
    Device device(DeviceSpec spec, RequestEnd end) {
        return switch (spec) {
            case DeviceSpec.Ufs ufs -> new FlashLanes(ufs.timing(), Duplex.FULL, seeds.of("ufs"), timeline, end);
            case DeviceSpec.Nvme nvme -> new FlashLanes(nvme.timing(), Duplex.FULL, seeds.of("nvme"), timeline, end);
            case DeviceSpec.Ssd ssd -> new FlashLanes(ssd.timing(), Duplex.HALF, seeds.of("ssd"), timeline, end);
            case DeviceSpec.Hdd hdd -> new Hdd(hdd, seeds.of("hdd"), timeline, end);
            case DeviceSpec.Loop loop -> loop(loop, end);
            case DeviceSpec.RamDisk _ -> throw new IllegalArgumentException("a ramdisk takes bios, not requests");
        };
    }

    /** The queue under a loop device has bios of its own and counts for itself: what is measured is the loop device. */
    private LoopDevice loop(DeviceSpec.Loop loop, RequestEnd end) {
        BioTable lowerBios = new BioTable();
        Counters lowerCounters = new Counters();
        BioCompletion completion = new CompletionAtOnce(lowerBios, lowerCounters);
        BlockQueue lower = queue(loop.lower(), lowerBios, completion, lowerCounters);
        return new LoopDevice(loop.queue().queueDepth(), lower, lowerBios, cpus, till, end);
    }
}
