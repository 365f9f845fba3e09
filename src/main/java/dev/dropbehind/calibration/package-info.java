/**
 * Finds the fitted constants of machine profiles from the published figures marked fit, and prints what is left over.
 */
@NullMarked
package dev.dropbehind.calibration;

import org.jspecify.annotations.NullMarked;
