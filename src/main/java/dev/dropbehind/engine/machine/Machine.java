package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.block.BioTable;
import dev.dropbehind.engine.cache.DirtyFolios;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.fs.FileSystem;
import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Marks;
import dev.dropbehind.engine.measure.Sampler;
import dev.dropbehind.engine.memory.Cgroup;
import dev.dropbehind.engine.memory.PageAllocator;
import dev.dropbehind.engine.memory.Zone;
import dev.dropbehind.engine.reclaim.Reclaim;
import dev.dropbehind.engine.time.Timeline;
import dev.dropbehind.engine.workload.Workload;
import dev.dropbehind.engine.writeback.BdiWriteback;
import java.util.List;

/**
 * The assembled parts of one machine.
 *
 * @param till where its CPU time is paid
 * @param cgroup the memory cgroup of the jobs
 * @param files the files in the order in which jobs name them
 * @param reservedPages memory that is neither cache nor ever free
 */
public record Machine(
        Timeline timeline,
        Till till,
        Counters counters,
        Sampler sampler,
        Marks marks,
        Cpus cpus,
        Zone zone,
        PageAllocator allocator,
        Cgroup cgroup,
        PageCache cache,
        DirtyFolios dirty,
        BdiWriteback writeback,
        Reclaim reclaim,
        BioTable bios,
        FileSystem fileSystem,
        Workload workload,
        List<Inode> files,
        long totalPages,
        long reservedPages) {

    /**
     * Runs all events up to a time.
     *
     * @param nanos simulated time, not earlier than now
     */
    public void runUntil(long nanos) {
        timeline.runUntil(nanos);
        fileSystem.queue().countBusyTime();
    }
}
