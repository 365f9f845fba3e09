package dev.dropbehind.engine.time;

/** Which of two events at the same time comes first; in this order (kernel-model §0.4). */
public enum EventPriority {
    /** What a device tells. */
    HARDIRQ,
    /** What an interrupt put off. */
    SOFTIRQ,
    /** What a worker does for others. */
    KWORKER,
    /** What a task does for itself: it sees all that happened before. */
    TASK
}
