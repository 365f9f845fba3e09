package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.Completion;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.DeviceSpec.FlashTiming;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.Profile;
import dev.dropbehind.engine.spec.QueueSpec;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads {@code device}. A medium other than the profile's starts from the profile that is known for it: the phone for
 * UFS, the server for NVMe.
 */
final class DeviceReader {

    private static final String NVME = "nvme";
    private static final String UFS = "ufs";
    private static final String RAM_DISK = "ramdisk";
    private static final List<String> LATER_MODELS = List.of("ssd", "hdd", "loop");
    private static final Map<String, DeviceSpec> MODELS = Map.of(
            NVME,
            Profile.SERVER.device(),
            UFS,
            Profile.PHONE_UFS.device(),
            RAM_DISK,
            new DeviceSpec.RamDisk(new QueueSpec(4096, 128, 1280, 1024, Completion.TASK)));
    private static final Map<String, Completion> COMPLETIONS =
            SpecReader.words(Completion.values(), c -> c.name().toLowerCase(Locale.ROOT));
    private static final String NO_WRITES = "Writes are not simulated in this version.";
    static final long MAX_KIB = 1L << 20;
    static final long MAX_BANDWIDTH = 1L << 40;
    static final int MAX_COMMANDS = 65_536;
    private static final long MAX_LATENCY_NANOS = 10_000_000_000L;

    private DeviceReader() {}

    static Optional<DeviceSpec> read(Fields fields, DeviceSpec profiles) {
        DeviceSpec base = model(fields, profiles);
        Optional<QueueSpec> queue = queue(fields, base);
        DeviceSpec device = switch (base) {
            case DeviceSpec.Ufs ufs -> new DeviceSpec.Ufs(queue.orElse(ufs.queue()), timing(fields, ufs.timing()));
            case DeviceSpec.Nvme nvme -> new DeviceSpec.Nvme(queue.orElse(nvme.queue()), timing(fields, nvme.timing()));
            case DeviceSpec.RamDisk ramDisk -> ramDisk(fields, queue.orElse(ramDisk.queue()));
        };
        fields.notSimulated("writeBandwidth", List.of(), NO_WRITES);
        fields.notSimulated("writeLatency", List.of(), NO_WRITES);
        fields.notSimulated("flushLatency", List.of(), NO_WRITES);
        fields.notSimulated("failures", List.of("[]"), "Failing devices are not simulated in this version.");
        fields.refuseOthers();
        return queue.isPresent() ? Optional.of(device) : Optional.empty();
    }

    /** Returns the word for a medium. */
    static String modelOf(DeviceSpec device) {
        return switch (device) {
            case DeviceSpec.Ufs ufs -> UFS;
            case DeviceSpec.Nvme nvme -> NVME;
            case DeviceSpec.RamDisk ramDisk -> RAM_DISK;
        };
    }

    private static DeviceSpec model(Fields fields, DeviceSpec profiles) {
        String later = fields.find("model").map(node -> node.asString("")).orElse("");
        if (LATER_MODELS.contains(later)) {
            fields.fault("model", "A device of model " + later + " is not simulated in this version.");
            return profiles;
        }
        return fields.word("model", MODELS)
                .filter(model -> !model.getClass().equals(profiles.getClass()))
                .orElse(profiles);
    }

    private static Optional<QueueSpec> queue(Fields fields, DeviceSpec device) {
        QueueSpec base = device.queue();
        long block = fields.bytes("logicalBlockSize", 512, 65_536).orElse((long) base.logicalBlockSize());
        long readAhead = fields.whole("readAheadKb", 0, MAX_KIB).orElse((long) base.readAheadKb());
        long maxSectors = fields.whole("maxSectorsKb", 4, MAX_KIB).orElse((long) base.maxSectorsKb());
        long depth = fields.whole("queueDepth", 1, MAX_COMMANDS).orElse((long) base.queueDepth());
        Completion completion = fields.word("completion", COMPLETIONS).orElse(base.completion());
        if (fields.areSound("logicalBlockSize") && Long.bitCount(block) != 1) {
            fields.fault("logicalBlockSize", "This must be a power of two.");
        } else if (block > Pages.SIZE) {
            fields.fault("logicalBlockSize", "Blocks larger than a page are not simulated in this version.");
        }
        checkCompletion(fields, device, completion);
        return fields.areSound("logicalBlockSize", "readAheadKb", "maxSectorsKb", "queueDepth", "completion")
                ? Optional.of(new QueueSpec((int) block, (int) readAhead, (int) maxSectors, (int) depth, completion))
                : Optional.empty();
    }

    private static void checkCompletion(Fields fields, DeviceSpec device, Completion completion) {
        boolean isRamDisk = device instanceof DeviceSpec.RamDisk;
        if (isRamDisk && completion != Completion.TASK) {
            fields.fault("completion", "A ramdisk completes in the submitting task: say \"task\" or leave it out.");
        }
        if (!isRamDisk && completion == Completion.TASK) {
            fields.fault("completion", "Only a ramdisk completes in the submitting task: say another or leave it out.");
        }
    }

    private static FlashTiming timing(Fields fields, FlashTiming base) {
        return new FlashTiming(
                fields.bytes("readBandwidth", 1, MAX_BANDWIDTH).orElse(base.readBytesPerSecond()),
                fields.nanos("readLatency", 0, MAX_LATENCY_NANOS).orElse(base.readLatencyNanos()),
                fields.whole("jitterPercent", 0, 100)
                        .orElse((long) base.jitterPercent())
                        .intValue(),
                fields.whole("parallelism", 1, MAX_COMMANDS)
                        .orElse((long) base.parallelism())
                        .intValue());
    }

    private static DeviceSpec ramDisk(Fields fields, QueueSpec queue) {
        for (String name : List.of("readBandwidth", "readLatency", "jitterPercent", "parallelism")) {
            fields.notSimulated(name, List.of(), "A ramdisk copies in the submitting task and has no such parameter.");
        }
        return new DeviceSpec.RamDisk(queue);
    }
}
