package dev.dropbehind.engine;

/**
 * The watermarks of a machine's memory, in free pages.
 *
 * @param min below it whoever allocates reclaims by itself
 * @param low at or below it an allocation wakes kswapd
 * @param high above it kswapd may sleep
 */
public record FreeMarks(long min, long low, long high) {}
