package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.fs.FileSystem;
import dev.dropbehind.engine.fs.Fragments;
import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.spec.FileSpec;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.time.Timeline;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The files, one behind the other on the device in the order in which jobs name them; each as long as the job that
 * needs most of it says, and written in one piece where the spec does not say otherwise. A file that is not there
 * before the run has its room, and is empty. Behind them lies the journal.
 */
final class Disk {

    private final FileSystem fileSystem;
    private final Timeline timeline;
    private final Set<String> isThere = new LinkedHashSet<>();
    private final int blockSectors;
    private final int blockPages;
    private final List<FileSpec> specs;
    private final Map<String, Inode> files = new LinkedHashMap<>();
    private long nextSector;

    /**
     * Lays the files of a spec.
     *
     * @param spec whose jobs name the files
     */
    Disk(FileSystem fileSystem, SimulationSpec spec, Timeline timeline) {
        this.fileSystem = fileSystem;
        this.timeline = timeline;
        blockSectors = spec.fileSystem().blockSize() / Pages.SECTOR_SIZE;
        spec.jobs().stream().filter(JobSpec::existing).forEach(job -> isThere.add(job.filename()));
        blockPages = 1 << spec.fileSystem().minOrder();
        specs = spec.files();
        Map<String, Long> sizes = new LinkedHashMap<>();
        spec.jobs().forEach(job -> sizes.merge(job.filename(), job.fileSizeBytes(), Math::max));
        sizes.forEach(this::lay);
        fileSystem.layJournal(nextSector);
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
        int room = upToBlock(pages);
        FileSpec spec = specOf(name, sizeBytes);
        int piece = spec.fragmentBytes() == 0 ? room : upToBlock(Pages.holding(spec.fragmentBytes()));
        boolean exists = isThere.contains(name);
        Mapping mapping = fileSystem.newMapping(exists ? pages : 0);
        Inode file = new Inode(name, mapping, blockSectors, nextSector, Fragments.of(room, piece), timeline);
        if (exists) {
            layExtents(file, spec, room);
            file.exist(sizeBytes);
        }
        fileSystem.add(file);
        files.put(name, file);
        nextSector += (long) room * Pages.SECTORS;
    }

    /** A block that is mapped in part is mapped: what reads as zeroes are whole blocks. */
    private void layExtents(Inode file, FileSpec spec, int room) {
        int end = 0;
        // What no extent names is written.
        for (FileSpec.Extent extent : spec.extents()) {
            int first = upToBlock(Pages.of(extent.offsetBytes()));
            boolean reachesTheEnd = extent.endBytes() >= spec.sizeBytes();
            int behind = reachesTheEnd ? room : Pages.of(extent.endBytes()) / blockPages * blockPages;
            if (extent.state() != FileSpec.State.MAPPED && first < behind) {
                file.layDown(first, true, true);
                file.layDown(behind, extent.state() == FileSpec.State.UNWRITTEN, false);
                end = behind;
            }
        }
        file.layDown(Math.max(end, room), true, true);
    }

    private FileSpec specOf(String name, long sizeBytes) {
        return specs.stream()
                .filter(file -> file.name().equals(name))
                .findFirst()
                .orElseGet(() -> new FileSpec(name, sizeBytes, List.of(), 0));
    }

    private int upToBlock(int pages) {
        return (pages + blockPages - 1) / blockPages * blockPages;
    }
}
