package dev.dropbehind.engine.call;

import dev.dropbehind.engine.cache.MappingOperations;

/** How far one step of a call got. */
public enum Progress {
    /** The next step may follow at once. */
    ON,
    /** The task must pay what it owes before the next step. */
    PAY,
    /** The task sleeps; the step has changed nothing and is repeated when the task wakes. */
    PARKED,
    /** The call has returned and everything is paid. */
    RETURNED;

    /** Returns how far a call has got that does nothing but another step: on, once that is done. */
    static Progress of(MappingOperations.Step step) {
        return switch (step) {
            case PAY -> PAY;
            case PARKED -> PARKED;
            case DONE -> ON;
        };
    }
}
