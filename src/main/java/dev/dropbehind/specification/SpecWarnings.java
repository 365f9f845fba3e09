package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.Profile;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import java.util.ArrayList;
import java.util.List;

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
        found.warnOfNeededToggles();
        found.warnOfJobs();
        return List.copyOf(found.warnings);
    }

    private void warnOfWhatHasNoEffect() {
        Profile profile = spec.machine().profile();
        warnIf(spec.machine().hz() != profile.machine().hz(), "/machine/hz", NO_EFFECT + "there is no timer tick.");
    }

    /** A toggle that an epoch does not have may be there because another needs it. */
    private void warnOfNeededToggles() {
        for (Toggle toggle : spec.kernel().toggles().all()) {
            for (Toggle needed : toggle.needs()) {
                warnIf(
                        !needed.isIn(spec.kernel().epoch()),
                        "/kernel/toggles/" + needed.id(),
                        toggle.id() + " needs this, so it is on although "
                                + spec.kernel().epoch() + " does not have it.");
            }
        }
    }

    private void warnOfJobs() {
        Toggle accepts = switch (spec.fileSystem().type()) {
            case EXT4, XFS, BTRFS -> Toggle.MM_RWF_DONTCACHE;
            case F2FS -> Toggle.F2FS_FOP_DONTCACHE;
            case BDEV -> Toggle.BDEV_FOP_DONTCACHE;
        };
        String fileSystem = FileSystemReader.wordOf(spec.fileSystem().type());
        boolean refuses = !spec.kernel().toggles().has(accepts);
        for (int i = 0; i < spec.jobs().size(); i++) {
            JobSpec job = spec.jobs().get(i);
            Long runtime = job.runtimeNanos();
            warnIf(
                    refuses && job.ioMode() == IoMode.DONTCACHE && job.hints().dontcachePercent() > 0,
                    "/jobs/" + i + "/ioMode",
                    "Without the toggle " + accepts.id() + " " + fileSystem
                            + " refuses RWF_DONTCACHE: the first call with it fails with EOPNOTSUPP and the job ends.");
            warnIf(
                    runtime != null && runtime > spec.durationNanos(),
                    "/jobs/" + i + "/runtime",
                    "The run is over before that, after " + Units.time(spec.durationNanos()) + ".");
            warnOfPattern(job, "/jobs/" + i);
            warnOfStart(job, i);
            warnOfHints(job, "/jobs/" + i);
        }
    }

    private void warnOfPattern(JobSpec job, String pointer) {
        boolean isRandom = job.rw() == JobSpec.Rw.RANDREAD;
        warnIf(
                job.pattern().norandommap() && !isRandom,
                pointer + "/norandommap",
                "This changes nothing: the reads are sequential.");
        warnIf(
                job.pattern().holeBytes() > 0 && !job.timeBased() && job.recordsToRead(0) > job.recordsOf(0),
                pointer + "/ioSize",
                "With the holes a task finds " + job.recordsOf(0) + " records in its range; it begins again at the"
                        + " start of it until it has read " + job.recordsToRead(0)
                        + ", as fio does. Say ioSize to read less.");
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
                "Calls with RWF_DONTCACHE drop what they have read themselves; these calls find next to nothing.");
        warnIf(
                every > job.blockSizeBytes() && job.rw() == JobSpec.Rw.RANDREAD,
                pointer + "/fadviseDontneed",
                "Of random reads everything goes from the lowest to the highest byte read since the last such call,"
                        + " what others have read there too.");
        boolean nobodyReads = spec.jobs().stream()
                .filter(other -> other.filename().equals(job.filename()))
                .allMatch(other -> other.hints().nowait());
        warnIf(
                job.hints().nowait() && nobodyReads,
                pointer + "/nowait",
                "The file is not cached at the start, calls with RWF_NOWAIT read nothing from the device, and no job"
                        + " reads it otherwise: every call fails with EAGAIN.");
    }

    private void warnIf(boolean condition, String pointer, String detail) {
        if (condition) {
            warnings.add(new Warning(pointer, detail));
        }
    }
}
