/** The few things all features share on the way to HTTP: problem details and settings of the web layer. */
@NullMarked
package dev.dropbehind.platform;

import org.jspecify.annotations.NullMarked;
