/** One simulated machine: how a spec is wired into parts, and what must always hold of them. */
@NullMarked
package dev.dropbehind.engine.machine;

import org.jspecify.annotations.NullMarked;
