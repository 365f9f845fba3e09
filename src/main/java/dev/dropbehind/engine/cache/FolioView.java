package dev.dropbehind.engine.cache;

/**
 * One row of the folio table, for tests and messages.
 *
 * @param mapping number of the mapping, or -1 once it has left the cache
 * @param firstPage first page of the first sibling
 * @param siblings how many folios the row stands for
 * @param order pages of each as a power of two
 * @param flags names of the flags
 * @param users references besides the cache's own
 */
public record FolioView(int mapping, int firstPage, int siblings, int order, String flags, int users) {}
