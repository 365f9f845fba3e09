/** The event log of a machine in words, in groups, and as a trace that a viewer of traces opens. */
@NullMarked
package dev.dropbehind.trace;

import org.jspecify.annotations.NullMarked;
