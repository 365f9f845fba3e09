/** Tests of the catalogue and its tables. */
@NullMarked
package dev.dropbehind.scenario;

import org.jspecify.annotations.NullMarked;
