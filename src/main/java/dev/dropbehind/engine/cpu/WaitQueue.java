package dev.dropbehind.engine.cpu;

import java.util.ArrayDeque;

/**
 * Sleeping tasks, woken in the order in which they came. Who is woken otherwise does not wait here any more: it must
 * look again, and come again if it has to.
 */
public final class WaitQueue {

    private final ArrayDeque<Task> sleepers = new ArrayDeque<>();

    /** Adds a task at the end; its turn then returns {@link TaskBody#ASLEEP}. */
    public void add(Task task) {
        sleepers.add(task);
        task.waitIn(this);
    }

    /** Adds a task that waits for a device, as the kernel's {@code io_schedule()} does. */
    public void addForIo(Task task) {
        task.awaitIo();
        add(task);
    }

    /** Forgets a task that has been woken. */
    void remove(Task task) {
        sleepers.remove(task);
    }

    /** Returns whether nobody waits. */
    public boolean isEmpty() {
        return sleepers.isEmpty();
    }

    /** Returns how many tasks wait. */
    public int size() {
        return sleepers.size();
    }

    /** Wakes the task that has waited longest, if anyone waits. */
    public void wakeOne(Cpus cpus) {
        Task first = sleepers.peek();
        if (first != null) {
            cpus.wake(first);
        }
    }

    /** Wakes all who wait now, first come first. */
    public void wakeAll(Cpus cpus) {
        for (int left = sleepers.size(); left > 0; left--) {
            wakeOne(cpus);
        }
    }
}
