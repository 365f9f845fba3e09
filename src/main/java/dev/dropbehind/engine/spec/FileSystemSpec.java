package dev.dropbehind.engine.spec;

import org.jspecify.annotations.Nullable;

/**
 * The file system the jobs' files are on (kernel-model §1.2, §5.4).
 *
 * @param type which file system
 * @param blockSize bytes a block, a power of two
 * @param largeFolios whether the page cache may use folios of more than one page
 * @param path how it goes from folios to blocks
 * @param mount what it was mounted with
 * @param nfsd the server through which the jobs use it, null where they run on its machine
 */
public record FileSystemSpec(
        Type type,
        int blockSize,
        boolean largeFolios,
        BufferedPath path,
        MountOptions mount,
        @Nullable NfsdSpec nfsd) {

    /** The largest folio: what one entry of a page table's middle level maps, 2 MiB. */
    public static final int MAX_ORDER = 9;

    /** How a file system goes from folios to blocks. */
    public enum BufferedPath {
        /** Block by block, through buffer heads. */
        BUFFER_HEADS,
        /** Extent by extent, through iomap. */
        IOMAP,
        /** By its own code. */
        OWN
    }

    /** The file systems this version simulates, with what each is like where a spec does not say. */
    public enum Type {
        EXT4(true, BufferedPath.BUFFER_HEADS, 1024, 4096),
        XFS(true, BufferedPath.IOMAP, 512, 65_536),
        BTRFS(false, BufferedPath.OWN, 4096, 4096),
        F2FS(false, BufferedPath.OWN, 4096, 4096),
        /** No file system: the block device itself. */
        BDEV(true, BufferedPath.BUFFER_HEADS, 512, 65_536);

        private final boolean largeFolios;
        private final BufferedPath path;
        private final int minBlockSize;
        private final int maxBlockSize;

        Type(boolean largeFolios, BufferedPath path, int minBlockSize, int maxBlockSize) {
            this.largeFolios = largeFolios;
            this.path = path;
            this.minBlockSize = minBlockSize;
            this.maxBlockSize = maxBlockSize;
        }

        /** Returns whether it can use large folios, and does. */
        public boolean largeFolios() {
            return largeFolios;
        }

        /** Returns its path where nothing else is said. */
        public BufferedPath path() {
            return path;
        }

        /** Returns whether it can take a path. */
        public boolean canTake(BufferedPath other) {
            boolean hasBoth = this == EXT4 || this == BDEV;
            return other == path || (hasBoth && other == BufferedPath.IOMAP);
        }

        /** Returns the bytes of its smallest block. */
        public int minBlockSize() {
            return minBlockSize;
        }

        /** Returns the bytes of its largest block. */
        public int maxBlockSize() {
            return maxBlockSize;
        }
    }

    /** Checks what the type can do. */
    public FileSystemSpec {
        boolean inRange = blockSize >= type.minBlockSize() && blockSize <= type.maxBlockSize();
        if (!inRange || Integer.bitCount(blockSize) != 1 || !type.canTake(path)) {
            throw new IllegalArgumentException(type + " cannot have blocks of " + blockSize + " on the path " + path);
        }
        if (largeFolios && !type.largeFolios()) {
            throw new IllegalArgumentException(type + " has no large folios");
        }
        if (!largeFolios && blockSize > Pages.SIZE) {
            throw new IllegalArgumentException("blocks larger than a page need large folios");
        }
        if (type != Type.EXT4 && !mount.equals(MountOptions.DEFAULT)) {
            throw new IllegalArgumentException("only ext4 has mount options, not " + type);
        }
        boolean journalsData = mount.data() == MountOptions.Data.JOURNAL;
        if (journalsData && (largeFolios || path != BufferedPath.BUFFER_HEADS)) {
            throw new IllegalArgumentException("data is journalled block by block, in single pages");
        }
        if (nfsd != null && type == Type.BDEV) {
            throw new IllegalArgumentException("a server exports files, not a block device");
        }
    }

    /** Makes a file system that is used on its own machine. */
    public FileSystemSpec(Type type, int blockSize, boolean largeFolios, BufferedPath path, MountOptions mount) {
        this(type, blockSize, largeFolios, path, mount, null);
    }

    /** Makes a file system that is mounted as usual. */
    public FileSystemSpec(Type type, int blockSize, boolean largeFolios, BufferedPath path) {
        this(type, blockSize, largeFolios, path, MountOptions.DEFAULT);
    }

    /** Makes a file system as it is where nothing else is said. */
    public FileSystemSpec(Type type, int blockSize) {
        this(type, blockSize, type.largeFolios(), type.path());
    }

    /** Returns the same file system, used through a server. */
    public FileSystemSpec exportedBy(NfsdSpec server) {
        return new FileSystemSpec(type, blockSize, largeFolios, path, mount, server);
    }

    /** Returns the pages of the smallest folio as a power of two: a block is never spread over folios. */
    public int minOrder() {
        return Math.max(0, Integer.numberOfTrailingZeros(blockSize) - Pages.SHIFT);
    }

    /** Returns the pages of the largest folio as a power of two. */
    public int maxOrder() {
        return largeFolios ? MAX_ORDER : 0;
    }
}
