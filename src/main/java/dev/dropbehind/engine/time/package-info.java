/** Simulated time: the clock with its pending events in one total order, and the seeds of everything random. */
@NullMarked
package dev.dropbehind.engine.time;

import org.jspecify.annotations.NullMarked;
