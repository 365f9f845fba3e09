package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.BadSector;
import dev.dropbehind.engine.spec.Completion;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.DeviceSpec.FlashTiming;
import dev.dropbehind.engine.spec.DeviceSpec.HddTiming;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.Profile;
import dev.dropbehind.engine.spec.QueueSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads {@code device}. A medium other than the profile's starts from the profile that is known for it, the phone for
 * UFS and the server for NVMe, or from what is usual for such media (kernel-model §9.3). The file of a loop device is
 * on the profile's own medium unless something else is said.
 */
final class DeviceReader {

    private static final String NVME = "nvme";
    private static final String UFS = "ufs";
    private static final String SSD = "ssd";
    private static final String HDD = "hdd";
    private static final String RAM_DISK = "ramdisk";
    private static final String LOOP = "loop";

    /** The one kind of failure there is. */
    static final String IO_ERROR = "ioError";

    static final int MAX_FAILURES = 64;

    private static final QueueSpec SATA_QUEUE =
            new QueueSpec(4096, 128, 1280, DeviceSpec.SATA_QUEUE_DEPTH, Completion.SOFTIRQ);
    private static final DeviceSpec.Ssd USUAL_SSD = new DeviceSpec.Ssd(
            SATA_QUEUE, new FlashTiming(550_000_000, 100_000, 550_000_000, 45_000, 1_500_000, 10, 32));
    private static final DeviceSpec.Hdd USUAL_HDD = new DeviceSpec.Hdd(
            SATA_QUEUE, new HddTiming(200_000_000, 200_000_000, 9_000_000, 500_000, 7200, 4_000_000_000_000L));
    private static final DeviceSpec.RamDisk USUAL_RAM_DISK =
            new DeviceSpec.RamDisk(new QueueSpec(4096, 128, 1280, 1024, Completion.TASK));
    private static final QueueSpec LOOP_QUEUE = new QueueSpec(4096, 128, 1280, 128, Completion.SOFTIRQ);

    private static final Map<String, Completion> COMPLETIONS =
            SpecReader.words(Completion.values(), c -> c.name().toLowerCase(Locale.ROOT));
    private static final List<String> FLASH_FIELDS = List.of(
            "readBandwidth",
            "readLatency",
            "writeBandwidth",
            "writeLatency",
            "flushLatency",
            "jitterPercent",
            "parallelism");
    private static final List<String> HDD_FIELDS =
            List.of("readBandwidth", "writeBandwidth", "seekTime", "trackSeekTime", "rpm", "capacity");
    private static final Map<String, String> KINDS = Map.of(IO_ERROR, IO_ERROR);
    static final long MAX_KIB = 1L << 20;
    static final long MAX_BANDWIDTH = 1L << 40;
    static final long MAX_CAPACITY = 1L << 50;
    static final long MAX_SECTOR = MAX_CAPACITY / Pages.SECTOR_SIZE - 1;
    static final int MAX_COMMANDS = 65_536;
    private static final long MAX_LATENCY_NANOS = 10_000_000_000L;

    private final Fields fields;
    private final DeviceSpec base;

    private DeviceReader(Fields fields, DeviceSpec base) {
        this.fields = fields;
        this.base = base;
    }

    static Optional<DeviceSpec> read(Fields fields, DeviceSpec ofProfile) {
        Map<String, DeviceSpec> models = models(ofProfile);
        models.put(LOOP, new DeviceSpec.Loop(LOOP_QUEUE, ofProfile));
        return read(fields, ofProfile, models);
    }

    /** Reads what the file of a loop device is on. */
    private static Optional<DeviceSpec> readLower(Fields fields, DeviceSpec ofProfile) {
        Map<String, DeviceSpec> models = models(ofProfile);
        if (fields.find("model")
                .filter(model -> model.asString("").equals(LOOP))
                .isPresent()) {
            fields.fault("model", "A loop device over a loop device is not simulated.");
            return Optional.empty();
        }
        fields.notSimulated("readAheadKb", List.of(), "The file under a loop device is read as it is asked for.");
        return read(fields, ofProfile, models);
    }

    private static Optional<DeviceSpec> read(Fields fields, DeviceSpec ofProfile, Map<String, DeviceSpec> models) {
        DeviceSpec base = fields.word("model", models).orElse(ofProfile);
        return new DeviceReader(fields, base).device(ofProfile);
    }

