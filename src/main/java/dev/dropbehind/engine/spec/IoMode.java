package dev.dropbehind.engine.spec;

/** How a job's calls treat the page cache. */
public enum IoMode {
    /** Ordinary buffered I/O. */
    CACHED,
    /** Buffered I/O with {@code RWF_DONTCACHE}. */
    DONTCACHE,
    /** {@code O_DIRECT}: past the page cache. */
    DIRECT,
    /** Loads and stores of a mapping of the file. */
    MMAP
}
