/** From pages of a file to places on the device. */
@NullMarked
package dev.dropbehind.engine.fs;

import org.jspecify.annotations.NullMarked;
