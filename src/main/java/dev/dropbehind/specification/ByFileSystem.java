package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.FileSystemSpec.BufferedPath;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.engine.spec.ToggleSet;
import java.util.EnumSet;
import java.util.Set;

/**
 * Toggles of ext4 that its file system asks for (src/docs/toggles.md): the path {@code iomap} for the whole series but
 * its mount option, the mount option for itself.
 */
record ByFileSystem(FileSystemSpec fileSystem) {

    /** What iomap is made of; on the path {@code iomap} none of them can be off. */
    private static final Set<Toggle> PARTS = EnumSet.of(
            Toggle.EXT4_IOMAP_ENABLE,
            Toggle.EXT4_IOMAP_READ,
            Toggle.EXT4_IOMAP_WRITE,
            Toggle.EXT4_IOMAP_WRITEBACK,
            Toggle.EXT4_IOMAP_MMAP,
            Toggle.EXT4_IOMAP_ZERO);

    private static final Set<Toggle> REST = EnumSet.of(
            Toggle.EXT4_ENDIO_RESERVE,
            Toggle.EXT4_EXTENT_SEQ,
            Toggle.EXT4_ZERO_FLUSH_FIRST,
            Toggle.EXT4_DEFRAG_FALLBACK,
            Toggle.EXT4_NO_IOMAP_DIRTY_CHECK);

    /** Returns whether a toggle is on where nothing else is said of it. */
    boolean brings(Toggle toggle) {
        if (toggle == Toggle.EXT4_MOUNT_OPTION) {
            return fileSystem.mount().bufferedIomap();
        }
        boolean isLarge = toggle == Toggle.EXT4_LARGE_FOLIO && fileSystem.largeFolios();
        return isIomap() && (PARTS.contains(toggle) || REST.contains(toggle) || isLarge);
    }

    /** Notes a fault for each toggle that contradicts the file system. */
    void refuseOthers(ToggleSet set, Fields toggles) {
        for (Toggle part : PARTS) {
            if (isIomap() && !set.has(part)) {
                toggles.fault(
                        part.id(),
                        "The path iomap goes through iomap in all parts. Say bufferHeads, and which parts do not.");
            }
        }
        boolean isMounted = fileSystem.mount().bufferedIomap();
        boolean hasOption = set.has(Toggle.EXT4_MOUNT_OPTION);
        if (isMounted && !hasOption) {
            toggles.fault(
                    Toggle.EXT4_MOUNT_OPTION.id(), "Without it there is no mount option for fileSystem.bufferedIomap.");
        }
        if (isIomap() && hasOption && !isMounted) {
            toggles.fault(
                    Toggle.EXT4_MOUNT_OPTION.id(), "With it only fileSystem.bufferedIomap leads to the path iomap.");
        }
    }

    private boolean isIomap() {
        return fileSystem.type() == FileSystemSpec.Type.EXT4 && fileSystem.path() == BufferedPath.IOMAP;
    }
}
