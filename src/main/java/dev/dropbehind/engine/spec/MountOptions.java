package dev.dropbehind.engine.spec;

/**
 * What an ext4 file system was mounted with (kernel-model §3.8, §5.4, §10.1). Other file systems have the default.
 *
 * @param data what a commit of the journal means for data
 * @param dioreadNolock whether blocks are allocated unwritten, and entered as written once their data is on the device,
 *     {@code dioread_nolock}; of files that go through iomap they always are
 * @param bufferedIomap whether files go through iomap where the kernel leaves that to the mount option,
 *     {@code buffered_iomap}
 */
public record MountOptions(Data data, boolean dioreadNolock, boolean bufferedIomap) {

    /** As a file system is mounted where nothing is said. */
    public static final MountOptions DEFAULT = new MountOptions(Data.ORDERED, true, false);

    /** What a commit of the journal means for data, the kernel's {@code data=}. */
    public enum Data {
        /** Data comes to the device before a commit that would show its blocks. */
        ORDERED,
        /** Data is written to the journal, and to its place later. */
        JOURNAL,
        /** Data comes to the device at any time. */
        WRITEBACK
    }

    /** Checks that what does not go together is not asked for. */
    public MountOptions {
        if (data == Data.JOURNAL && bufferedIomap) {
            throw new IllegalArgumentException("data of files that go through iomap cannot be journalled");
        }
    }
}
