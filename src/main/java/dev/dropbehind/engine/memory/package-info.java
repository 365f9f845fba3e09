/**
 * Memory as reclaim sees it: one zone with its watermarks, the per-CPU lists in front of it, the allocator, and the
 * cgroup that the jobs' pages are charged to.
 */
@NullMarked
package dev.dropbehind.engine.memory;

import org.jspecify.annotations.NullMarked;
