package dev.dropbehind.procfs;

/** A text file of the kernel. */
@FunctionalInterface
public interface KernelFile {

    /** Returns what reading it at the end of a second gives. */
    String text(Snapshot at);
}
