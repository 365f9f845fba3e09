package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.fs.FileSystem;
import dev.dropbehind.engine.fs.Fragments;
import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.spec.FileSpec;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.SimulationSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The files on the device before the run, one behind the other in the order in which jobs name them; each as long as
 * the job that needs most of it says, and mapped in one piece where the spec does not say otherwise.
 */
final class Disk {

    private final FileSystem fileSystem;
    private final int blockPages;
    private final List<FileSpec> specs;
    private final Map<String, Inode> files = new LinkedHashMap<>();
    private long nextSector;

    /**
     * Lays the files of a spec.
     *
     * @param spec whose jobs name the files
     */
    Disk(FileSystem fileSystem, SimulationSpec spec) {
        this.fileSystem = fileSystem;
        blockPages = 1 << spec.fileSystem().minOrder();
        specs = spec.files();
        Map<String, Long> sizes = new LinkedHashMap<>();
        spec.jobs().forEach(job -> sizes.merge(job.filename(), job.fileSizeBytes(), Math::max));
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
        int room = upToBlock(pages);
        FileSpec spec = specOf(name, sizeBytes);
        int piece = spec.fragmentBytes() == 0 ? room : upToBlock(Pages.holding(spec.fragmentBytes()));
        Inode file = new Inode(name, fileSystem.newMapping(pages), sizeBytes, nextSector, Fragments.of(room, piece));
        appendExtents(file, spec, room);
        files.put(name, file);
        nextSector += (long) room * Pages.SECTORS;
    }

    /** A block that is mapped in part is mapped: what reads as zeroes are whole blocks. */
    private void appendExtents(Inode file, FileSpec spec, int room) {
        int end = 0;
        for (FileSpec.Extent extent : spec.extents()) {
            int first = upToBlock(Pages.of(extent.offsetBytes()));
            boolean reachesTheEnd = extent.endBytes() >= spec.sizeBytes();
            int behind = reachesTheEnd ? room : Pages.of(extent.endBytes()) / blockPages * blockPages;
            if (extent.state() != FileSpec.State.MAPPED && first < behind) {
                if (end < first) {
                    file.appendExtent(first, true);
                }
                file.appendExtent(behind, false);
                end = behind;
            }
        }
        if (end < room) {
            file.appendExtent(room, true);
        }
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
