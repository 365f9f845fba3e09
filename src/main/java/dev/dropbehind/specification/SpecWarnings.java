package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.MountOptions;
import dev.dropbehind.engine.spec.NfsdSpec;
import dev.dropbehind.engine.spec.Profile;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.engine.spec.ToggleSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What is allowed in a spec and yet worth a word: values other than the default that change nothing in this version
 * (src/docs/model-limits.md), and jobs that will not do what they say.
 */
public final class SpecWarnings {

    private static final int ALWAYS = 100;
    private static final String NO_EFFECT = "This is kept and changes nothing in this version: ";

    private final SimulationSpec spec;
    private final List<Warning> warnings = new ArrayList<>();

    private SpecWarnings(SimulationSpec spec) {
        this.spec = spec;
    }

    /** Returns the warnings of a spec, none for most. */
    public static List<Warning> of(SimulationSpec spec) {
        SpecWarnings found = new SpecWarnings(spec);
        found.warnOfWhatHasNoEffect();
        found.warnOfToggles();
        found.warnOfMount();
        found.warnOfServer();
        found.warnOfJobs();
        found.warnOfActions();
        return List.copyOf(found.warnings);
    }

    private void warnOfWhatHasNoEffect() {
        Profile profile = spec.machine().profile();
        boolean isOnlyRead = spec.jobs().stream().noneMatch(job -> job.rw().writes())
                && spec.actions().isEmpty();
        warnIf(
                isOnlyRead && spec.machine().hz() != profile.machine().hz(),
                "/machine/hz",
                NO_EFFECT + "only what holds writers ends on a timer tick, and no job writes.");
    }

    /** A toggle may be on because others need it, or off because another takes it away. */
    private void warnOfToggles() {
        ToggleSet toggles = spec.kernel().toggles();
        Epoch epoch = spec.kernel().epoch();
        for (Toggle toggle : Toggle.values()) {
            String needers = toggles.all().stream()
                    .filter(other -> other.needs().contains(toggle))
                    .map(Toggle::id)
                    .collect(Collectors.joining(", "));
            Optional<Toggle> replacement = toggle.replacedBy();
            String pointer = "/kernel/toggles/" + toggle.id();
            warnIf(
                    !needers.isEmpty() && !toggle.isIn(epoch),
                    pointer,
                    "On although " + epoch + " does not have it, because of what needs it: " + needers + ".");
            warnIf(
                    toggle.isIn(epoch) && replacement.filter(toggles::has).isPresent(),
                    pointer,
                    "Off although " + epoch + " has it: "
                            + replacement.map(Toggle::id).orElse("") + " takes it away.");
            warnIf(
                    toggles.has(toggle) && toggle.isBroughtBy(epoch) && !toggle.isIn(epoch),
                    pointer,
                    "On although " + epoch + " no longer has it: "
                            + replacement.map(Toggle::id).orElse("") + ", which takes it away, is off.");
        }
    }

    /** Files of ext4 may not go through iomap although the kernel could have them do so. */
    private void warnOfMount() {
        MountOptions mount = spec.fileSystem().mount();
        boolean couldBe =
                spec.fileSystem().type() == FileSystemSpec.Type.EXT4 && !isIomap() && has(Toggle.EXT4_IOMAP_ENABLE);
        boolean isJournalled = mount.data() == MountOptions.Data.JOURNAL;
        warnIf(
                couldBe && isJournalled,
                "/fileSystem/data",
                "With data=journal files go through buffer heads, whatever " + Toggle.EXT4_IOMAP_ENABLE.id()
                        + " says.");
        warnIf(
                couldBe && !isJournalled && has(Toggle.EXT4_MOUNT_OPTION) && !mount.bufferedIomap(),
                "/fileSystem/bufferedIomap",
                "With the toggle " + Toggle.EXT4_MOUNT_OPTION.id()
                        + " files go through buffer heads where this is not true.");
    }

