/** The catalogue: real experiments with their variants and the figures that were published for them. */
@NullMarked
package dev.dropbehind.scenario;

import org.jspecify.annotations.NullMarked;
