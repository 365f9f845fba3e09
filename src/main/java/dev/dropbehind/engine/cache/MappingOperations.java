package dev.dropbehind.engine.cache;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;

/** What a file system does for the cache of a file: the kernel's {@code address_space_operations}. */
public interface MappingOperations {

    /** How far a step of {@link #writePages} has come. */
    enum Step {
        /** Some folios are on their way; pay what is owed and go on. */
        PAY,
        /** The task waits for something, and is on its queue; go on when it wakes. */
        PARKED,
        /** All that was to be written is on its way, and nothing is held back in the task's plug. */
        DONE
    }

    /**
     * Hears that the first folio of a file has become dirty: the kernel's {@code __mark_inode_dirty}.
     *
     * @param mapping the file's cache, clean until now
     */
    void becameDirty(Mapping mapping);

    /**
     * Hears that folios are no longer under writeback.
     *
     * @param mapping the file's cache
     * @param pages how many pages have come to the device
     */
    void writebackEnded(Mapping mapping, int pages);

    /**
     * Puts dirty folios under writeback and submits them, a batch at a time (kernel-model §5.1). Called over and over
     * with the same control until it is done.
     *
     * @param mapping the file's cache
     * @param control what is to be written, and how far that has come
     * @param task who writes
     * @param bill who pays
     */
    Step writePages(Mapping mapping, WritebackControl control, Task task, Bill bill);
}
