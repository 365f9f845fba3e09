package dev.dropbehind.engine.spec;

import java.util.List;
import java.util.Optional;

/** A patch's switch: what it changes, where it comes from, and what to watch (kernel-model §10). */
public enum Toggle {
    F2FS_FOP_DONTCACHE(
            "f2fs.fopDontcache",
            "f2fs accepts RWF_DONTCACHE; without it such a call fails with EOPNOTSUPP.",
            "[PATCH] f2fs: f2fs supports uncached buffered I/O",
            "kswapdCpuPercent and cachedKiB of a DONTCACHE reader",
            List.of("kswapdCpuPercent", "cachedKiB"));

    private final String id;
    private final String mechanism;
    private final String source;
    private final String watch;
    private final List<String> metrics;

    Toggle(String id, String mechanism, String source, String watch, List<String> metrics) {
        this.id = id;
        this.mechanism = mechanism;
        this.source = source;
        this.watch = watch;
        this.metrics = metrics;
    }

    /** Returns the name in specs. */
    public String id() {
        return id;
    }

    /** Returns what the patch changes, in one sentence. */
    public String mechanism() {
        return mechanism;
    }

    /** Returns the message that proposed it. */
    public String source() {
        return source;
    }

    /** Returns the values in which it shows. */
    public String watch() {
        return watch;
    }

    /** Returns the names of the values in which it shows, the clearest first. */
    public List<String> metrics() {
        return metrics;
    }

    /** Returns the epoch that switches it on, or nothing while no release has it. */
    public Optional<Epoch> epoch() {
        return Optional.empty();
    }

    /** Returns the toggles without which this one does nothing; it pulls them in. */
    public List<Toggle> needs() {
        return List.of();
    }

    /** Returns the toggle of that name. */
    public static Optional<Toggle> byId(String id) {
        for (Toggle toggle : values()) {
            if (toggle.id.equals(id)) {
                return Optional.of(toggle);
            }
        }
        return Optional.empty();
    }
}
