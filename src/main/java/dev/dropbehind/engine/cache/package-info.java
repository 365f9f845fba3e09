/**
 * The page cache: folios as rows of one table, an index for each mapping, the LRU lists, and the decision to drop a
 * folio behind a read. {@link dev.dropbehind.engine.cache.PageCache} has the verbs everyone uses.
 */
@NullMarked
package dev.dropbehind.engine.cache;

import org.jspecify.annotations.NullMarked;
