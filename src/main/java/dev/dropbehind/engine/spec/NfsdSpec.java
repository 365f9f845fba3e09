package dev.dropbehind.engine.spec;

/**
 * A server that exports a file system to the jobs, which are its NFS clients (kernel-model §8.9).
 *
 * @param ioCacheRead how it reads files, {@code nfsd/io_cache_read}
 * @param ioCacheWrite how it writes them, {@code nfsd/io_cache_write}
 * @param threads how many requests it works on at a time, {@code nfsd/threads}
 * @param rsizeBytes the most bytes of a READ, the clients' mount option {@code rsize}
 * @param wsizeBytes the most bytes of a WRITE, the clients' mount option {@code wsize}
 * @param latencyNanos how long a request is on its way from its client to the queue of the server, and its answer back
 * @param memoryAlignBytes of what direct I/O wants addresses in memory to be a multiple, {@code dio_mem_align} of statx
 */
public record NfsdSpec(
        IoCache ioCacheRead,
        IoCache ioCacheWrite,
        int threads,
        int rsizeBytes,
        int wsizeBytes,
        long latencyNanos,
        int memoryAlignBytes) {

    /** As a server is where nothing is said: the kernel's defaults, on an NVMe device. */
    public static final NfsdSpec DEFAULT =
            new NfsdSpec(IoCache.BUFFERED, IoCache.BUFFERED, 8, 1 << 20, 1 << 20, 25_000, 4);

    /** The most threads. */
    public static final int MAX_THREADS = 256;

    /** The fewest bytes that may be the most of a READ or a WRITE. */
    public static final int MIN_TRANSFER = 4096;

    /** The most bytes that a READ or a WRITE of the kernel's server carries. */
    public static final int MAX_TRANSFER = 1 << 20;

    /** The longest way of a request, a second. */
    public static final long MAX_LATENCY_NANOS = 1_000_000_000;

    /** How the server treats its page cache. */
    public enum IoCache {
        /** Through it. */
        BUFFERED,
        /** Through it and out again, as {@code RWF_DONTCACHE} does. */
        DONTCACHE,
        /** Past it, as far as the device's blocks allow. */
        DIRECT
    }

    /** Checks the ranges. */
    public NfsdSpec {
        if (threads < 1 || threads > MAX_THREADS) {
            throw new IllegalArgumentException("threads out of range: " + threads);
        }
        if (!isTransfer(rsizeBytes) || !isTransfer(wsizeBytes)) {
            throw new IllegalArgumentException("rsize or wsize out of range: " + rsizeBytes + ", " + wsizeBytes);
        }
        if (latencyNanos < 1 || latencyNanos > MAX_LATENCY_NANOS) {
            throw new IllegalArgumentException("latency out of range: " + latencyNanos);
        }
        if (memoryAlignBytes < 1 || memoryAlignBytes > Pages.SIZE || Integer.bitCount(memoryAlignBytes) != 1) {
            throw new IllegalArgumentException("memory align is no power of two up to a page: " + memoryAlignBytes);
        }
    }

    private static boolean isTransfer(int bytes) {
        return bytes >= MIN_TRANSFER && bytes <= MAX_TRANSFER && bytes % MIN_TRANSFER == 0;
    }
}