    /** Returns the media that are no loop device by their words, the profile's own as it is there. */
    private static Map<String, DeviceSpec> models(DeviceSpec ofProfile) {
        Map<String, DeviceSpec> models = new HashMap<>();
        for (DeviceSpec device : List.of(
                Profile.SERVER.device(), Profile.PHONE_UFS.device(), USUAL_SSD, USUAL_HDD, USUAL_RAM_DISK, ofProfile)) {
            models.put(modelOf(device), device);
        }
        return models;
    }

    /** Returns the word for a medium. */
    static String modelOf(DeviceSpec device) {
        return switch (device) {
            case DeviceSpec.Ufs _ -> UFS;
            case DeviceSpec.Nvme _ -> NVME;
            case DeviceSpec.Ssd _ -> SSD;
            case DeviceSpec.Hdd _ -> HDD;
            case DeviceSpec.RamDisk _ -> RAM_DISK;
            case DeviceSpec.Loop _ -> LOOP;
        };
    }

    /**
     * Notes a fault where a disk is too small for the files on it.
     *
     * @param fields of the device
     * @param jobs whose files they are
     */
    static void checkHolds(Fields fields, DeviceSpec device, List<JobSpec> jobs) {
        if (device instanceof DeviceSpec.Loop loop) {
            checkHolds(fields.object("lower"), loop.lower(), jobs);
        } else if (device instanceof DeviceSpec.Hdd hdd) {
            Map<String, Long> files = new HashMap<>();
            jobs.forEach(
                    job -> files.merge(job.filename(), Pages.bytes(Pages.holding(job.fileSizeBytes())), Math::max));
            long needed = files.values().stream().mapToLong(Long::longValue).sum();
            if (needed > hdd.timing().capacityBytes()) {
                fields.fault("capacity", "The files of the jobs take " + needed + " bytes, more than the disk holds.");
            }
        }
    }

    private Optional<DeviceSpec> device(DeviceSpec ofProfile) {
        Optional<QueueSpec> queue = queue();
        Optional<DeviceSpec> device = switch (base) {
            case DeviceSpec.Ufs ufs -> flash(ufs.timing()).flatMap(t -> queue.map(q -> new DeviceSpec.Ufs(q, t)));
            case DeviceSpec.Nvme nvme -> flash(nvme.timing()).flatMap(t -> queue.map(q -> new DeviceSpec.Nvme(q, t)));
            case DeviceSpec.Ssd ssd -> flash(ssd.timing()).flatMap(t -> queue.map(q -> new DeviceSpec.Ssd(q, t)));
            case DeviceSpec.Hdd hdd -> hdd(hdd.timing()).flatMap(t -> queue.map(q -> new DeviceSpec.Hdd(q, t)));
            case DeviceSpec.RamDisk _ -> queue.map(DeviceSpec.RamDisk::new);
            case DeviceSpec.Loop _ -> lower(ofProfile).flatMap(l -> queue.map(q -> new DeviceSpec.Loop(q, l)));
        };
        refuseWhatIsOfOtherModels();
        fields.refuseOthers();
        return device;
    }

    private Optional<QueueSpec> queue() {
        QueueSpec usual = base.queue();
        boolean isSata = base instanceof DeviceSpec.Ssd || base instanceof DeviceSpec.Hdd;
        long mostCommands = isSata ? DeviceSpec.SATA_QUEUE_DEPTH : MAX_COMMANDS;
        long block = fields.bytes("logicalBlockSize", 512, 65_536).orElse((long) usual.logicalBlockSize());
        long readAhead = fields.whole("readAheadKb", 0, MAX_KIB).orElse((long) usual.readAheadKb());
        long maxSectors = fields.whole("maxSectorsKb", 4, MAX_KIB).orElse((long) usual.maxSectorsKb());
        long maxSegments =
                fields.whole("maxSegments", 1, QueueSpec.MAX_SEGMENTS).orElse((long) usual.maxSegments());
        long depth = fields.whole("queueDepth", 1, mostCommands).orElse((long) usual.queueDepth());
        Completion completion = fields.word("completion", COMPLETIONS).orElse(usual.completion());
        if (fields.areSound("logicalBlockSize") && Long.bitCount(block) != 1) {
            fields.fault("logicalBlockSize", "This must be a power of two.");
        } else if (block > Pages.SIZE) {
            fields.fault("logicalBlockSize", "Blocks larger than a page are not simulated in this version.");
        }
        checkCompletion(completion);
        List<BadSector> badSectors = badSectors();
        return fields.areSound(
                        "logicalBlockSize", "readAheadKb", "maxSectorsKb", "maxSegments", "queueDepth", "completion")
                ? Optional.of(new QueueSpec(
                        (int) block,
                        (int) readAhead,
                        (int) maxSectors,
                        (int) maxSegments,
                        (int) depth,
                        completion,
                        badSectors))
                : Optional.empty();
    }

