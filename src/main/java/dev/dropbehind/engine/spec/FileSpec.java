package dev.dropbehind.engine.spec;

import java.util.List;

/**
 * How a file that is on the device before the run lies there. What no extent names is mapped.
 *
 * @param name its name, as jobs name it
 * @param sizeBytes its length, the same as in the jobs that use it
 * @param extents where it is not simply mapped: whole pages, ascending, not overlapping
 * @param fragmentBytes what is mapped lies in pieces of at most so many bytes, apart from each other, whole pages; 0
 *     for one piece
 */
public record FileSpec(String name, long sizeBytes, List<Extent> extents, long fragmentBytes) {

    /** The most extents of a file. */
    public static final int MAX_EXTENTS = 4096;

    /** What is on the device for a part of a file. */
    public enum State {
        /** Blocks with data: a read goes to the device. */
        MAPPED,
        /** No blocks: a read yields zeroes and never goes to the device. */
        HOLE,
        /** Blocks that were never written: a read yields zeroes. */
        UNWRITTEN
    }

    /**
     * A part of a file.
     *
     * @param offsetBytes first byte, at the beginning of a page
     * @param lengthBytes its length, whole pages
     * @param state what is there
     */
    public record Extent(long offsetBytes, long lengthBytes, State state) {

        /** Checks that it is made of whole pages. */
        public Extent {
            if (offsetBytes < 0 || lengthBytes < 1 || offsetBytes % Pages.SIZE != 0 || lengthBytes % Pages.SIZE != 0) {
                throw new IllegalArgumentException("an extent is one or more whole pages");
            }
        }

        /** Returns the first byte behind it. */
        public long endBytes() {
            return offsetBytes + lengthBytes;
        }
    }

    /** Checks order and ranges. */
    public FileSpec {
        extents = List.copyOf(extents);
        if (sizeBytes < 1 || sizeBytes > JobSpec.MAX_FILE_BYTES || extents.size() > MAX_EXTENTS) {
            throw new IllegalArgumentException("size or number of extents out of range");
        }
        if (fragmentBytes < 0 || fragmentBytes > JobSpec.MAX_FILE_BYTES || fragmentBytes % Pages.SIZE != 0) {
            throw new IllegalArgumentException("fragments are whole pages: " + fragmentBytes);
        }
        long end = 0;
        for (Extent extent : extents) {
            if (extent.offsetBytes() < end || extent.endBytes() > Pages.bytes(Pages.holding(sizeBytes))) {
                throw new IllegalArgumentException("extents ascend inside the file and do not overlap");
            }
            end = extent.endBytes();
        }
    }
}
