package dev.dropbehind.procfs;

import static dev.dropbehind.procfs.NamedNumbers.bytes;
import static dev.dropbehind.procfs.NamedNumbers.count;
import static java.util.Map.entry;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.CgroupSpec;
import dev.dropbehind.engine.spec.Pages;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The files of the jobs' memory cgroup, in the layout of its version. */
final class CgroupFiles {

    /** What a page counter of version 1 holds where there is no limit: the most pages of a long. */
    private static final long NO_LIMIT_BYTES = Long.MAX_VALUE / Pages.SIZE * Pages.SIZE;

    private static final NamedNumbers EVENTS = new NamedNumbers(
            "low high max oom oom_kill oom_group_kill",
            Map.ofEntries(
                    entry("high", count(Counter.CGROUP_EVENTS_HIGH)),
                    entry("max", count(Counter.CGROUP_EVENTS_MAX)),
                    entry("oom", count(Counter.CGROUP_EVENTS_OOM))));

    private static final NamedNumbers STAT_OF_VERSION_1 = new NamedNumbers(
            """
            cache rss rss_huge shmem mapped_file dirty writeback workingset_refault_anon workingset_refault_file swap
            swapcached pgpgin pgpgout pgfault pgmajfault
            inactive_anon active_anon inactive_file active_file unevictable
            hierarchical_memory_limit hierarchical_memsw_limit
            total_cache total_rss total_rss_huge total_shmem total_mapped_file total_dirty total_writeback
            total_workingset_refault_anon total_workingset_refault_file total_swap total_swapcached
            total_pgpgin total_pgpgout total_pgfault total_pgmajfault
            total_inactive_anon total_active_anon total_inactive_file total_active_file total_unevictable
            """,
            Map.ofEntries(
                    entry("cache", bytes(Counter.CGROUP_FILE_PAGES)),
                    entry("dirty", bytes(Counter.CGROUP_FILE_DIRTY)),
                    entry("writeback", bytes(Counter.CGROUP_FILE_WRITEBACK)),
                    entry("workingset_refault_file", count(Counter.CGROUP_WORKINGSET_REFAULT_FILE)),
                    entry("inactive_file", bytes(Counter.CGROUP_INACTIVE_FILE)),
                    entry("active_file", bytes(Counter.CGROUP_ACTIVE_FILE)),
                    entry("hierarchical_memory_limit", CgroupFiles::limitOfVersion1),
                    entry("hierarchical_memsw_limit", at -> NO_LIMIT_BYTES),
                    entry("total_cache", bytes(Counter.CGROUP_FILE_PAGES)),
                    entry("total_dirty", bytes(Counter.CGROUP_FILE_DIRTY)),
                    entry("total_writeback", bytes(Counter.CGROUP_FILE_WRITEBACK)),
                    entry("total_workingset_refault_file", count(Counter.CGROUP_WORKINGSET_REFAULT_FILE)),
                    entry("total_inactive_file", bytes(Counter.CGROUP_INACTIVE_FILE)),
                    entry("total_active_file", bytes(Counter.CGROUP_ACTIVE_FILE))));

    private CgroupFiles() {}

    /** Returns the files by their paths. */
    static SortedMap<String, KernelFile> of(CgroupSpec group) {
        return group.version() == 1
                ? ofVersion1("sys/fs/cgroup/memory/" + group.name() + "/memory.")
                : ofVersion2("sys/fs/cgroup/" + group.name() + "/memory.");
    }

    private static SortedMap<String, KernelFile> ofVersion1(String path) {
        SortedMap<String, KernelFile> files = new TreeMap<>();
        files.put(path + "limit_in_bytes", at -> limitOfVersion1(at) + "\n");
        files.put(path + "stat", at -> lines(STAT_OF_VERSION_1, at));
        files.put(path + "usage_in_bytes", CgroupFiles::usage);
        return files;
    }

    private static SortedMap<String, KernelFile> ofVersion2(String path) {
        SortedMap<String, KernelFile> files = new TreeMap<>();
        files.put(path + "current", CgroupFiles::usage);
        files.put(path + "events", at -> lines(EVENTS, at));
        files.put(path + "high", at -> limit(group(at).highBytes()));
        files.put(path + "max", at -> limit(group(at).maxBytes()));
        files.put(path + "stat", MemoryStat::ofGroup);
        return files;
    }

    private static String lines(NamedNumbers numbers, Snapshot at) {
        return numbers.text(at, (name, number) -> name + " " + number + "\n");
    }

    private static String usage(Snapshot at) {
        return (at.kib(Counter.CGROUP_USAGE_PAGES) << 10) + "\n";
    }

    private static String limit(@Nullable Long bytes) {
        return bytes == null ? "max\n" : wholePages(bytes) + "\n";
    }

    private static long limitOfVersion1(Snapshot at) {
        Long max = group(at).maxBytes();
        return max == null ? NO_LIMIT_BYTES : wholePages(max);
    }

    private static long wholePages(long bytes) {
        return bytes >> Pages.SHIFT << Pages.SHIFT;
    }

    private static CgroupSpec group(Snapshot at) {
        CgroupSpec group = at.spec().memory().cgroup();
        if (group == null) {
            throw new IllegalStateException("a machine without a group has no files of it");
        }
        return group;
    }
}