    /** Reads {@code failures}; what has faults is left out. */
    private List<BadSector> badSectors() {
        List<BadSector> found = new ArrayList<>();
        for (Fields.Element element : fields.list("failures", MAX_FAILURES)) {
            Fields failure = fields.element(element);
            Optional<Long> at = failure.nanos("at", 0, SpecReader.MAX_DURATION_NANOS);
            Optional<Long> sector = failure.whole("sector", 0, MAX_SECTOR);
            failure.word("kind", KINDS);
            failure.refuseOthers();
            if (sector.isEmpty() && failure.areSound("sector")) {
                failure.fault("sector", "Say the sector that fails, in sectors of " + Pages.SECTOR_SIZE + " bytes.");
            } else {
                sector.ifPresent(number -> found.add(new BadSector(at.orElse(0L), number)));
            }
        }
        return found;
    }

    private void checkCompletion(Completion completion) {
        boolean isRamDisk = base instanceof DeviceSpec.RamDisk;
        if (isRamDisk && completion != Completion.TASK) {
            fields.fault("completion", "A ramdisk completes in the submitting task: say \"task\" or leave it out.");
        }
        if (!isRamDisk && completion == Completion.TASK) {
            fields.fault("completion", "Only a ramdisk completes in the submitting task: say another or leave it out.");
        } else if (base instanceof DeviceSpec.Loop && completion != Completion.SOFTIRQ) {
            fields.fault("completion", "A loop device has no interrupt: say \"softirq\" or leave it out.");
        }
    }

    /** Always there; optional like the queue, so that the fields of both are read whatever is wrong with one. */
    private Optional<FlashTiming> flash(FlashTiming usual) {
        return Optional.of(new FlashTiming(
                bandwidth("readBandwidth", usual.readBytesPerSecond()),
                latency("readLatency", usual.readLatencyNanos()),
                bandwidth("writeBandwidth", usual.writeBytesPerSecond()),
                latency("writeLatency", usual.writeLatencyNanos()),
                latency("flushLatency", usual.flushNanos()),
                fields.whole("jitterPercent", 0, 100)
                        .orElse((long) usual.jitterPercent())
                        .intValue(),
                fields.whole("parallelism", 1, MAX_COMMANDS)
                        .orElse((long) usual.parallelism())
                        .intValue()));
    }

    private Optional<HddTiming> hdd(HddTiming usual) {
        long readBandwidth = bandwidth("readBandwidth", usual.readBytesPerSecond());
        long writeBandwidth = bandwidth("writeBandwidth", usual.writeBytesPerSecond());
        long seek = latency("seekTime", usual.seekNanos());
        long trackSeek = latency("trackSeekTime", usual.trackSeekNanos());
        long rpm = fields.whole("rpm", 1, HddTiming.MAX_RPM).orElse((long) usual.rpm());
        long capacity = fields.bytes("capacity", Pages.SIZE, MAX_CAPACITY).orElse(usual.capacityBytes());
        if (trackSeek > seek) {
            fields.fault(
                    fields.has("trackSeekTime") ? "trackSeekTime" : "seekTime",
                    "A seek to the next track takes " + Units.time(trackSeek) + ", one over all tracks only "
                            + Units.time(seek) + ".");
            return Optional.empty();
        }
        return Optional.of(new HddTiming(readBandwidth, writeBandwidth, seek, trackSeek, (int) rpm, capacity));
    }

    private long bandwidth(String name, long usual) {
        return fields.bytes(name, 1, MAX_BANDWIDTH).orElse(usual);
    }

    private long latency(String name, long usual) {
        return fields.nanos(name, 0, MAX_LATENCY_NANOS).orElse(usual);
    }

    private Optional<DeviceSpec> lower(DeviceSpec ofProfile) {
        return readLower(fields.object("lower"), ofProfile);
    }

    private void refuseWhatIsOfOtherModels() {
        List<String> own = switch (base) {
            case DeviceSpec.Ufs _, DeviceSpec.Nvme _, DeviceSpec.Ssd _ -> FLASH_FIELDS;
            case DeviceSpec.Hdd _ -> HDD_FIELDS;
            case DeviceSpec.RamDisk _ -> List.of();
            case DeviceSpec.Loop _ -> List.of("lower");
        };
        for (List<String> names : List.of(FLASH_FIELDS, HDD_FIELDS, List.of("lower"))) {
            for (String name : names) {
                if (!own.contains(name)) {
                    fields.notSimulated(
                            name, List.of(), "A device of model " + modelOf(base) + " has no such parameter.");
                }
            }
        }
    }
}