    private void warnOfJobs() {
        Toggle accepts = accepts();
        String fileSystem = FileSystemReader.wordOf(spec.fileSystem().type());
        boolean refuses = !has(accepts);
        for (int i = 0; i < spec.jobs().size(); i++) {
            JobSpec job = spec.jobs().get(i);
            Long runtime = job.runtimeNanos();
            boolean asks = job.ioMode() == IoMode.DONTCACHE && job.hints().dontcachePercent() > 0;
            boolean refusesWrites =
                    accepts == Toggle.F2FS_FOP_DONTCACHE && has(Toggle.F2FS_DONTCACHE_WRITE_UNSUPPORTED);
            warnIf(
                    refuses && asks,
                    "/jobs/" + i + "/ioMode",
                    "Without the toggle " + accepts.id() + " " + fileSystem
                            + " refuses RWF_DONTCACHE: the first call with it fails with EOPNOTSUPP and the job ends.");
            warnIf(
                    !refuses && refusesWrites && asks && job.rw().writes(),
                    "/jobs/" + i + "/ioMode",
                    "With the toggle " + Toggle.F2FS_DONTCACHE_WRITE_UNSUPPORTED.id() + " " + fileSystem
                            + " refuses RWF_DONTCACHE for writes: the first fails with EOPNOTSUPP and the job ends.");
            if (asks && !refuses && !refusesWrites && job.rw().writes()) {
                warnOfWhatStays(job, "/jobs/" + i);
            }
            warnIf(
                    runtime != null && runtime > spec.durationNanos(),
                    "/jobs/" + i + "/runtime",
                    "The run is over before that, after " + Units.time(spec.durationNanos()) + ".");
            warnOfPattern(job, "/jobs/" + i);
            if (spec.fileSystem().nfsd() == null) {
                warnOfDirect(job, "/jobs/" + i);
            } else {
                warnOfClient(job, "/jobs/" + i);
            }
            warnOfStart(job, i);
            warnOfHints(job, "/jobs/" + i);
            warnOfWrites(job, "/jobs/" + i);
        }
    }

    private void warnOfDirect(JobSpec job, String pointer) {
        int block = spec.device().queue().logicalBlockSize();
        boolean isAligned = job.blockSizeBytes() % block == 0
                && job.pattern().offsetBytes() % block == 0
                && job.pattern().holeBytes() % block == 0;
        warnIf(
                job.ioMode() == IoMode.DIRECT && !isAligned,
                pointer + "/bs",
                "Direct calls have to begin and end at a block of the device, " + block
                        + " bytes: the first that does not fails with EINVAL and the job ends.");
    }

    private void warnOfClient(JobSpec job, String pointer) {
        warnIf(
                job.ioMode() == IoMode.CACHED,
                pointer + "/ioMode",
                "The page cache of an NFS client is not simulated: each call goes to the server at once, as with"
                        + " \"direct\".");
        warnIf(
                job.hints().fadviseHint() != JobSpec.Fadvise.NONE,
                pointer + "/fadviseHint",
                NO_EFFECT + "an NFS client reads nothing ahead.");
    }

    private void warnOfServer() {
        NfsdSpec nfsd = spec.fileSystem().nfsd();
        String asBuffered = " refuses RWF_DONTCACHE: the server uses its page cache in the ordinary way.";
        if (nfsd != null && !has(accepts())) {
            String without = "Without the toggle " + accepts().id() + " the file system" + asBuffered;
            warnIf(nfsd.ioCacheRead() == NfsdSpec.IoCache.DONTCACHE, "/fileSystem/ioCacheRead", without);
            warnIf(nfsd.ioCacheWrite() != NfsdSpec.IoCache.BUFFERED, "/fileSystem/ioCacheWrite", without);
        }
    }

    private Toggle accepts() {
        return switch (spec.fileSystem().type()) {
            case EXT4, XFS, BTRFS -> Toggle.MM_RWF_DONTCACHE;
            case F2FS -> Toggle.F2FS_FOP_DONTCACHE;
            case BDEV -> Toggle.BDEV_FOP_DONTCACHE;
        };
    }

