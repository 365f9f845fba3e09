package dev.dropbehind.engine.call;

import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.spec.JobSpec.Fadvise;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.QueueSpec;

/** A file as one task has it open: the inode and its own read-ahead window. */
public final class OpenFile {

    private final Inode inode;
    private final Readahead readahead;
    private long writeErrorsSeen;

    /**
     * Opens a file on a device.
     *
     * @param advice what the task says of how it will read: sequential doubles the read-ahead window, random does
     *     without
     */
    public OpenFile(Inode inode, QueueSpec queue, Fadvise advice) {
        this.inode = inode;
        int window = pagesOf(queue.readAheadKb()) * (advice == Fadvise.SEQUENTIAL ? 2 : 1);
        readahead = new Readahead(window, pagesOf(queue.maxSectorsKb()), advice == Fadvise.RANDOM);
    }

    /** Returns whether a write to the device has failed of which this open file has not heard, and lets it hear. */
    boolean takeWriteError() {
        boolean isNews = inode.writeErrors() > writeErrorsSeen;
        writeErrorsSeen = inode.writeErrors();
        return isNews;
    }

    /** Returns the file. */
    public Inode inode() {
        return inode;
    }

    Readahead readahead() {
        return readahead;
    }

    private static int pagesOf(int kib) {
        return (kib << 10) / Pages.SIZE;
    }
}
