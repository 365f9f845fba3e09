/** Passes, kswapd and direct reclaim on machines of a few thousand pages. */
@NullMarked
package dev.dropbehind.engine.reclaim;

import org.jspecify.annotations.NullMarked;
