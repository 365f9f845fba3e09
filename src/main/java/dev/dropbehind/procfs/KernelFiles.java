package dev.dropbehind.procfs;

import dev.dropbehind.engine.spec.CgroupSpec;
import dev.dropbehind.engine.spec.SimulationSpec;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The tree of files that a machine has; a path has no slash at its start, that of a directory has one at its end. */
public final class KernelFiles {

    /** The path of the directory that holds all others. */
    public static final String ROOT = "";

    private final SortedMap<String, KernelFile> files = new TreeMap<>();

    private KernelFiles(BlockDevice device, @Nullable CgroupSpec group) {
        String bdi = "sys/kernel/debug/bdi/" + device.number();
        files.put("proc/diskstats", Diskstats::text);
        files.put("proc/meminfo", Meminfo::text);
        files.put("proc/vmstat", Vmstat::text);
        files.put("sys/block/" + device.name() + "/stat", BlockStat::text);
        files.put("sys/fs/cgroup/io.stat", IoStat::text);
        files.put("sys/fs/cgroup/memory.stat", MemoryStat::ofRoot);
        files.put(bdi + "/stats", BdiStats::stats);
        files.put(bdi + "/wb_stats", BdiStats::wbStats);
        files.put("sys/kernel/debug/dropbehind/stats", DropbehindStats::text);
        if (group != null) {
            files.putAll(CgroupFiles.of(group));
        }
    }

    /** Returns the tree of a machine. */
    public static KernelFiles of(SimulationSpec spec) {
        return new KernelFiles(BlockDevice.of(spec.device()), spec.memory().cgroup());
    }

    /**
     * Something in a directory.
     *
     * @param name without a slash
     * @param isDirectory whether it holds others
     */
    public record Entry(String name, boolean isDirectory) implements Comparable<Entry> {

        @Override
        public int compareTo(Entry other) {
            return name.compareTo(other.name);
        }
    }

    /** Returns the file at a path. */
    public Optional<KernelFile> file(String path) {
        return Optional.ofNullable(files.get(path));
    }

    /** Returns what is in a directory, by name; nothing where there is no such directory. */
    public List<Entry> list(String directory) {
        SortedSet<Entry> entries = new TreeSet<>();
        for (String path : files.keySet()) {
            if (path.startsWith(directory)) {
                entries.add(entry(path.substring(directory.length())));
            }
        }
        return List.copyOf(entries);
    }

    private static Entry entry(String rest) {
        int slash = rest.indexOf('/');
        return slash < 0 ? new Entry(rest, false) : new Entry(rest.substring(0, slash), true);
    }
}
