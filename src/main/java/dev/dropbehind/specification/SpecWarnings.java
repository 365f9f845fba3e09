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
        warnIf(
                spec.device().queue().logicalBlockSize()
                        != profile.device().queue().logicalBlockSize(),
                "/device/logicalBlockSize",
                NO_EFFECT + "the device transfers whole pages.");
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
                    refuses && job.ioMode() == IoMode.DONTCACHE,
                    "/jobs/" + i + "/ioMode",
                    "Without the toggle " + accepts.id() + " " + fileSystem
                            + " refuses RWF_DONTCACHE: the first call fails with EOPNOTSUPP and the job ends.");
            warnIf(
                    runtime != null && runtime > spec.durationNanos(),
                    "/jobs/" + i + "/runtime",
                    "The run is over before that, after " + Units.time(spec.durationNanos()) + ".");
        }
    }

    private void warnIf(boolean condition, String pointer, String detail) {
        if (condition) {
            warnings.add(new Warning(pointer, detail));
        }
    }
}
