package dev.dropbehind.engine.writeback;

import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.WaitQueue;

/** A request to the flusher to submit all that is dirty, and the tasks that wait until it has. */
public final class SyncWork {

    private final WaitQueue waiters = new WaitQueue();
    private boolean done;

    SyncWork() {}

    /** Returns whether all that was dirty has been submitted; what is under writeback may still be on its way. */
    public boolean isDone() {
        return done;
    }

    /** Puts a task to sleep until this is done; its turn then returns asleep, and it looks again when it wakes. */
    public void await(Task task) {
        waiters.add(task);
    }

    void finish(Cpus cpus) {
        done = true;
        waiters.wakeAll(cpus);
    }
}
