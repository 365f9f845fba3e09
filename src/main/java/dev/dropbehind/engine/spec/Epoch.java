package dev.dropbehind.engine.spec;

/** Presets of toggles by kernel release; each contains the earlier ones (kernel-model §0.3, decisions.md 1). */
public enum Epoch {
    E0("up to 6.13", "no RWF_DONTCACHE"),
    E1("6.14 to 7.1", "RWF_DONTCACHE on XFS, ext4, btrfs; a DONTCACHE write starts writeback of its own range"),
    E2("7.2 and 7.3", "DONTCACHE dirty pages are counted; a DONTCACHE write only wakes the flusher"),
    E3("for-7.3/block", "bios that ask for it end in task context; DONTCACHE on block devices"),
    E4("aimed at 7.5", "shared edge pages are kept until complete");

    /** The epoch of a spec that names none. */
    public static final Epoch DEFAULT = E1;

    private final String releases;
    private final String brings;

    Epoch(String releases, String brings) {
        this.releases = releases;
        this.brings = brings;
    }

    /** Returns which kernels it stands for. */
    public String releases() {
        return releases;
    }

    /** Returns what came with it, in one line. */
    public String brings() {
        return brings;
    }
}
