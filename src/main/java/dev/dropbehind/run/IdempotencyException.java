package dev.dropbehind.run;

/** A key that came with another request before. */
public final class IdempotencyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Names the run of the other request. */
    IdempotencyException(RunId run) {
        super("This Idempotency-Key came with another request before, which is run " + run + ".");
    }
}
