package dev.dropbehind.engine.call;

/** How far one step of a call got. */
public enum Progress {
    /** The next step may follow at once. */
    ON,
    /** The task must pay what it owes before the next step. */
    PAY,
    /** The task sleeps; the step has changed nothing and is repeated when the task wakes. */
    PARKED,
    /** The call has returned and everything is paid. */
    RETURNED
}
