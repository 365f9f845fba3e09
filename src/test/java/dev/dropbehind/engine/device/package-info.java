/** Media: what bounds them. */
@NullMarked
package dev.dropbehind.engine.device;

import org.jspecify.annotations.NullMarked;
