package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.FileSystemSpec.BufferedPath;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.JobSpec.Rw;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.testing.Specs;

/** Machines whose writers share pages: each toggle of the shared pages shows on one of them. */
final class EdgeMachines {

    private static final int WRITERS = 4;
    private static final long FILE_BYTES = 4L << 20;
    private static final Durability DSYNC = new Durability(Durability.Sync.DSYNC, 0, 0, false);

    private EdgeMachines() {}

    /** Returns a machine on which a toggle shows. */
    static Specs of(Toggle toggle) {
        return switch (toggle) {
            case MM_EDGE_IS_PAGE -> machine(16_384).job(writers(12_288));
            case MM_MARK_LARGER_FOUND -> machine(4096).job(normalWriter(65_536)).job(behind(writers(6000)));
            // Without large folios, so that what a normal call has cached is as small as an edge.
            case MM_MARK_FOUND_UNFLAGGED_EDGE ->
                machine(new FileSystemSpec(FileSystemSpec.Type.XFS, 4096, false, BufferedPath.IOMAP))
                        .job(normalWriter(65_536))
                        .job(behind(writers(6000)));
            case MM_SELF_COMPLETE_EDGES, MM_DROP_AFTER_UNLOCK ->
                machine(4096).job(writers(6000).with(DSYNC));
            default -> machine(4096).job(writers(6000));
        };
    }

    /** Returns a machine on XFS with blocks of a size, a kernel with all of the shared pages, and no job. */
    static Specs machine(int blockSize) {
        return machine(new FileSystemSpec(FileSystemSpec.Type.XFS, blockSize));
    }

    private static Specs machine(FileSystemSpec fileSystem) {
        return Specs.small()
                .pages(1 << 16, 0, 0)
                .fileSystem(fileSystem)
                .device(Specs.nvme(1280, 64))
                .epoch(Epoch.E4)
                .duration(2_000_000_000);
    }

    /** Returns tasks that write interleaved records of a size to one new file. */
    static JobSpec writers(int record) {
        return writers("writers", record, WRITERS, Layout.INTERLEAVED, IoMode.DONTCACHE);
    }

    /** A task that writes the same file by calls of a size, and makes it durable at the end. */
    private static JobSpec normalWriter(int call) {
        return writers("normal", call, 1, Layout.SHARED, IoMode.CACHED)
                .with(new Durability(Durability.Sync.NONE, 0, 0, true));
    }

    private static JobSpec writers(String name, int call, int tasks, Layout layout, IoMode mode) {
        return new JobSpec(name, Rw.WRITE, call, tasks, layout, "data", FILE_BYTES, FILE_BYTES, mode, null, false);
    }

    private static JobSpec behind(JobSpec job) {
        return job.with(new JobSpec.Start(0, true));
    }
}
