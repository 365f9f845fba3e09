package dev.dropbehind.engine.spec;

/**
 * The file system the jobs' files are on.
 *
 * @param type which file system
 * @param blockSize bytes a block
 */
public record FileSystemSpec(Type type, int blockSize) {

    /** The file systems this version simulates. */
    public enum Type {
        F2FS
    }
}
