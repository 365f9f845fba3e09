/** Tests of the timeline and the seeds. */
@NullMarked
package dev.dropbehind.engine.time;

import org.jspecify.annotations.NullMarked;
