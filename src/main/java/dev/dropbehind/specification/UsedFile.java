package dev.dropbehind.specification;

/**
 * A file as all jobs together use it.
 *
 * @param lengthBytes how long it is, or comes to be
 * @param usedBytes the byte behind all that jobs use of it
 * @param existing whether it is on the device before the run
 */
record UsedFile(long lengthBytes, long usedBytes, boolean existing) {}
