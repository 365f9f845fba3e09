package dev.dropbehind.scenario;

/**
 * Where an experiment was published.
 *
 * @param message subject of the message
 * @param author who sent the figures
 * @param note what to know about them
 */
public record Source(String message, String author, String note) {}
