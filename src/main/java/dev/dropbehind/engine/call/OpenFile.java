package dev.dropbehind.engine.call;

import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.QueueSpec;

/** A file as one task has it open: the inode and its own read-ahead window. */
public final class OpenFile {

    private final Inode inode;
    private final Readahead readahead;

    /** Opens a file on a device. */
    public OpenFile(Inode inode, QueueSpec queue) {
        this.inode = inode;
        readahead = new Readahead(pagesOf(queue.readAheadKb()), pagesOf(queue.maxSectorsKb()), false);
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
