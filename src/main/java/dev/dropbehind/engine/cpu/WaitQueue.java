package dev.dropbehind.engine.cpu;

import java.util.ArrayDeque;

/** Sleeping tasks, woken in the order in which they came. */
public final class WaitQueue {

    private final ArrayDeque<Task> sleepers = new ArrayDeque<>();

    /** Adds a task at the end; its turn then returns {@link TaskBody#ASLEEP}. */
    public void add(Task task) {
        sleepers.add(task);
    }

    /** Adds a task that waits for a device, as the kernel's {@code io_schedule()} does. */
    public void addForIo(Task task) {
        task.awaitIo();
        add(task);
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
        Task first = sleepers.poll();
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