    private void warnOfPattern(JobSpec job, String pointer) {
        warnIf(
                job.pattern().norandommap() && !job.rw().isRandom(),
                pointer + "/norandommap",
                "This changes nothing: the calls are sequential.");
        warnIf(
                job.pattern().holeBytes() > 0 && !job.timeBased() && job.recordsWanted(0) > job.recordsOf(0),
                pointer + "/ioSize",
                "With the holes a task finds " + job.recordsOf(0) + " records in its range; it begins again at the"
                        + " start of it until it has made " + job.recordsWanted(0)
                        + " calls, as fio does. Say ioSize for less.");
    }

    private void warnOfStart(JobSpec job, int number) {
        boolean isWall = job.start().stonewall();
        warnIf(isWall && number == 0, "/jobs/0/stonewall", "This changes nothing: there is no job before.");
        List<String> endless = spec.jobs().subList(0, number).stream()
                .filter(before -> before.timeBased() && before.runtimeNanos() == null)
                .map(JobSpec::name)
                .toList();
        warnIf(
                isWall && !endless.isEmpty(),
                "/jobs/" + number + "/stonewall",
                "The job never begins: " + String.join(", ", endless)
                        + " is timeBased without a runtime and never ends.");
        warnIf(
                job.start().startdelayNanos() >= spec.durationNanos(),
                "/jobs/" + number + "/startdelay",
                "The job never begins: the run is over after " + Units.time(spec.durationNanos()) + ".");
    }

    private void warnOfHints(JobSpec job, String pointer) {
        long every = job.hints().fadviseDontneedBytes();
        boolean dropsAll = job.ioMode() == IoMode.DONTCACHE && job.hints().dontcachePercent() == ALWAYS;
        warnIf(
                every > 0 && dropsAll,
                pointer + "/fadviseDontneed",
                "Calls with RWF_DONTCACHE drop what they have moved themselves; these calls find next to nothing.");
        warnIf(
                every > job.blockSizeBytes() && job.rw().isRandom(),
                pointer + "/fadviseDontneed",
                "Of random calls everything goes from the lowest to the highest byte moved since the last such call,"
                        + " what others have there too.");
        boolean nobodyReads = spec.jobs().stream()
                .filter(other -> other.filename().equals(job.filename()))
                .allMatch(other -> other.hints().nowait());
        warnIf(
                job.hints().nowait() && nobodyReads,
                pointer + "/nowait",
                "The file is not cached at the start, calls with RWF_NOWAIT read nothing from the device, and no job"
                        + " reads it otherwise: every call fails with EAGAIN.");
    }

    private void warnOfWrites(JobSpec job, String pointer) {
        Durability durability = job.durability();
        warnIf(
                job.rw().writes() && durability.sync() != Durability.Sync.NONE && !hasVolatileCache(spec.device()),
                pointer + "/sync",
                "The device has no volatile cache: a write waits for its data, and nothing is flushed.");
        if (!job.rw().writes()) {
            String nothing = "This changes nothing: the job does not write.";
            warnIf(durability.sync() != Durability.Sync.NONE, pointer + "/sync", nothing);
            warnIf(durability.fsyncEvery() > 0, pointer + "/fsync", nothing);
            warnIf(durability.fdatasyncEvery() > 0, pointer + "/fdatasync", nothing);
            warnIf(durability.endFsync(), pointer + "/endFsync", nothing);
        }
        warnIf(
                !job.existing() && job.rw().reads(),
                pointer + "/existing",
                "The file is new and empty at the start: a read behind what has been written so far reads nothing.");
        warnIf(
                durability.fsyncEvery() > 0 && durability.fdatasyncEvery() > 0 && isMultiple(durability),
                pointer + "/fdatasync",
                "This is never called: whenever it is due fsync is due too, which does more.");
    }

