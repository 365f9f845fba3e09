package dev.dropbehind.engine.spec;

/**
 * A number of a profile that was fitted to a published figure.
 *
 * @param constant which: the name of a {@link Cost}, or {@code device.readBandwidth}
 * @param figure the published figure that fixes it, and where it was published
 */
public record Fit(String constant, String figure) {}
