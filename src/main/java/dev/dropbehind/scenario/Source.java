package dev.dropbehind.scenario;

/**
 * Where an experiment was published.
 *
 * @param message subject of the message
 * @param author who measured
 * @param file the file of the kernel that the message is about
 */
public record Source(String message, String author, String file) {}
