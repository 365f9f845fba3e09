package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.fs.EndStages;
import dev.dropbehind.engine.fs.Route;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.FileSystemSpec.BufferedPath;
import dev.dropbehind.engine.spec.KernelSpec;
import dev.dropbehind.engine.spec.MountOptions;
import dev.dropbehind.engine.spec.Toggle;

/**
 * Chooses how files go from folios to blocks, and where the end of their writeback runs, by file system and kernel
 * (kernel-model §5.4, §10.1).
 *
 * <p>On the path {@code iomap} they do so in all parts. On the path {@code bufferHeads} those of ext4 do so in the
 * parts whose toggles are on, if {@code ext4.iomapEnable} is and, where the kernel has it, the mount option.
 */
final class Routes {

    private final FileSystemSpec fileSystem;
    private final KernelSpec kernel;
    private final Completions completions;

    Routes(FileSystemSpec fileSystem, KernelSpec kernel, Completions completions) {
        this.fileSystem = fileSystem;
        this.kernel = kernel;
        this.completions = completions;
    }

    /** Returns the way of a file that is opened. */
    Route first() {
        boolean opensIomap = isExt4() && fileSystem.path() == BufferedPath.BUFFER_HEADS && opensIomap();
        boolean largeFolios = fileSystem.largeFolios() || (opensIomap && has(Toggle.EXT4_LARGE_FOLIO));
        return route(
                byBlock(opensIomap, Toggle.EXT4_IOMAP_READ),
                byBlock(opensIomap, Toggle.EXT4_IOMAP_WRITE),
                byBlock(opensIomap, Toggle.EXT4_IOMAP_WRITEBACK),
                byBlock(opensIomap, Toggle.EXT4_IOMAP_MMAP),
                byBlock(opensIomap, Toggle.EXT4_IOMAP_ZERO),
                largeFolios);
    }

    /** Returns the way of an ext4 file that has been defragmented. */
    Route afterDefrag() {
        boolean largeFolios = first().largeFolios() && !has(Toggle.MM_DISABLE_LARGE_FOLIOS_LIVE);
        return route(true, true, true, true, true, largeFolios);
    }

    /** Returns whether the files of ext4 go through iomap where a toggle says so: buffered_iomap, or all. */
    private boolean opensIomap() {
        MountOptions mount = fileSystem.mount();
        return has(Toggle.EXT4_IOMAP_ENABLE)
                && mount.data() != MountOptions.Data.JOURNAL
                && (mount.bufferedIomap() || !has(Toggle.EXT4_MOUNT_OPTION));
    }

    private boolean byBlock(boolean opensIomap, Toggle part) {
        return fileSystem.path() == BufferedPath.BUFFER_HEADS && !(opensIomap && has(part));
    }

    private Route route(
            boolean reads, boolean writes, boolean writesBack, boolean faults, boolean zeroes, boolean largeFolios) {
        boolean ordersData = isExt4() && writesBack && fileSystem.mount().data() == MountOptions.Data.ORDERED;
        return new Route(
                reads,
                writes,
                writesBack,
                faults,
                zeroes,
                largeFolios,
                !throughIomap(writes) || has(Toggle.IOMAP_OVERWRITE_DONTCACHE),
                ordersData,
                stages(reads, writes, writesBack));
    }

    private EndStages stages(boolean readsByBlock, boolean writesByBlock, boolean writesBackByBlock) {
        boolean isIomap = throughIomap(writesBackByBlock);
        boolean iomapAsks = isIomap && completions.deferBios() && has(Toggle.IOMAP_COMPLETE_IN_TASK_DROPBEHIND);
        boolean buffersAsk = completions.deferBios() && has(Toggle.BUFFER_COMPLETE_IN_TASK_DROPBEHIND);
        boolean readsAsk = readsByBlock && buffersAsk && completions.deferReads();
        return switch (fileSystem.type()) {
            case XFS ->
                new EndStages(iomapAsks, false, !iomapAsks && has(Toggle.XFS_DEFER_DONTCACHE_IOEND), true, false);
            case EXT4 ->
                new EndStages(iomapAsks, readsAsk, false, isIomap || !writesByBlock || convertsBlocks(), false);
            case BTRFS -> new EndStages(false, false, false, false, true);
            case F2FS -> new EndStages(false, false, has(Toggle.F2FS_POST_WRITE_WORKQUEUE), false, false);
            case BDEV -> new EndStages(isIomap ? iomapAsks : buffersAsk, readsAsk, false, false, false);
        };
    }

    /** Returns whether the buffer heads of ext4 have their blocks allocated unwritten. */
    private boolean convertsBlocks() {
        MountOptions mount = fileSystem.mount();
        return mount.dioreadNolock() && mount.data() != MountOptions.Data.JOURNAL;
    }

    private boolean throughIomap(boolean byBlock) {
        return !byBlock && fileSystem.path() != BufferedPath.OWN;
    }

    private boolean isExt4() {
        return fileSystem.type() == FileSystemSpec.Type.EXT4;
    }

    private boolean has(Toggle toggle) {
        return kernel.toggles().has(toggle);
    }
}
