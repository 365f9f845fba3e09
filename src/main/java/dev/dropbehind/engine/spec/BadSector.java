package dev.dropbehind.engine.spec;

/**
 * A sector that fails: requests that cover it end with an I/O error.
 *
 * @param atNanos simulated time from which on it fails
 * @param sector its number, in sectors of 512 bytes
 */
public record BadSector(long atNanos, long sector) {

    /** Checks the ranges. */
    public BadSector {
        if (atNanos < 0 || sector < 0) {
            throw new IllegalArgumentException("sector " + sector + " fails at " + atNanos + " ns");
        }
    }
}
