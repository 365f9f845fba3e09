/** Memory as reclaim sees it: one zone with its watermarks, the per-CPU lists in front of it, and the allocator. */
@NullMarked
package dev.dropbehind.engine.memory;

import org.jspecify.annotations.NullMarked;
