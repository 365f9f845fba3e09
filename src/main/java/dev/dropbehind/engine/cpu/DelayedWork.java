package dev.dropbehind.engine.cpu;

import dev.dropbehind.engine.time.EventHandler;

/** A piece of work of one processor that a timer queues, the kernel's {@code delayed_work}; see {@link Ticks}. */
public final class DelayedWork {

    private final WorkQueue queue;
    private final int cpu;
    private final Work work;
    private final Ticks ticks;
    private final EventHandler onExpiry = this::expire;

    /** Counts how often it was disabled: a timer that was set before fires for nothing. */
    private long generation;

    /**
     * Makes delayed work whose timer is not set.
     *
     * @param queue where the timer puts it
     * @param cpu the processor whose worker does it
     * @param work what is to be done; from now on queued through this only
     */
    public DelayedWork(WorkQueue queue, int cpu, Work work, Ticks ticks) {
        this.queue = queue;
        this.cpu = cpu;
        this.work = work;
        this.ticks = ticks;
    }

    /**
     * Sets the timer, unless it is set or has queued the work already, or the work is disabled.
     *
     * @param jiffies after how many ticks; 0 queues the work at once
     */
    public void queue(int jiffies) {
        if (jiffies == 0) {
            queue.queue(cpu, work);
        } else if (work.enqueue()) {
            ticks.schedule(jiffies, onExpiry, generation);
        }
    }

    /** Takes back the timer and the queued work, and does not let it be queued; if it is being done, that goes on. */
    public void disable() {
        generation++;
        work.disable();
    }

    /** Lets it be queued again. */
    public void enable() {
        work.enable();
    }

    /** Returns whether a worker has begun the work and is not done. */
    public boolean isRunning() {
        return work.isRunning();
    }

    private void expire(long setIn) {
        if (setIn == generation) {
            queue.accept(cpu, work);
        }
    }
}
