package dev.dropbehind.engine.spec;

/** How a job's calls treat the page cache. */
public enum IoMode {
    /** Ordinary buffered I/O. */
    CACHED,
    /** Buffered I/O with {@code RWF_DONTCACHE}. */
    DONTCACHE
}
