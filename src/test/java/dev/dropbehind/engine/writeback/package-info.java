/** Tests of the throttle and the flusher. */
@NullMarked
package dev.dropbehind.engine.writeback;

import org.jspecify.annotations.NullMarked;
