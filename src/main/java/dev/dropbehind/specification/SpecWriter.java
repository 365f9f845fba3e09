package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.ActionSpec;
import dev.dropbehind.engine.spec.BadSector;
import dev.dropbehind.engine.spec.CgroupSpec;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.DeviceSpec.FlashTiming;
import dev.dropbehind.engine.spec.DeviceSpec.HddTiming;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.FileSpec;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.KernelSpec;
import dev.dropbehind.engine.spec.MachineSpec;
import dev.dropbehind.engine.spec.MemorySpec;
import dev.dropbehind.engine.spec.NfsdSpec;
import dev.dropbehind.engine.spec.Profile;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.engine.spec.VmSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a spec as JSON in the form that {@link SpecReader} reads, complete: nothing is left to defaults. Sizes are
 * bytes, times texts with a unit.
 */
public final class SpecWriter {

    private SpecWriter() {}

    /** Returns the spec as a JSON object. */
    public static ObjectNode write(SimulationSpec spec) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        machine(json.putObject("machine"), spec.machine());
        memory(json.putObject("memory"), spec.memory());
        device(json.putObject("device"), spec.device());
        fileSystem(json.putObject("fileSystem"), spec.fileSystem());
        kernel(json.putObject("kernel"), spec.kernel());
        var jobs = json.putArray("jobs");
        spec.jobs().forEach(job -> job(jobs.addObject(), job));
        var files = json.putArray("files");
        spec.files().forEach(file -> file(files.addObject(), file));
        var actions = json.putArray("actions");
        spec.actions().forEach(action -> action(actions.addObject(), action));
        json.put("duration", Units.time(spec.durationNanos()));
        return json.put("seed", spec.seed());
    }

    /** Returns what a spec of this profile has where it says nothing else. */
    public static ObjectNode defaults(Profile profile) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        machine(json.putObject("machine"), profile.machine());
        memory(json.putObject("memory"), profile.memory());
        device(json.putObject("device"), profile.device());
        fileSystem(json.putObject("fileSystem"), profile.fileSystem());
        return json;
    }

    private static void machine(ObjectNode json, MachineSpec machine) {
        json.put("profile", machine.profile().id())
                .put("cpus", machine.cpus())
                .put("hz", machine.hz())
                .put("preemption", JobReader.wordOf(machine.preemption()))
                .put("guestFirstTouch", Units.time(machine.costs().of(Cost.GUEST_FIRST_TOUCH)));
    }

    private static void fileSystem(ObjectNode json, FileSystemSpec fileSystem) {
        NfsdSpec nfsd = fileSystem.nfsd();
        if (nfsd == null) {
            local(json, fileSystem);
            return;
        }
        json.put("type", NfsdReader.TYPE);
        local(json.putObject("export"), fileSystem);
        json.put("ioCacheRead", NfsdReader.wordOf(nfsd.ioCacheRead()))
                .put("ioCacheWrite", NfsdReader.wordOf(nfsd.ioCacheWrite()))
                .put("threads", nfsd.threads())
                .put("rsize", nfsd.rsizeBytes())
                .put("wsize", nfsd.wsizeBytes())
                .put("latency", Units.time(nfsd.latencyNanos()))
                .put("dioMemAlign", nfsd.memoryAlignBytes());
    }

    private static void local(ObjectNode json, FileSystemSpec fileSystem) {
        json.put("type", FileSystemReader.wordOf(fileSystem.type()))
                .put("blockSize", fileSystem.blockSize())
                .put("largeFolios", fileSystem.largeFolios())
                .put("bufferedPath", FileSystemReader.wordOf(fileSystem.path()));
        if (fileSystem.type() == FileSystemSpec.Type.EXT4) {
            json.put("data", FileSystemReader.wordOf(fileSystem.mount().data()))
                    .put("dioreadNolock", fileSystem.mount().dioreadNolock())
                    .put("bufferedIomap", fileSystem.mount().bufferedIomap());
        }
    }

    private static void memory(ObjectNode json, MemorySpec memory) {
        json.put("ram", memory.ramBytes())
                .put("reserved", memory.reservedBytes())
                .put("slab", memory.slabBytes())
                .put("initiallyCached", memory.initiallyCachedBytes());
        cgroup(json, memory.cgroup());
        VmSpec vm = memory.vm();
        json.putObject("vm")
                .put("dirtyRatio", vm.dirtyRatio())
                .put("dirtyBackgroundRatio", vm.dirtyBackgroundRatio())
                .put("dirtyBytes", vm.dirtyBytes())
                .put("dirtyBackgroundBytes", vm.dirtyBackgroundBytes())
                .put("dirtyExpireCentisecs", vm.dirtyExpireCentisecs())
                .put("dirtyWritebackCentisecs", vm.dirtyWritebackCentisecs())
                .put("minFreeKbytes", memory.minFreeKbytes())
                .put("watermarkScaleFactor", memory.watermarkScaleFactor());
    }

    private static void cgroup(ObjectNode json, @Nullable CgroupSpec cgroup) {
        if (cgroup == null) {
            json.putNull("cgroup");
            return;
        }
        json.putObject("cgroup")
                .put("name", cgroup.name())
                .put("version", cgroup.version())
                .put("max", cgroup.maxBytes())
                .put("high", cgroup.highBytes())
                .put("reserved", cgroup.reservedBytes());
    }

    private static void device(ObjectNode json, DeviceSpec device) {
        QueueSpec queue = device.queue();
        json.put("model", DeviceReader.modelOf(device))
                .put("logicalBlockSize", queue.logicalBlockSize())
                .put("readAheadKb", queue.readAheadKb())
                .put("maxSectorsKb", queue.maxSectorsKb())
                .put("maxSegments", queue.maxSegments())
                .put("queueDepth", queue.queueDepth())
                .put("completion", JobReader.wordOf(queue.completion()));
        switch (device) {
            case DeviceSpec.Ufs ufs -> timing(json, ufs.timing());
            case DeviceSpec.Nvme nvme -> timing(json, nvme.timing());
            case DeviceSpec.Ssd ssd -> timing(json, ssd.timing());
            case DeviceSpec.Hdd hdd -> timing(json, hdd.timing());
            case DeviceSpec.RamDisk _ -> {}
            case DeviceSpec.Loop loop -> lower(json.putObject("lower"), loop.lower());
        }
        failures(json.putArray("failures"), queue.badSectors());
    }

    private static void failures(ArrayNode json, List<BadSector> badSectors) {
        for (BadSector bad : badSectors) {
            json.addObject()
                    .put("at", Units.time(bad.atNanos()))
                    .put("kind", DeviceReader.IO_ERROR)
                    .put("sector", bad.sector());
        }
    }

    /** Writes what is under a loop device: its file is read as it is asked for, without read-ahead. */
    private static void lower(ObjectNode json, DeviceSpec device) {
        device(json, device);
        json.remove("readAheadKb");
    }

    private static void timing(ObjectNode json, HddTiming timing) {
        json.put("readBandwidth", timing.readBytesPerSecond())
                .put("writeBandwidth", timing.writeBytesPerSecond())
                .put("seekTime", Units.time(timing.seekNanos()))
                .put("trackSeekTime", Units.time(timing.trackSeekNanos()))
                .put("rpm", timing.rpm())
                .put("capacity", timing.capacityBytes());
    }

    private static void timing(ObjectNode json, FlashTiming timing) {
        json.put("readBandwidth", timing.readBytesPerSecond())
                .put("readLatency", Units.time(timing.readLatencyNanos()))
                .put("writeBandwidth", timing.writeBytesPerSecond())
                .put("writeLatency", Units.time(timing.writeLatencyNanos()))
                .put("flushLatency", Units.time(timing.flushNanos()))
                .put("jitterPercent", timing.jitterPercent())
                .put("parallelism", timing.parallelism());
    }

    private static void kernel(ObjectNode json, KernelSpec kernel) {
        json.put("epoch", kernel.epoch().name());
        ObjectNode toggles = json.putObject("toggles");
        for (Toggle toggle : Toggle.values()) {
            if (toggle.isOnOrOff()) {
                toggles.put(toggle.id(), kernel.toggles().has(toggle));
            } else {
                toggles.put(toggle.id(), kernel.toggles().value(toggle));
            }
        }
        json.put("debugAtomicSleep", kernel.debugAtomicSleep()).put("interleaving", kernel.interleaving());
    }

    private static void job(ObjectNode json, JobSpec job) {
        json.put("name", job.name())
                .put("rw", RwWord.of(job))
                .put("bs", job.blockSizeBytes())
                .put("numjobs", job.numjobs())
                .put("layout", JobReader.wordOf(job.layout()))
                .put("filename", job.filename())
                .put("size", job.sizeBytes())
                .put("fileSize", job.fileSizeBytes())
                .put("ioMode", JobReader.wordOf(job.ioMode()))
                .put("direct", job.ioMode() == IoMode.DIRECT)
                .put("existing", job.existing());
        Long runtime = job.runtimeNanos();
        json.put("runtime", runtime == null ? null : Units.time(runtime)).put("timeBased", job.timeBased());
        json.put("rwmixread", job.rw().isMixed() ? job.pattern().rwmixread() : null)
                .put("norandommap", job.pattern().norandommap())
                .put("offset", job.pattern().offsetBytes())
                .put("ioSize", job.pattern().ioSizeBytes())
                .put("startdelay", Units.time(job.start().startdelayNanos()))
                .put("stonewall", job.start().stonewall());
        JobSpec.Hints hints = job.hints();
        json.put("fadviseHint", JobReader.wordOf(hints.fadviseHint()))
                .put("fadviseDontneed", hints.fadviseDontneedBytes())
                .put("dontcachePercent", job.ioMode() == IoMode.DONTCACHE ? hints.dontcachePercent() : null)
                .put("nowait", hints.nowait());
        Durability durability = job.durability();
        json.put("sync", JobReader.wordOf(durability.sync()))
                .put("fsync", durability.fsyncEvery())
                .put("fdatasync", durability.fdatasyncEvery())
                .put("endFsync", durability.endFsync());
    }

    private static void file(ObjectNode json, FileSpec file) {
        json.put("name", file.name()).put("size", file.sizeBytes());
        var extents = json.putArray("extents");
        for (FileSpec.Extent extent : file.extents()) {
            extents.addObject()
                    .put("offset", extent.offsetBytes())
                    .put("length", extent.lengthBytes())
                    .put("state", JobReader.wordOf(extent.state()));
        }
        json.put("fragment", file.fragmentBytes());
    }

    private static void action(ObjectNode json, ActionSpec action) {
        json.put("at", Units.time(action.atNanos())).put("do", ActionReader.wordOf(action));
        switch (action) {
            case ActionSpec.Sync _, ActionSpec.DropCaches _ -> {}
            case ActionSpec.CpuOffline cpu -> json.put("cpu", cpu.cpu());
            case ActionSpec.CpuOnline cpu -> json.put("cpu", cpu.cpu());
            case ActionSpec.Truncate truncate ->
                json.put("file", truncate.file()).put("size", truncate.sizeBytes());
            case ActionSpec.SetVm set -> {
                ObjectNode vm = json.putObject("vm");
                set.values().forEach((setting, value) -> vm.put(setting.id(), value));
            }
            case ActionSpec.FadviseDontneed advice -> json.put("file", advice.file());
            case ActionSpec.MmapStore store -> part(json, store.file(), store.offsetBytes(), store.lengthBytes());
            case ActionSpec.ReadNormally read -> part(json, read.file(), read.offsetBytes(), read.lengthBytes());
            case ActionSpec.ZeroRange zero -> part(json, zero.file(), zero.offsetBytes(), zero.lengthBytes());
            case ActionSpec.Defrag defrag -> json.put("file", defrag.file());
        }
    }

    private static void part(ObjectNode json, String file, long offsetBytes, long lengthBytes) {
        json.put("file", file).put("offset", offsetBytes).put("length", lengthBytes);
    }
}
