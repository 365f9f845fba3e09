package dev.dropbehind.engine.spec;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A memory cgroup that all jobs run in (kernel-model §6.7).
 *
 * @param name name of its directory: letters, digits, {@code _ - .}, at most 64, no dot at its start
 * @param version 1 or 2: version 1 has no {@code high}
 * @param maxBytes {@code memory.max} or {@code memory.limit_in_bytes}, at least a page; null for no limit
 * @param highBytes {@code memory.high}; null for no limit
 * @param reservedBytes what is charged to the group from the start and is not page cache; at most the limit
 */
public record CgroupSpec(
        String name,
        int version,
        @Nullable Long maxBytes,
        @Nullable Long highBytes,
        long reservedBytes) {

    /** The longest name. */
    public static final int MAX_NAME = 64;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}");
    private static final List<String> FILES_OF_ROOT = List.of("io.stat", "memory.stat");

    /** Checks name, version and limits. */
    public CgroupSpec {
        if (!isName(name)) {
            throw new IllegalArgumentException("no name for a cgroup: " + name);
        }
        if (version != 1 && version != 2) {
            throw new IllegalArgumentException("cgroup version must be 1 or 2: " + version);
        }
        if (version == 1 && highBytes != null) {
            throw new IllegalArgumentException("cgroups of version 1 have no high");
        }
        if ((maxBytes != null && maxBytes < Pages.SIZE) || (highBytes != null && highBytes < 0)) {
            throw new IllegalArgumentException("limits of the cgroup out of range");
        }
        if (reservedBytes < 0 || (maxBytes != null && reservedBytes > maxBytes)) {
            throw new IllegalArgumentException("reserved memory of the cgroup out of range: " + reservedBytes);
        }
    }

    /** Returns whether a group may have this name: not that of a file of the root group. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches() && !FILES_OF_ROOT.contains(name);
    }
}
