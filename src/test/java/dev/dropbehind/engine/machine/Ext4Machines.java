package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.spec.ActionSpec;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSpec;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.FileSystemSpec.BufferedPath;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.MountOptions;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.testing.Specs;
import java.util.List;

/** Machines with ext4 of single-page folios on buffer heads, the kernel before its iomap series. */
final class Ext4Machines {

    static final long FILE_BYTES = 32L << 20;
    private static final long MILLI = 1_000_000;
    private static final Durability DSYNC = new Durability(Durability.Sync.DSYNC, 0, 0, false);
    private static final int WRITERS = 4;

    private Ext4Machines() {}

    /** Returns a machine on which a toggle of the series shows, on or off; what it needs is on. */
    static Specs of(Toggle toggle) {
        Specs specs = machine();
        patchNeeds(specs, toggle);
        return switch (toggle) {
            case EXT4_IOMAP_ENABLE -> specs.patch(Toggle.EXT4_IOMAP_WRITE).job(writer(65_536, false));
            case EXT4_IOMAP_READ ->
                specs.job(Specs.reader(IoMode.CACHED, 65_536, FILE_BYTES)).duration(10 * MILLI);
            case EXT4_IOMAP_WRITEBACK -> specs.job(writer(65_536, false).with(DSYNC));
            case EXT4_IOMAP_MMAP -> specs.job(Specs.writer(IoMode.MMAP, 65_536, FILE_BYTES, true));
            // The worker enters what was written while the writer goes on in the same call.
            case EXT4_EXTENT_SEQ ->
                specs.patch(Toggle.EXT4_IOMAP_ENABLE)
                        .patch(Toggle.EXT4_IOMAP_WRITE)
                        .job(Specs.writer(IoMode.DONTCACHE, 1 << 20, FILE_BYTES, false))
                        .epoch(Epoch.E1);
            case EXT4_LARGE_FOLIO, EXT4_MOUNT_OPTION ->
                specs.patch(Toggle.EXT4_IOMAP_WRITE).job(writer(65_536, false));
            case EXT4_NO_IOMAP_DIRTY_CHECK -> smallWriters(specs.patch(Toggle.EXT4_IOMAP_WRITE));
            // Of what is allocated and not written iomap believes that it reads as zeroes, although it is dirty.
            case EXT4_IOMAP_ZERO, EXT4_ZERO_FLUSH_FIRST ->
                specs.file(unwritten())
                        .job(writer(65_536, true))
                        .action(new ActionSpec.ZeroRange(100 * MILLI, "data", 100, 8192));
            case EXT4_DEFRAG_FALLBACK, MM_DISABLE_LARGE_FOLIOS_LIVE ->
                specs.patch(Toggle.EXT4_IOMAP_ENABLE)
                        .patch(Toggle.EXT4_DEFRAG_FALLBACK)
                        .patch(Toggle.EXT4_IOMAP_WRITE)
                        .patch(Toggle.EXT4_LARGE_FOLIO)
                        .job(writer(65_536, true))
                        .job(writer(65_536, true).with(new JobSpec.Start(500 * MILLI, false)))
                        .action(new ActionSpec.Defrag(100 * MILLI, "data"));
            default -> specs.job(writer(65_536, false));
        };
    }

    /** Adds all that a toggle needs. */
    static void patchNeeds(Specs specs, Toggle toggle) {
        for (Toggle needed : toggle.needs()) {
            specs.patch(needed);
            patchNeeds(specs, needed);
        }
    }

    /** Returns such a machine, without jobs. */
    static Specs machine() {
        return machine(MountOptions.DEFAULT);
    }

    /** Returns such a machine, mounted with other options. */
    static Specs machine(MountOptions mount) {
        return Specs.small()
                .pages(1 << 17, 0, 0)
                .fileSystem(new FileSystemSpec(FileSystemSpec.Type.EXT4, 4096, false, BufferedPath.BUFFER_HEADS, mount))
                .device(Specs.nvme(1280, 64))
                .epoch(Epoch.E0)
                .duration(2_000 * MILLI);
    }

    /** Returns a writer of a file. */
    static JobSpec writer(long call, boolean existing) {
        return Specs.writer(IoMode.CACHED, call, FILE_BYTES, existing);
    }

    private static FileSpec unwritten() {
        FileSpec.Extent all = new FileSpec.Extent(0, FILE_BYTES, FileSpec.State.UNWRITTEN);
        return new FileSpec("data", FILE_BYTES, List.of(all), 0);
    }

    private static Specs smallWriters(Specs specs) {
        specs.cpus(WRITERS);
        for (int number = 0; number < WRITERS; number++) {
            specs.job(new JobSpec(
                    "writer" + number,
                    JobSpec.Rw.WRITE,
                    1024,
                    1,
                    Layout.SHARED,
                    "file" + number,
                    FILE_BYTES,
                    FILE_BYTES,
                    IoMode.CACHED,
                    null,
                    true));
        }
        return specs;
    }
}
