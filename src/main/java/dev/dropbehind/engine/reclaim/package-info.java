/** Getting memory back: kswapd in the background, direct reclaim in the allocating task, and the pass both make. */
@NullMarked
package dev.dropbehind.engine.reclaim;

import org.jspecify.annotations.NullMarked;
