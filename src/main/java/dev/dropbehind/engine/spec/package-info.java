/**
 * What to simulate: one machine, its memory, device, file system, kernel and jobs, as immutable records. Sizes are
 * bytes, times nanoseconds. The records hold what is possible; {@code dev.dropbehind.specification} reads them from
 * JSON and names every fault.
 */
@NullMarked
package dev.dropbehind.engine.spec;

import org.jspecify.annotations.NullMarked;
