package dev.dropbehind.engine.cpu;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** A lock that its waiters sleep for and are handed in the order in which they came (kernel-model §0.4). */
public final class SleepLock {

    private final ArrayDeque<Task> sleepers = new ArrayDeque<>();
    private @Nullable Task owner;

    /** Takes the lock if it is free; false if it is not. */
    public boolean tryLock(Task task) {
        if (owner != null) {
            return false;
        }
        owner = task;
        return true;
    }

    /**
     * Takes the lock or queues for it.
     *
     * @return true if the task owns the lock now; false if its turn must return {@link TaskBody#ASLEEP}, after which it
     *     owns the lock when it next runs, and may ask again to hear so
     */
    public boolean lockOrWait(Task task) {
        if (task.takeHanded(this)) {
            return true;
        }
        assert owner != task : task + " locks twice";
        if (tryLock(task)) {
            return true;
        }
        if (!sleepers.contains(task)) {
            sleepers.add(task);
        }
        return false;
    }

    /** Hands the lock to the task that has waited longest, or frees it. */
    public void unlock(Task task, Cpus cpus) {
        assert owner == task : task + " unlocks what " + owner + " has locked";
        task.takeHanded(this);
        Task next = sleepers.poll();
        owner = next;
        if (next != null) {
            next.hand(this);
            cpus.wake(next);
        }
    }

    /** Returns whether a task owns the lock. */
    public boolean isLocked() {
        return owner != null;
    }

    /** Returns whether this task owns the lock. */
    public boolean isLockedBy(Task task) {
        return owner == task;
    }
}
