/**
 * Runs: one execution of a scenario or of own variants, from the request over queue and workers to samples, streams and
 * tables.
 */
@NullMarked
package dev.dropbehind.run;

import org.jspecify.annotations.NullMarked;
