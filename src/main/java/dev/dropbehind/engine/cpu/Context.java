package dev.dropbehind.engine.cpu;

/** Where code runs, and so what it may do there. */
public enum Context {
    /** A thread, for itself. */
    TASK,
    /** A worker thread, for whoever queued the work. */
    KWORKER,
    /** What an interrupt put off until it was over. */
    SOFTIRQ,
    /** An interrupt. */
    HARDIRQ;

    /** Returns whether code here may wait for something. */
    public boolean mayBlock() {
        return !isAtomic();
    }

    /** Returns whether whatever was interrupted stands still until the code here is through. */
    public boolean isAtomic() {
        return this == SOFTIRQ || this == HARDIRQ;
    }
}
