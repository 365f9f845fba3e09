/**
 * How dirty pages are kept few: writers are held at the rate of the device, and the flusher writes what is dirty.
 *
 * <p>{@link DirtyThrottle} is what a writer passes after each folio. It asks {@link DirtyLimits} how much is dirty, and
 * {@link BdiWriteback}, the writeback side of the device, how fast it writes; from both comes how long the writer
 * pauses. {@link Flusher} is the worker of that side.
 */
@NullMarked
package dev.dropbehind.engine.writeback;

import org.jspecify.annotations.NullMarked;