    /** Where writeback ends in an interrupt, DONTCACHE drops nothing (kernel-model §5.4). */
    private void warnOfWhatStays(JobSpec job, String pointer) {
        boolean isDropped =
                !endsInInterrupt(spec.device()) || has(Toggle.MM_UNSAFE_DROP_IN_IRQ) || hasBatchesOfFolios();
        boolean asksForTask = switch (spec.fileSystem().type()) {
            case XFS ->
                !job.existing()
                        || has(Toggle.XFS_DEFER_DONTCACHE_IOEND)
                        || defers(Toggle.IOMAP_COMPLETE_IN_TASK_DROPBEHIND);
            case EXT4 -> asksOnExt4(job);
            case BTRFS -> true;
            case F2FS -> has(Toggle.F2FS_POST_WRITE_WORKQUEUE) || has(Toggle.F2FS_UNSAFE_DROP);
            case BDEV ->
                defers(
                        isIomap()
                                ? Toggle.IOMAP_COMPLETE_IN_TASK_DROPBEHIND
                                : Toggle.BUFFER_COMPLETE_IN_TASK_DROPBEHIND);
        };
        warnIf(
                !isDropped && !asksForTask,
                pointer + "/ioMode",
                "What is written stays in the page cache: its writeback ends in an interrupt, which drops nothing.");
    }

    /** What a worker of ext4 enters as written is dropped there; what goes through iomap may ask the block layer. */
    private boolean asksOnExt4(JobSpec job) {
        MountOptions mount = spec.fileSystem().mount();
        boolean isJournalled = mount.data() == MountOptions.Data.JOURNAL;
        boolean opens = has(Toggle.EXT4_IOMAP_ENABLE)
                && !isJournalled
                && (mount.bufferedIomap() || !has(Toggle.EXT4_MOUNT_OPTION));
        boolean writesBack = isIomap() || (opens && has(Toggle.EXT4_IOMAP_WRITEBACK));
        boolean isUnwritten =
                writesBack || (opens && has(Toggle.EXT4_IOMAP_WRITE)) || (mount.dioreadNolock() && !isJournalled);
        return (!job.existing() && isUnwritten) || (writesBack && defers(Toggle.IOMAP_COMPLETE_IN_TASK_DROPBEHIND));
    }

    private boolean isIomap() {
        return spec.fileSystem().path() == FileSystemSpec.BufferedPath.IOMAP;
    }

    private boolean has(Toggle toggle) {
        return spec.kernel().toggles().has(toggle);
    }

    private boolean defers(Toggle toggle) {
        return has(toggle) && !variant().equals("v1");
    }

    /** The folios of versions 2 and 3 wait in batches whoever submitted them. */
    private boolean hasBatchesOfFolios() {
        return has(Toggle.BLOCK_COMPLETE_IN_TASK) && List.of("v2", "v3").contains(variant());
    }

    private String variant() {
        return spec.kernel().toggles().value(Toggle.BLOCK_DEFER_VARIANT);
    }

    private static boolean hasVolatileCache(DeviceSpec device) {
        return switch (device) {
            case DeviceSpec.Ufs ufs -> ufs.timing().flushNanos() > 0;
            case DeviceSpec.Nvme nvme -> nvme.timing().flushNanos() > 0;
            case DeviceSpec.Ssd ssd -> ssd.timing().flushNanos() > 0;
            case DeviceSpec.Loop loop -> hasVolatileCache(loop.lower());
            case DeviceSpec.Hdd _ -> true;
            case DeviceSpec.RamDisk _ -> false;
        };
    }

    private static boolean endsInInterrupt(DeviceSpec device) {
        return !(device instanceof DeviceSpec.RamDisk) && !(device instanceof DeviceSpec.Loop);
    }

    private static boolean isMultiple(Durability durability) {
        return durability.fdatasyncEvery() % durability.fsyncEvery() == 0;
    }

    private void warnOfActions() {
        for (int i = 0; i < spec.actions().size(); i++) {
            warnIf(
                    spec.actions().get(i).atNanos() >= spec.durationNanos(),
                    "/actions/" + i + "/at",
                    "This is never done: the run is over after " + Units.time(spec.durationNanos()) + ".");
        }
    }

    private void warnIf(boolean condition, String pointer, String detail) {
        if (condition) {
            warnings.add(new Warning(pointer, detail));
        }
    }
}
