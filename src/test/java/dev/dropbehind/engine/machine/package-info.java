/** The machine as a whole: its invariants, its determinism, and what comes out of the f2fs read experiment. */
@NullMarked
package dev.dropbehind.engine.machine;

import org.jspecify.annotations.NullMarked;
