package dev.dropbehind.validation;

import java.time.Duration;

/** A validation is being computed; one at a time is. */
public final class ValidationBusyException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(10);

    ValidationBusyException() {
        super("A validation is being computed already; try again later.");
    }

    /** Returns after which time trying again is worth it. */
    public Duration retryAfter() {
        return RETRY_AFTER;
    }
}
