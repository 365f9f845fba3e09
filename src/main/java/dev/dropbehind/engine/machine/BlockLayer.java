package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.block.BioDriver;
import dev.dropbehind.engine.block.BioTable;
import dev.dropbehind.engine.block.BlockQueue;
import dev.dropbehind.engine.block.LoopDevice;
import dev.dropbehind.engine.block.RequestQueue;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.device.Device;
import dev.dropbehind.engine.device.FlashLanes;
import dev.dropbehind.engine.device.Hdd;
import dev.dropbehind.engine.device.RamDisk;
import dev.dropbehind.engine.device.RequestEnd;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.DeviceSpec.FlashTiming;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.engine.time.Seeds;
import dev.dropbehind.engine.time.Timeline;
import java.util.function.Function;

/**
 * Makes what bios go to: the queue or the driver of a device, the device behind it, and what is under a loop device.
 */
final class BlockLayer {

    private final Cpus cpus;
    private final Timeline timeline;
    private final CostModel costs;
    private final Seeds seeds;

    BlockLayer(Cpus cpus, Timeline timeline, CostModel costs, Seeds seeds) {
        this.cpus = cpus;
        this.timeline = timeline;
        this.costs = costs;
        this.seeds = seeds;
    }

    /**
     * Makes the queue of a device.
     *
     * @param bios the bios it works on
     * @param counters where it counts
     */
    BlockQueue queue(DeviceSpec spec, BioTable bios, Counters counters) {
        return switch (spec) {
            case DeviceSpec.Ufs ufs -> flash("ufs", ufs.queue(), ufs.timing(), bios, counters);
            case DeviceSpec.Nvme nvme -> flash("nvme", nvme.queue(), nvme.timing(), bios, counters);
            case DeviceSpec.Ssd ssd -> flash("ssd", ssd.queue(), ssd.timing(), bios, counters);
            case DeviceSpec.Hdd hdd ->
                requests(hdd.queue(), end -> new Hdd(hdd, seeds.of("hdd"), timeline, end), bios, counters);
            case DeviceSpec.RamDisk _ -> new BioDriver(bios, new RamDisk(costs), counters, costs);
            case DeviceSpec.Loop loop -> requests(loop.queue(), end -> loop(loop, end), bios, counters);
        };
    }

    private BlockQueue flash(String name, QueueSpec queue, FlashTiming timing, BioTable bios, Counters counters) {
        return requests(queue, end -> new FlashLanes(timing, seeds.of(name), timeline, end), bios, counters);
    }

    /** The queue under a loop device has bios of its own and counts for itself: what is measured is the loop device. */
    private LoopDevice loop(DeviceSpec.Loop loop, RequestEnd end) {
        BioTable lowerBios = new BioTable();
        BlockQueue lower = queue(loop.lower(), lowerBios, new Counters());
        return new LoopDevice(loop.queue().queueDepth(), lower, lowerBios, cpus, costs, end);
    }

    private BlockQueue requests(
            QueueSpec queue, Function<RequestEnd, Device> device, BioTable bios, Counters counters) {
        return new RequestQueue(queue, bios, device, cpus, timeline, counters, costs);
    }
}
