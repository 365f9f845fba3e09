package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.fs.FileSystem;
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

    private final FileSystem fileSystem;
    private final int blockPages;
    private final Map<String, Inode> files = new LinkedHashMap<>();
    private long nextSector;

    /**
     * Lays the files of these jobs.
     *
     * @param blockPages pages of a block, at least 1: a file takes whole blocks
     */
    Disk(FileSystem fileSystem, int blockPages, List<JobSpec> jobs) {
        this.fileSystem = fileSystem;
        this.blockPages = blockPages;
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

    private void lay(String name, long sizeBytes) {
        int pages = Pages.holding(sizeBytes);
        int wholeBlocks = (pages + blockPages - 1) / blockPages * blockPages;
        Inode file = new Inode(name, fileSystem.newMapping(pages), sizeBytes);
        file.appendExtent(wholeBlocks, nextSector);
        files.put(name, file);
        nextSector += (long) wholeBlocks * Pages.SECTORS;
    }
}
