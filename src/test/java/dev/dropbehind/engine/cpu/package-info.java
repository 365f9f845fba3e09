/** Tests of processors, tasks and locks. */
@NullMarked
package dev.dropbehind.engine.cpu;

import org.jspecify.annotations.NullMarked;
