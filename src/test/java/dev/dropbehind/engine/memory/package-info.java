/** The allocator: what wakes kswapd, what reclaims directly, what fails. */
@NullMarked
package dev.dropbehind.engine.memory;

import org.jspecify.annotations.NullMarked;
