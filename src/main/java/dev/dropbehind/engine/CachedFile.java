package dev.dropbehind.engine;

/**
 * A file of a machine and how much of it is cached.
 *
 * @param number its number in facts and folio runs
 * @param name its name in the jobs
 * @param pages its length, a last partial page included
 * @param cachedPages how many of them are cached
 */
public record CachedFile(int number, String name, int pages, long cachedPages) {}
