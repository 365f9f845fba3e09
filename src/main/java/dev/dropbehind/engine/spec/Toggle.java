package dev.dropbehind.engine.spec;

import java.util.Optional;

/** A patch's switch: what it changes, where it comes from, and what to watch (kernel-model §10). */
public enum Toggle {
    F2FS_FOP_DONTCACHE(
            "f2fs.fopDontcache",
            "f2fs accepts RWF_DONTCACHE; without it such a call fails with EOPNOTSUPP.",
            "[PATCH] f2fs: f2fs supports uncached buffered I/O",
            "kswapdCpuPercent and cachedKiB of a DONTCACHE reader");

    private final String id;
    private final String mechanism;
    private final String source;
    private final String watch;

    Toggle(String id, String mechanism, String source, String watch) {
        this.id = id;
        this.mechanism = mechanism;
        this.source = source;
        this.watch = watch;
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
