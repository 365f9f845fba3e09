package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.Pages;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The files on the device before the run, one extent behind the other in the order in which jobs name them; each as
 * long as the job that needs most of it says.
 */
final class Disk {

    private final PageCache cache;
    private final Map<String, Inode> files = new LinkedHashMap<>();
    private long nextSector;

    Disk(PageCache cache, List<JobSpec> jobs) {
        this.cache = cache;
        Map<String, Long> sizes = new LinkedHashMap<>();
        jobs.forEach(job -> sizes.merge(job.filename(), job.fileSizeBytes(), Math::max));
        sizes.forEach(this::lay);
    }

    /** Returns the file that a job reads. */
    Inode fileOf(JobSpec job) {
        Inode file = files.get(job.filename());
        if (file == null) {
            throw new IllegalArgumentException("no job was to read " + job.filename());
        }
        return file;
    }

    /** Returns the files in the order in which jobs name them. */
    List<Inode> files() {
        return List.copyOf(files.values());
    }

    private void lay(String name, long sizeBytes) {
        int pages = Pages.holding(sizeBytes);
        files.put(name, new Inode(name, cache.newMapping(pages), nextSector, sizeBytes));
        nextSector += (long) pages * Pages.SECTORS;
    }
}
