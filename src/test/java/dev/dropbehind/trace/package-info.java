/** Tests of the event log's words, groups and traces. */
@NullMarked
package dev.dropbehind.trace;

import org.jspecify.annotations.NullMarked;
