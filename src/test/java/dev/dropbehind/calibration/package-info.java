/** The calibration program against the profiles it speaks for. */
@NullMarked
package dev.dropbehind.calibration;

import org.jspecify.annotations.NullMarked;
