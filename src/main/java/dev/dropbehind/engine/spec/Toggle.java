package dev.dropbehind.engine.spec;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A patch's switch: what it changes, where it comes from, and what to watch (kernel-model §10). */
public enum Toggle {
    MM_RWF_DONTCACHE(
            "mm.rwfDontcache",
            "The kernel knows RWF_DONTCACHE, and ext4, XFS and btrfs accept it; without it every such call fails with"
                    + " EOPNOTSUPP.",
            "Uncached buffered IO, Jens Axboe, merged for 6.14",
            "dropbehindDropped and cachedKiB of a DONTCACHE reader",
            List.of("dropbehindDropped", "cachedKiB", "kswapdCpuPercent"),
            Epoch.E1),
    F2FS_FOP_DONTCACHE(
            "f2fs.fopDontcache",
            "f2fs accepts RWF_DONTCACHE; without it such a call fails with EOPNOTSUPP.",
            "[PATCH] f2fs: f2fs supports uncached buffered I/O",
            "kswapdCpuPercent and cachedKiB of a DONTCACHE reader",
            List.of("kswapdCpuPercent", "cachedKiB"),
            null,
            MM_RWF_DONTCACHE),
    BDEV_FOP_DONTCACHE(
            "bdev.fopDontcache",
            "Block devices accept RWF_DONTCACHE; without it such a call fails with EOPNOTSUPP.",
            "[PATCH v7 5/5] of block: enable RWF_DONTCACHE for block devices",
            "readMiBps and buffersKiB of a DONTCACHE reader of a block device",
            List.of("readMiBps", "buffersKiB"),
            Epoch.E3,
            MM_RWF_DONTCACHE),
    MM_DROP_ONLY_WHOLE_FOLIOS(
            "mm.dropOnlyWhenFolioFullyConsumed",
            "A folio marked drop-behind stays until a read has come to its end; the kernel drops it after the first"
                    + " read of any part. A study: nobody has proposed it.",
            "kernel-model §2.2",
            "deviceReadMiBps beside readMiBps: how much is read more than once",
            List.of("deviceReadMiBps", "readMiBps"),
            null);

    private final String id;
    private final String mechanism;
    private final String source;
    private final String watch;
    private final List<String> metrics;
    private final @Nullable Epoch epoch;
    private final List<Toggle> needs;

    Toggle(
            String id,
            String mechanism,
            String source,
            String watch,
            List<String> metrics,
            @Nullable Epoch epoch,
            Toggle... needs) {
        this.id = id;
        this.mechanism = mechanism;
        this.source = source;
        this.watch = watch;
        this.metrics = metrics;
        this.epoch = epoch;
        this.needs = List.of(needs);
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
        return Optional.ofNullable(epoch);
    }

    /** Returns the toggles without which this one does nothing; it pulls them in. */
    public List<Toggle> needs() {
        return needs;
    }

    /** Returns whether a kernel of an epoch has it without being told: epochs contain the earlier ones. */
    public boolean isIn(Epoch kernel) {
        return epoch != null && epoch.compareTo(kernel) <= 0;
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
