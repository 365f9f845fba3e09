package dev.dropbehind.engine.block;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;

/** Where bios go: a queue of requests, or a driver that works on bios itself. */
public interface BlockQueue {

    /**
     * Submits a bio under the task's plug, which the same task must let go before it sleeps. A flush that the device
     * does not need ends before this returns.
     *
     * @param bio a bio of the table this queue works on
     * @param task who submits
     * @param bill who pays
     */
    void submit(int bio, Task task, Bill bill);

    /** Returns whether the submitter of a read copies the data itself, so that they are in its processor's cache. */
    default boolean fillsByProcessor() {
        return false;
    }

    /** Lets go whatever the task's plug still holds; a task that waited for room must do so even with an empty plug. */
    void unplug(Task task, Bill bill);

    /** Returns whether a submitter need not wait. */
    boolean hasRoom();

    /** Returns how many requests have been made and not yet been given to the device. */
    int waitingRequests();

    /** Lets a task sleep until there may be room. */
    void awaitRoom(Task task);

    /** Counts how long the device has been busy until now; without it that is known up to its last request. */
    void countBusyTime();

    /** Returns how many nanoseconds the requests that have not ended have taken so far, together. */
    long unendedNanos();
}
